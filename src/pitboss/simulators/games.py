"""Which games have a compiled simulator, and for which choices of a house."""

from pitboss.house import House
from pitboss.odds.players.against_dealer import AgainstDealer
from pitboss.odds.players.boards import HeadsUpPlayer, TexasBonusPlayer
from pitboss.odds.players.streets import StreetPlayer
from pitboss.odds.players.twenty_one import TwentyOnePlayer
from pitboss.simulators import boards, showdown, streets, twenty_one
from pitboss.simulators.jobs import Simulator
from pitboss.simulators.payouts import Paying
from pitboss.table.drivers import Driver


def simulator_of(house: House, bets: dict[str, int], player: Driver) -> Simulator | None:
    """The compiled simulator of a game that is played by best play; None where there is none."""
    paying = Paying(house, bets)
    if isinstance(player, AgainstDealer):
        return within_limit(house, showdown.simulator(paying, player))
    if isinstance(player, HeadsUpPlayer | TexasBonusPlayer) and not house.get("aces_against_aces"):
        return within_limit(house, boards.simulator(paying, player))
    if isinstance(player, StreetPlayer):
        return within_limit(house, streets.simulator(paying, player))
    if isinstance(player, TwentyOnePlayer) and type(player) is TwentyOnePlayer and not house.get("double_shoe"):
        return within_limit(house, twenty_one.simulator(paying, player))
    return None


def within_limit(house: House, simulator: Simulator) -> Simulator | None:
    """A simulator where no win can exceed the payout limit of the house, which only the engine applies."""
    limit = house.get("payout_limit") or 0
    return simulator if not limit or simulator.most <= limit else None
