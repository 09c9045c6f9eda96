"""A betting round: fold, check, call, bet and raise under limit, spread limit, pot limit and no limit."""

from dataclasses import dataclass, field

from msgspec.structs import replace

from pitboss.errors import IllegalDecision
from pitboss.games.nonbanked.gestures import Gesture, meaning, understood
from pitboss.games.nonbanked.rules import clockwise_from, play_of
from pitboss.games.nonbanked.schedules import raises_allowed
from pitboss.house import House
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DISCARDS, DOWN, Answer, Ask, Choice, Procedure, Step

POT = "Pot"
FOLD, CHECK = Choice("fold"), Choice("check")


@dataclass
class Betting:
    """The state of a betting round: what has been bet, and which players must still answer."""

    size: int  # the bet under limit, otherwise the smallest bet
    most: int  # the largest bet or raise under spread limit
    current: int = 0  # the bet that must be matched
    step: int = 0  # the last full bet or raise
    raises: int = 0
    most_raises: int = 0  # 0 for no restriction
    forced: int = 0  # the Forced Bet: a first raise completes it to a full bet
    short: int = 0  # the sum of All-in raises since the last full one
    pending: list[int] = field(default_factory=list)
    acted: dict[int, int] = field(
        default_factory=dict
    )  # players who have acted since the last full raise, with the bet that they matched
    checked: set[int] = field(default_factory=set)
    done: set[int] = field(default_factory=set)  # the player who made the Forced Bet acts again only if it is raised


def put_in(t: Round, cite: str, seat: int, cents: int, note: str) -> None:
    """A player puts chips into the pot. A player with fewer chips puts in all of them and is All-in: such a player wins only
    from the part of the pot with those contributions, still gets cards, and the others bet on into a side pot
    (§ 553.8(b)(4)(i), § 553.8(b)(4)(ii), § 553.8(b)(4)(iii), § 637a.8(b)(5)(i), § 637a.8(b)(5)(ii), § 637a.8(b)(5)(iii)).
    Players bet only with the chips that lay before them when the round began (§ 553.8(b), § 637a.8(b)(1))."""
    play = play_of(t)
    chips = t.table.chips(seat)
    cents = min(cents, chips)
    t.staked[seat] = t.staked.get(seat, 0) + cents
    play.put[seat] = play.put.get(seat, 0) + cents
    play.bets[seat] = play.bets.get(seat, 0) + cents
    if cents:
        t.steps.append(Step(cite, "bet", SEATS[seat], wager=POT, cents=cents, note=note))
    if cents == chips:
        t.say(play.rules.all_in, "is All-in", SEATS[seat])
        goes_all_in(t, play.rules.all_in, seat)


def goes_all_in(t: Round, cite: str, seat: int) -> None:
    """A player makes no more bets in this round, and contends for what is in the pot so far."""
    play_of(t).all_in.add(seat)
    t.steps.append(Step(cite, "all_in", SEATS[seat]))


def fold(t: Round, cite: str, seat: int, note: str = "") -> None:
    """A player is out of the round. The player's cards go face down to the discard pile."""
    play, place = play_of(t), SEATS[seat]
    play.folded.append(seat)
    t.left.add(seat)  # the player is not asked anything more
    if seat in play.shown:  # a player who leaves after showing a hand no longer has one
        play.shown.remove(seat)
    t.steps.append(Step(cite, "fold", place))
    cards = t.hands.pop(place, [])
    t.hands.setdefault(DISCARDS, []).extend(cards)
    t.steps.append(Step(cite, "discard", place, tuple(cards), DOWN, note=note))


def betting_round(t: Round, cite: str, first: int, betting: Betting) -> Procedure:
    """Play a betting round, clockwise from a player until all have answered the last bet. The dealer tells players when it is
    their turn, and their choices (§ 553.7(e)(2), § 637a.7(e)(2))."""
    play = play_of(t)
    play.betting_rounds += 1
    betting.most_raises = raises_allowed(t.house, len(play.contenders), play.betting_rounds)
    order = clockwise_from(play.contenders, first)
    most = sorted([0, 0, *(play.bets.get(s, 0) + (0 if s in play.all_in else t.table.chips(s)) for s in order)])
    betting.pending = [
        s for s in order if s not in play.all_in and s not in betting.done and play.bets.get(s, 0) < most[-2]
    ]  # a player who has bet as much as any other could has no opponent left to bet against
    if betting.pending and not betting.current:
        play.last_bettor = 0  # if all players check, there is no last bettor
    play.owed = lambda seat, said: keep_to_words(t, seat, said, betting, order)

    def again() -> tuple[Choice, ...]:
        return bound_choices(t, seat, betting)

    while betting.pending and len(play.players) - len(play.folded) > 1:
        seat = betting.pending.pop(0)
        if seat in play.folded or seat in play.all_in or seat in t.left:
            continue
        question = choices(t, seat, betting)
        already = play.bets.get(seat, 0)
        answer = yield from t.ask(seat, question, cite, already=already, again=again)
        play.bound.pop(seat, None)
        if seat in play.folded or seat in play.all_in or len(play.players) - len(play.folded) < 2:
            continue
        if answer.word != "leave":
            act(t, cite, seat, answer, betting, order)
    play.owed = None


def act(t: Round, cite: str, seat: int, answer: Answer, betting: Betting, order: list[int]) -> None:
    """Carry out the decision of a player in turn."""
    play = play_of(t)
    match answer.word:
        case "fold":
            fold(t, cite, seat)
        case "check":
            betting.checked.add(seat)
            betting.acted[seat] = betting.current
        case "call":
            play.voluntary.add(seat)
            put_in(t, cite, seat, betting.current - play.bets.get(seat, 0), "calls")
            betting.acted[seat] = betting.current
        case _:
            raise_to(t, cite, seat, answer.cents, betting, order)


def keep_to_words(t: Round, seat: int, said: str, betting: Betting, order: list[int]) -> None:
    """Carry out a call, bet or raise that a player in turn announced before throwing the cards away (§ 553.16(j)(2),
    § 637a.18(l)(2)). Words outside the rules or the limits do not bind (§ 553.8(c), § 637a.8(c))."""
    play = play_of(t)
    cite = play.rules.conduct.still_owed
    ask = Ask(seat, choices(t, seat, betting), cite, already=play.bets.get(seat, 0))
    try:
        answer = t.table.verify(ask, meaning(ask, Gesture(said, cards="discarded")))
    except IllegalDecision:
        return
    if answer.word not in ("fold", "check"):
        act(t, cite, seat, answer, betting, order)
        play.owes.add(seat)


def raise_to(t: Round, cite: str, seat: int, total: int, betting: Betting, order: list[int]) -> None:
    """Bet or raise to a total, which all other players must answer. After a raise that is not full, players who have acted may
    not raise again until such raises add up to a full one."""
    play = play_of(t)
    play.voluntary.add(seat)
    note = f"bets {total}" if not betting.current else f"raises to {total}"
    put_in(t, cite, seat, total - play.bets.get(seat, 0), note)
    added = total - betting.current
    if play.customs.short_bets_add:
        full = raised_by(betting, added, all_in=seat in play.all_in)
    else:
        full = added >= max(betting.step, betting.size) or betting.current < betting.size <= total
        betting.step = max(added, betting.size) if full else betting.step
    at = order.index(seat)
    others = [s for s in order[at + 1 :] + order[:at] if s in play.contenders and s not in play.all_in]
    if full:
        betting.acted.clear()
    betting.raises += bool(betting.current)
    betting.current = max(betting.current, total)
    betting.acted[seat] = betting.current
    betting.pending = others
    play.last_bettor = seat


def raised_by(betting: Betting, added: int, all_in: bool) -> bool:
    """True if a raise reopens raising when short raises add up: alone, or together with those before it."""
    betting.short = betting.short + added if all_in else 0
    full = added >= betting.step or betting.short >= betting.step
    betting.step = max(betting.step, added)
    if betting.short >= betting.step:
        betting.short = 0
    betting.forced = 0
    return full


def bound_choices(t: Round, seat: int, betting: Betting) -> tuple[Choice, ...]:
    """The remaining choices after an interruption. What the player has said is binding, if it is lawful."""
    open_ = choices(t, seat, betting)
    words = understood({choice.word: choice for choice in open_}, play_of(t).bound.get(seat, ""))
    word, _, amount = words.partition(" ")
    said = [choice for choice in open_ if choice.word == word or {word, choice.word} == {"bet", "raise"}]
    if said and amount.isdecimal() and len(amount) < 16 and said[0].least <= int(amount) <= said[0].most:
        return (replace(said[0], least=int(amount), most=int(amount), bare=0),)
    return tuple(said) or open_


def choices(t: Round, seat: int, betting: Betting) -> tuple[Choice, ...]:
    """The choices of a player in turn."""
    mine, house, current = play_of(t).bets.get(seat, 0), t.house.values, betting.current
    everything = mine + t.table.chips(seat)
    stay = CHECK
    if current > mine:
        call = current if current < everything else everything
        stay = Choice("call", call, call)
    limits = raise_limits(t, seat, betting, mine, everything)
    if limits is None:
        return FOLD, stay
    least, most = limits
    unit, bare = house["smallest_chip"] if most > least else 1, least if house["structure"] == "limit" else 0
    return FOLD, stay, Choice("raise" if current else "bet", least, most, unit, bare)


def posted_limits(house: House) -> tuple[int, int | None]:
    """The smallest and largest bet on the sign at a table (§ 553.18, § 637a.8(k)): under limit and spread limit, the smaller
    and the larger bet; under pot limit and no limit, there is no largest bet unless the house posts one."""
    if house["structure"] in ("limit", "spread"):
        return house["small_bet"], house["big_bet"]
    return house["small_bet"], house.largest_wager()


def raise_limits(t: Round, seat: int, betting: Betting, mine: int, everything: int) -> tuple[int, int] | None:
    """The smallest and largest total to which a player may bet or raise now, None if not at all. The player has bet `mine` in
    this round, and could bet `everything` in total."""
    play, house = play_of(t), t.house.values
    step = max(betting.step, betting.size)
    if everything <= betting.current:
        return None
    if seat in betting.acted and (play.customs.short_bets_add or betting.current - betting.acted[seat] < step):
        return None  # no full raise since the player acted
    if betting.most_raises and betting.raises >= betting.most_raises:
        return None
    if seat in betting.checked and not house["check_raise"] and betting.current:
        return None
    for other in play.contenders:
        if other != seat and other not in play.all_in and play.bets.get(other, 0) + t.table.chips(other) > betting.current:
            break
    else:
        return None  # no opponent could call
    structure = house["structure"]
    size = betting.size
    below = betting.current < size
    if play.customs.short_bets_add:
        below = bool(betting.forced)
        size = step
    if structure == "limit":
        to = size if below else betting.current + size
        to = min(to, everything)
        return to, to
    least = size if below else betting.current + step
    if structure == "spread":
        most = betting.current + betting.most
    elif structure == "pot limit":
        owed = betting.current - mine
        most = betting.current + sum(play.put.values()) + sum(play.dead.values()) + owed
    else:
        most = everything
    if structure != "spread" and house["table_maximum"]:
        most = min(most, betting.current + house["table_maximum"])  # a posted maximum is binding
    most = min(max(most, least), everything)
    return min(least, most), most
