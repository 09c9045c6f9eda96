"""Rules of Blackjack as a draft.

    [deck]
    decks = 6

    [blackjack]
    soft_17 = "hit"
    blackjack_pays = "6 to 5"

>>> game = game_in(Draft.of('[deck]\\ndecks = 1\\n[blackjack]\\nsoft_17 = "hit"\\n'))
>>> game.cards, game.hits_soft_17, game.most_hands
(52, True, 4)
"""

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pitboss.cards import JOKER
from pitboss.drafts.reading import Draft, Table, deck_in
from pitboss.drafts.records import Pay
from pitboss.errors import BadOdds, PitbossError
from pitboss.odds.distribution import Distribution
from pitboss.odds.twenty_one import spread
from pitboss.odds.twenty_one.exact import exact_value
from pitboss.odds.twenty_one.game import BONUSES, Game, bonus_cards_of, values_of
from pitboss.odds.twenty_one.solver import WORDS, Solution, deals, solution, solve_game
from pitboss.odds.twenty_one.strategy import BestPlay, Grid, played
from pitboss.odds.twenty_one.switch import switch_solution
from pitboss.odds.twenty_one.tables import shown

HOLE_CARDS = {"peek": "peek", "none": "all lost", "none, original lost": "original lost", "peek under aces": "peek under aces"}
SURRENDERS = {word: word for word in ("none", "late", "early")} | {"early but not under aces": "early but under aces"}
PLAYS = {"best": "", "total-dependent": "basic", "best chart": "total-dependent"}  # as the solver calls them
NEVER = -100.0  # units: no choice brings as little
DOUBLES: dict[str, tuple[int, ...] | None] = {
    "any two cards": None,
    "8 to 11": (8, 9, 10, 11),
    "9 to 11": (9, 10, 11),
    "10 or 11": (10, 11),
    "11": (11,),
    "none": (),
}
FIELDS = (
    *("blackjack_pays", "blackjack_tie", "soft_17", "hole_card", "both_cards_shown", "split_hands", "split_pairs"),
    *(
        "resplit_aces",
        "hit_split_aces",
        "double_split_aces",
        "double",
        "double_soft",
        "double_any_number",
        "double_after_split",
        "surrender",
        "ties_lose",
    ),
    *("surrender_up_cards", "bonus_after_split", "super_bonus"),
    *(
        "push_22",
        "drawn_21_wins",
        "rescue",
        "charlie",
        "charlie_pays",
        "bonus",
        "free_doubles",
        "free_splits",
        "play",
        "strategy",
        "exchange",
        "surrender_any_number",
        "charlie_if_doubled",
        "wager_may_be_doubled",
    ),
)
# What chapter 633a prints, with its paragraphs: a game that differs from it is not lawful as Blackjack.
PRINTED: tuple[tuple[str, str, Callable[[Game], bool]], ...] = (
    ("633a.13(a)", "a Blackjack is paid 3 to 2", lambda game: game.natural == Fraction(3, 2)),
    ("633a.7(q)", "ties are returned to the player", lambda game: not game.ties_lose and game.natural_tie == 0),
    ("633a.7(p)(1)", "a dealer over 21 loses, also with 22", lambda game: not game.push_22),
    ("633a.7(n)", "the dealer stands on all 17s", lambda game: not game.hits_soft_17),
    ("633a.3(e)", "the decks have every rank", lambda game: game.shoe[-1] == 4 * game.shoe[0]),
    ("633a.7(h)", "the dealer has a hole card, and looks under an ace or a ten", lambda game: game.hole == "peek"),
    (
        "633a.9(a)",
        "two cards may be surrendered after the dealer has looked, under every up card",
        lambda game: game.surrender == "late" and not game.surrender_ups and not game.surrender_any,
    ),
    ("633a.6(c)", "the wager is made before the first card is dealt", lambda game: not game.attack),
    (
        "633a.10(a)",
        "the first two cards of any hand may be doubled, those of a split pair too",
        lambda game: (
            game.double_on is None
            and game.double_after_split
            and not game.double_any
            and (game.double_split_aces or game.one_card_to_split_aces)
        ),
    ),
    ("633a.11(c)", "a hand of a split pair may draw, aces too", lambda game: not game.one_card_to_split_aces),
    ("633a.7(h)", "the hole card lies face down", lambda game: not game.both_shown),
    ("633a.11(a)", "any pair may be split", lambda game: game.most_hands > 1 and not game.split_pairs),
    ("633a.13(a)", "no hand is paid more than 1 to 1 but a Blackjack", lambda game: not game.bonus),
    ("633a.7(p)", "a hand wins by its total", lambda game: not (game.charlie or game.drawn_21_wins)),
    ("633a.9(a)", "a hand that was doubled is not surrendered", lambda game: not game.rescue),
    ("633a.10(a)", "the player makes the Double Down Wager", lambda game: not (game.free_doubles or game.free_splits)),
)
Progress = Callable[[str, float], None] | None


def game_in(draft: Draft) -> Game:
    """The game of a draft; raises BadDraft."""
    Table(draft, (), draft.data, ("name", "source", "note", "deck", "blackjack"))
    deck = deck_in(draft)
    table = Table(draft, ("blackjack",), draft.data["blackjack"], FIELDS)
    if deck.jokers or deck.wild:
        raise draft.error(("deck",), "Blackjack is played without jokers")
    shoe = [card for card in range(JOKER) for _ in range(deck.counts[card])]
    charlie = table.integer("charlie", 0, 0, 11)
    bonus = Table(draft, ("blackjack", "bonus"), table.data.get("bonus", {}), tuple(BONUSES))
    paid = tuple((name, _net(bonus, name, "1 to 1")) for name in BONUSES if name in bonus)
    ties = (17, 18, 19, 20, 21) if table.data.get("ties_lose") is True else _totals(table, "ties_lose", 17, 21)
    if table.data.get("super_bonus") and "777 suited" not in bonus:
        raise table.error("super_bonus", 'super_bonus goes with a bonus for "777 suited"')
    rules: dict[str, Any] = {
        "natural": _net(table, "blackjack_pays", "3 to 2"),
        "natural_tie": _net(table, "blackjack_tie", "push"),
        "hits_soft_17": _word(table, "soft_17", {"stand": False, "hit": True}, "stand"),
        "hole": _word(table, "hole_card", HOLE_CARDS, "peek"),
        "both_shown": table.flag("both_cards_shown"),
        "most_hands": table.integer("split_hands", 4, 1, 12),
        "split_pairs": _values(table, "split_pairs"),
        "resplit_aces": table.flag("resplit_aces"),
        "one_card_to_split_aces": not table.flag("hit_split_aces"),
        "double_on": _doubles(table),
        "double_soft": _totals(table, "double_soft", 12, 21),
        "double_any": table.flag("double_any_number"),
        "double_after_split": table.flag("double_after_split", True),
        "double_split_aces": table.flag("double_split_aces", True),
        "surrender": _word(table, "surrender", SURRENDERS, "none"),
        "surrender_any": table.flag("surrender_any_number"),
        "surrender_ups": _values(table, "surrender_up_cards"),
        "ties_lose": ties,
        "push_22": table.flag("push_22"),
        "drawn_21_wins": table.flag("drawn_21_wins"),
        "rescue": table.flag("rescue"),
        "charlie": charlie,
        "charlie_pays": _net(table, "charlie_pays", "1 to 1"),
        "charlie_if_doubled": table.flag("charlie_if_doubled", True),
        "bonus": paid,
        "bonus_after_split": table.flag("bonus_after_split"),
        "fixed_payout": table.fraction("super_bonus", Fraction(0)),
        "bonus_cards": bonus_cards_of(shoe) if any(" " in name for name, _ in paid) else (),
        "free_doubles": _totals(table, "free_doubles", 4, 20),
        "free_splits": table.flag("free_splits"),
        "attack": table.flag("wager_may_be_doubled"),
    }
    _word(table, "play", PLAYS, "best")
    if exchanges(draft) and (rules["natural"] != 1 or "strategy" in table or "play" in table):
        raise table.error("exchange", 'exchange goes with blackjack_pays = "1 to 1", and with best play alone')
    if "strategy" in table and "play" in table:
        raise table.error("strategy", "a draft is played by its strategy or by play, not both")
    try:
        return Game(values_of(shoe), **rules)
    except PitbossError as error:
        raise draft.error(("blackjack",), error.message) from None


def exchanges(draft: Draft) -> bool:
    """Whether the second cards of two hands may be exchanged (Blackjack Switch)."""
    return Table(draft, ("blackjack",), draft.data["blackjack"]).flag("exchange")


def price_rules(draft: Draft, progress: Progress = None) -> tuple[Fraction | float, Distribution, str, float]:
    """The edge of the rules of a draft, what a round brings, how they are played, and the seconds it took."""
    begin = time.perf_counter()
    game = game_in(draft)
    if exchanges(draft):
        return *_exchanged(draft, game, progress), time.perf_counter() - begin
    found = solved(draft, game, progress)
    edge = -exact_value(found)
    distribution = spread(found.results, found.wagered)
    table = draft.data["blackjack"]
    how = {
        "total-dependent": "basic strategy by total, pair and up card",
        "best chart": "the best chart of total, pair and up card",
    }
    played = how.get(table.get("play"), "best play of every hand")
    played = "play by the strategy of the draft" if "strategy" in table else played
    return edge, distribution, played, time.perf_counter() - begin


def _exchanged(draft: Draft, game: Game, progress: Progress) -> tuple[float, Distribution, str]:
    """The edge of two hands whose second cards may be exchanged, in units of both wagers."""
    try:
        both = switch_solution(game, (lambda done: progress("Blackjack", done)) if progress else None)
    except PitbossError as error:
        raise draft.error(("blackjack", "exchange"), error.message) from None
    halves = {result / 2: chance for result, chance in both.results.items()}
    how = "best play of each hand by its own cards, the other's first two and the up card, in floating-point numbers"
    return -both.value / 2, spread(halves, both.wagered / 2), how


def grid_lines(draft: Draft, progress: Progress = None) -> list[str]:
    """The best play by total, pair and up card, as lines of letters."""
    game = game_in(draft)
    _need_one_hand(draft)
    solved(draft, game, progress)
    return BestPlay(game).grid.lines()


def _need_one_hand(draft: Draft) -> None:
    if exchanges(draft):
        raise draft.error(("blackjack", "exchange"), "play depends on both hands where cards are exchanged, and has no chart")


def choices_of(draft: Draft, progress: Progress = None) -> list[dict[str, Any]]:
    """For every two cards of the player and every up card the chance, what is done, and what each choice brings in units of the
    wager, where the dealer has no Blackjack that ends the round."""
    records: list[dict[str, Any]] = []
    _need_one_hand(draft)
    for up in solved(draft, game_in(draft), progress).ups:
        for deal in deals(up):
            live = up.no_blackjack(deal.first, deal.second)
            records.append(
                {
                    "cards": f"{_name(deal.first)} {_name(deal.second)}",
                    "dealer": " ".join(_name(value) for value in shown(up.up)),
                    "best": "Blackjack" if deal.natural else WORDS[deal.best],
                    "chance": float(up.game.chance(up.up)) * deal.chance,
                    **{WORDS[choice]: value / live for choice, value in deal.choices.items() if value > NEVER},
                }
            )
    return records


def _name(value: int) -> str:
    return "A" if value == 0 else str(value + 1)


def lawful(game: Game) -> tuple[bool, str, str]:
    """Whether chapter 633a has a game: yes or no, the reason and its section."""
    for section, sentence, holds in PRINTED:
        if not holds(game):
            return False, f"chapter 633a says otherwise: {sentence}", section
    return True, "chapter 633a prints these rules", "633a.7"


def solved(draft: Draft, game: Game, progress: Progress = None) -> Solution:
    """The game of a draft, played as the draft says; raises BadDraft."""
    solve_game(game, (lambda done: progress("Blackjack", done)) if progress else None)
    table = draft.data["blackjack"]
    by = _grid(draft) if "strategy" in table else PLAYS[table.get("play", "best")]
    if not by:
        return solution(game)
    try:
        return played(game, by)
    except PitbossError as error:
        raise draft.error(("blackjack", "strategy" if "strategy" in table else "play"), error.message) from None


def _grid(draft: Draft) -> Grid:
    """The strategy of a draft: ten letters for each total or pair, under a two to an ace."""
    path = ("blackjack", "strategy")
    table = Table(draft, path, draft.data["blackjack"]["strategy"], ("hard", "soft", "pairs"))
    rows: dict[str, dict[int, str]] = {}
    for kind, least, most in (("hard", 4, 20), ("soft", 12, 20), ("pairs", 1, 10)):
        part = Table(draft, (*path, kind), table.data.get(kind, {}))
        rows[kind] = {}
        for key in part.data:
            total = {"A": 1}.get(key, int(key) if key.isdigit() and len(key) < 3 else 0)
            if not least <= total <= most:
                raise part.error(key, f"{key[:20]!r} is no row of {kind}: write {least} to {most}")
            rows[kind][total] = part.text(key).replace(" ", "")
    return Grid(rows["hard"], rows["soft"], rows["pairs"])


def _word(table: Table, key: str, words: dict[str, Any], default: str) -> Any:
    word = table.text(key, default)
    if word not in words:
        raise table.error(key, f"{key} must be one of {', '.join(words)}")
    return words[word]


def _net(table: Table, key: str, default: str) -> Fraction:
    try:
        return Pay.parse(table.text(key, default, 60)).net()
    except BadOdds as error:
        raise table.error(key, error.message) from None


def _totals(table: Table, key: str, least: int, most: int) -> tuple[int, ...]:
    """A list of totals."""
    listed = table.data.get(key, [])
    if not isinstance(listed, list) or not all(type(total) is int and least <= total <= most for total in listed):
        raise table.error(key, f"{key} must be a list of totals from {least} to {most}")
    return tuple(sorted(set(listed)))


def _values(table: Table, key: str) -> tuple[int, ...]:
    """The values of some cards, 0 for an ace."""
    listed = table.data.get(key, [])
    if not isinstance(listed, list) or not all(card == "A" or (type(card) is int and 2 <= card <= 10) for card in listed):
        raise table.error(key, f'{key} must be a list of 2 to 10 and "A", such as [10, "A"]')
    return tuple(sorted({0 if card == "A" else card - 1 for card in listed}))


def _doubles(table: Table) -> tuple[int, ...] | None:
    if isinstance(table.data.get("double"), list):
        return _totals(table, "double", 4, 20)
    found: tuple[int, ...] | None = _word(table, "double", DOUBLES, "any two cards")
    return found
