"""What the page of a table shows, held against what the floor says of the same table."""

import re

from tests.browser.from_page import Seated, dollars, signed

BUY_IN = 50_000  # cents that a player brings to a table of a banked game
# Piles and totals whose middle is covered by something else that lies on the felt.
HIDDEN = """() => {
  const things = document.querySelector(".stage .wide .things"), all = [...things.querySelectorAll("*")];
  const uppermost = (x, y) => document.elementsFromPoint(x, y).map((each) => each.closest(".things > g > g")).find(Boolean);
  for (const each of all) each.style.pointerEvents = "auto"; // so that it is found where it lies
  const hidden = [...things.querySelectorAll(".chips, .hand-label")].filter((piece) => {
    const box = (piece.querySelector("rect") ?? [...piece.querySelectorAll("use")].at(-1)).getBoundingClientRect();
    return uppermost(box.x + box.width / 2, box.y + box.height / 2) !== piece;
  });
  for (const each of all) each.style.pointerEvents = "";
  return hidden.map((piece) => piece.textContent || piece.querySelector("use").href.baseVal);
}"""


def same(shown: object, said: object) -> None:
    """What a page shows is what is said elsewhere; both are told where it is not."""
    assert shown == said, f"the page shows {shown}, and not {said}"


def compare(player: Seated) -> None:
    """The page shows what the floor says: every card, all chips at stake, each line of the dealer, the number of the round."""
    table, seat = player.look()["table"], str(player.seat)
    same(player.cards(), player.lying())
    areas = player.about["places"]["wide"]["seats"][seat]["areas"]
    at_stake = {**table["placed"].get(seat, {}), **table["wagers"].get(seat, {})}
    printed = {wager: cents for wager, cents in at_stake.items() if wager in areas and areas[wager]["shape"] != "spot"}
    same(player.piles(), printed)
    same(player.all_piles(), sorted(at_stake.values()))
    same(player.round, f"round {table['round']}")
    log = player.log
    same(without_hands(log), without_hands(player.told()[-len(log) :]))


def without_hands(lines: list[list[str]]) -> list[list[str]]:
    """Lines without the numbers of split hands: the page counts hands as they lie."""
    return [[cite, re.sub(r"( \(|,)? ?(split|hand) \d+\)?", "", sentence)] for cite, sentence in lines]


SETTLED = """() => [...document.querySelectorAll("#settlement tbody tr")]
  .map((row) => [...row.children].map((cell) => cell.textContent).join("|"))"""


def settled(player: Seated, net: int) -> None:
    """The round is over, and everything on the page says what it brought."""
    words = f"You win {dollars(net)}" if net > 0 else f"You lose {dollars(-net)}" if net else "You break even"
    results = player.look()["table"]["results"][str(player.seat)]
    gains: dict[str, int] = {}
    for wager, result in results.items():  # those on one of several hands are told together
        told_as = player.hand_of(wager) or wager
        gains[told_as] = gains.get(told_as, 0) + result["back"] - result["placed"]
    gains = dict(sorted(gains.items(), key=lambda entry: entry[0] if entry[0].startswith("Hand ") else "~"))
    each = [f"{wager} {signed(gain) if gain else 'push'}" for wager, gain in gains.items()]
    assert player.status.startswith(f"{words}: {', '.join(each)}." if len(each) > 1 else words), player.status
    told = [cells.split("|") for cells in player.page.evaluate(SETTLED)]
    same([(wager, result) for wager, _, _, result in told], [(wager, signed(gain)) for wager, gain in gains.items()])
    same(player.chips, BUY_IN + net)
    same(player.chips, player.look()["table"]["seats"][str(player.seat)]["chips"])
    same(player.plate, f"You {dollars(BUY_IN + net)}{signed(net)}")
    same(player.all_piles(), [])
    last = player.page.locator("#rounds li").first
    same(last.text_content(), f"{player.round.capitalize()} {signed(net)}")


def nothing_is_hidden(player: Seated) -> None:
    """No card and no other chips lie on the chips and the totals of hands."""
    same(player.page.evaluate(HIDDEN), [])
