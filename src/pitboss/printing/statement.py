"""A statement of one round, for a dispute: cards, wagers, every step with its paragraph, what the paragraphs that decided it
require, readings of the text that bear on it, what proves it, and lines to sign."""

from collections.abc import Iterator

from pitboss.cards import CARDS, SIGNS
from pitboss.errors import UnknownCitation
from pitboss.money import dollars
from pitboss.printing.paper import Heading, Paper, Part, Signed, Table, paper
from pitboss.printing.press import Matter
from pitboss.rulebook import Erratum, errata, paragraph
from pitboss.table.money.ledger import MONEY
from pitboss.table.steps import COMMUNITY, DEALER, Step, seat_of, suffix_of
from pitboss.table.table import Table as GameTable
from pitboss.telling.plain import say
from pitboss.telling.played_rounds import PlayedRound, gains
from pitboss.telling.sentences import SILENT
from pitboss.words import toml

DECIDING = MONEY | {"void", "decide"}  # acts whose paragraphs decide what a player gets
COMPARING = "reveal"  # hands are ranked against each other
RANKING = "rankings"  # the section that does so, by a word of its heading
SIGNERS = ("For the certificate holder", "Player", "Board representative")
ALL_DEFAULTS = "The house chose nothing but what its chapter has where nothing is said."
NONE = "No reading of an unclear passage of the text bears on a paragraph that this round cites."


def statement(
    table: GameTable,
    played: PlayedRound,
    seat: int,
    proof: list[str],
    log: str,
    digest: str,
    when: tuple[str, str] = ("", ""),
) -> Matter:
    """The statement as the press takes it; of one seat, or of all for seat 0. `proof` says what the replay proves, `when` the
    times at which the round began and was over."""
    book = table.house.chapter
    steps = played.about(seat)
    parts = [
        *_about(table, played, seat, log, when),
        *_wagers(played, seat),
        *_cards(played, seat),
        *_steps(steps, {number: at.player for number, at in played.layout.seats.items() if seat in (0, number)}),
        *_rules(steps),
        *_readings(table, steps),
        *_proofs(steps, proof, digest),
        Heading("Signatures"),
        *(Signed(((f"{who}, name and signature", ""), ("Date and time", "")), shares=(2, 1)) for who in SIGNERS),
    ]
    title = f"Round {played.number}" + (f", seat {seat}" if seat else "")
    foot = f"{book.game}, {title.lower()}, {log}"
    return paper(Paper(f"{book.game}: {title}", parts, "STATEMENT OF A ROUND", f"Chapter {book.chapter}", foot))


def _about(table: GameTable, played: PlayedRound, seat: int, log: str, when: tuple[str, str]) -> Iterator[Part]:
    opening = table.opening
    yield Signed((("Table", opening.name or log), ("Round", str(played.number))))
    yield Signed((("Seat in dispute", str(seat) if seat else "all"), ("Played, by the clock of the table", _period(*when))))
    yield Signed((("Certificate holder and facility", ""), ("Reference number", "")))
    chosen = ", ".join(f"{option} = {toml(value)}" for option, value in opening.house.items())
    yield f"Choices of the house: {chosen}; all others as the chapter has them." if chosen else ALL_DEFAULTS
    void = next((step for step in played.steps if step.act == "void"), None)
    if void is not None:
        yield f"All hands of this round are void under § {void.cite}: {void.note}. Wagers went back."


def _period(began: str, over: str) -> str:
    """From when to when, the day once; a line to fill in where no clock ran.

    >>> _period("2026-03-06T21:04:05+00:00", "2026-03-06T21:06:00+00:00")
    '2026-03-06, 21:04:05 to 21:06:00 UTC'
    >>> _period("2026-03-06T23:59:05+00:00", "2026-03-07T00:00:00+00:00")
    '2026-03-06, 23:59:05 to 2026-03-07, 00:00:00 UTC'
    """
    if not began:
        return ""
    (day, start), (last, end) = (time.removesuffix("+00:00").split("T") for time in (began, over))
    return f"{day}, {start} to {'' if day == last else f'{last}, '}{end} UTC"


def _wagers(played: PlayedRound, seat: int) -> Iterator[Part]:
    yield Heading("What was wagered and paid")
    if (ledger := played.ledger) is None:
        yield "The accounts of this round do not balance; it was undone."
        return
    rows = []
    for who in sorted(ledger.players, key=seat_of):
        number = seat_of(who)
        if seat and number != seat:
            continue
        name = " ".join(filter(None, (f"Seat {number}", played.player(number))))
        placed, back = ledger.placed[who], ledger.back[who]
        for wager in dict.fromkeys((*placed, *back)):
            rows.append((name, wager, dollars(placed.get(wager, 0)), dollars(back.get(wager, 0)), _how(played, who, wager)))
        rows.append((name, "In all", "", "", gains(ledger.players[who])))
    yield Table(("Player", "Wager", "Placed", "Came back", "How"), rows, numbers=None, widths=(1.3, 1.4, 0.8, 0.9, 2))


def _how(played: PlayedRound, who: str, wager: str) -> str:
    """How a wager was settled, with the paragraphs."""
    done = (step for step in played.steps if (step.who, step.wager) == (who, wager) and step.act in MONEY - {"wager", "bet"})
    return "; ".join(f"{step.act} § {step.cite}{f' ({step.note})' if step.note else ''}" for step in done)


def _cards(played: PlayedRound, seat: int) -> Iterator[Part]:
    rows = []
    for place, hand in played.layout.hands.items():
        number = seat_of(place)
        if hand.cards and (place in (DEALER, COMMUNITY) or (number and seat in (0, number))):
            name = f"Seat {number}{suffix_of(place)} {played.player(number)}".strip() if number else place.capitalize()
            rows.append((name, " ".join(SIGNS[CARDS[card]] for card in hand.cards), hand.label))
    if rows:
        yield Heading("Cards")
        yield Table(("Hand", "Cards", "Called"), rows, numbers=None, widths=(1.3, 2, 2))


def _steps(steps: list[Step], players: dict[int, str]) -> Iterator[Part]:
    yield Heading("Every step")
    rows = [(f"§ {cite}", sentence) for cite, sentence in say(steps)]
    yield Table(("Paragraph", "What happened"), rows, numbers=None, widths=(1, 4), whole=False)
    if players:
        yield "Seats: " + ", ".join(f"{number} {name}" for number, name in sorted(players.items())) + "."


def _rules(steps: list[Step]) -> Iterator[Part]:
    """What the paragraphs that decided the round require, in our words."""
    rows = []
    for cite in dict.fromkeys(step.cite for step in steps if step.act in DECIDING and step.cite):
        try:
            rows.append((f"§ {cite}", paragraph(cite).says))
        except UnknownCitation:  # several paragraphs together
            continue
    if rows:
        yield Heading("What these paragraphs require, in our words")
        yield Table(("Paragraph", "It requires"), rows, numbers=None, widths=(1, 4), whole=False)


def readings(table: GameTable, steps: list[Step]) -> list[Erratum]:
    """The entries of the register that bear on a round: those about a paragraph that a step cites and, where hands were shown,
    about how hands rank."""
    book = table.house.chapter
    cited = {step.cite for step in steps if step.act not in SILENT}
    ranking = [section for section, heading in book.sections.items() if RANKING in heading.lower()]
    compared = any(step.act == COMPARING for step in steps)

    def bears(cite: str) -> bool:
        under = any(each == cite or each.startswith(f"{cite}(") for each in cited)
        return under or (compared and cite.split("(")[0] in ranking)

    return [each for each in errata(book.chapter) if any(map(bears, each.cites))]


def _readings(table: GameTable, steps: list[Step]) -> Iterator[Part]:
    yield Heading("Readings of the text that bear on this round")
    own = f"{table.house.chapter.chapter}."
    rows = []
    for each in readings(table, steps):
        cites = ", ".join(f"§ {cite}" for cite in each.cites if cite.startswith(own))
        rows.append((cites, each.says, each.adopted, each.effect))
    if not rows:
        yield NONE
        return
    heads = ("Paragraph", "The text", "Reading in force", "What the other reading would do")
    yield Table(heads, rows, numbers=None, widths=(1, 1.6, 1.6, 1.8), whole=False)


def _proofs(steps: list[Step], proof: list[str], digest: str) -> Iterator[Part]:
    yield Heading("What proves it")
    yield from proof
    shuffles = [(f"Shuffle, § {step.cite}", step.note) for step in steps if step.act == "shuffle" and step.note]
    yield Table(("", "Digest"), [*shuffles, ("The log, SHA-256", digest)], numbers=None, widths=(1, 3))
