"""Nobody is sent what he may not know: by allow-list, and by playing every round twice with other hidden cards.

What a viewer may know is written down here a second time, apart from the code.
"""

import ast
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

import pitboss
from pitboss.cards import NAMES, Card, parse
from pitboss.errors import IllegalDecision, IllegalWager, OutOfTurn
from pitboss.games import MODULES, NONBANKED, game
from pitboss.house import House
from pitboss.shoe import Shuffle, commit
from pitboss.table.commands import Report
from pitboss.table.steps import Act, Answer, Ask, Choice, Cut, Moment, Reply, Step
from pitboss.table.table import Table
from pitboss.table.view import faults, viewers
from pitboss.table.view.viewers import BACK, SHOWN, SPECTATOR, SURVEILLANCE, Asked, Option, Viewer, asked, in_text, redact, seen
from pitboss.table.view.views import layout_of, told
from tests.card_room.playing import opened, rig, saying
from tests.games.rigged import first_question, rigged_table
from tests.games.test_poker_properties import Sitting, sittings
from tests.strategies import Clockwork, Situation, decision, examples, records, situations, wagers
from tests.table.watching import VIEWERS, watched

COMMITMENT = re.compile(r"commitment [0-9a-f]+")
CARD = re.compile(r"(?<!\w)([2-9TJQKA][cdhs]|Jk)(?!\w)")

# ---------------------------------------------------------------------------- the allow-list

WHISPER = cast(Act, "whisper")  # of which nobody has heard


def acts_in_the_source() -> Iterator[tuple[str, str]]:
    """Every act that some line of the engine makes a step of, with the file: `Step(cite, "act", ...)`, made in whatever way."""
    for path in sorted(Path(pitboss.__file__).parent.rglob("*.py")):
        source = path.read_text()
        for node in ast.walk(ast.parse(source)) if "Step" in source else ():
            if not isinstance(node, ast.Call):
                continue
            made = isinstance(node.func, ast.Name) and node.func.id == "Step"
            fields = node.args if made else []
            if (
                isinstance(node.func, ast.Name)
                and node.func.id == "new"
                and [ast.unparse(arg) for arg in node.args[:1]] == ["Step"]
            ):
                assert isinstance(node.args[1], ast.Tuple)
                made, fields = True, node.args[1].elts
            if made and len(fields) > 1 and not isinstance(fields[1], ast.Starred):
                act = fields[1]
                known = isinstance(act, ast.Constant) or ast.unparse(act) in ("act", "step.act")  # of another step or a log
                assert known, f"{path.name}:{node.lineno} makes a step of an act that cannot be read here"
                if isinstance(act, ast.Constant):
                    yield str(act.value), path.name


def test_every_act_of_the_engine_is_on_the_allow_list() -> None:
    found = {act for act, _ in acts_in_the_source() if act}
    assert {"deal", "decide", "bet", "gather", "meter", "move", "surplus", "placed"} <= found
    assert found <= set(SHOWN)


def test_an_act_that_nobody_listed_shows_that_it_happened_and_where() -> None:
    step = Step("565.8(d)", WHISPER, "seat_1", tuple(parse("As Ks")), "up", "Ante", 500, "two spades")
    for viewer in VIEWERS:
        assert seen(step, viewer, True) == Step("", WHISPER, "seat_1")
        assert redact([step], [viewer], True) == [[Step("", WHISPER, "seat_1")]]


def test_a_field_that_nobody_listed_does_not_pass() -> None:
    said = Step("565.8(d)", "say", "seat_1", tuple(parse("As")), "up", "Ante", 500, "hello")
    paid = Step("565.12(b)", "pay", "seat_1", tuple(parse("As")), "up", "Ante", 500, "1 to 1")
    passing = [Step("565.8(d)", "say", "seat_1", note="hello")]
    passing.append(Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=500, note="1 to 1"))
    for viewer in VIEWERS:
        assert redact([said, paid], [viewer], True)[0] == passing == [seen(step, viewer, True) for step in (said, paid)]
    assert in_text(replace(said, cards=(), face="")) == in_text(passing[0])  # whatever else, it does not leave the house


def test_of_an_act_that_is_nobodys_affair_the_number_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(viewers.SHOWN, WHISPER, None)
    steps = [Step("565.8(d)", "say", note="a"), Step("565.8(d)", WHISPER, note="b"), Step("565.8(d)", "say", note="c")]
    for viewer in VIEWERS:
        assert redact(steps, [viewer], True)[0] == [steps[0], None, steps[2]] == [seen(step, viewer, True) for step in steps]


def test_cards_that_are_not_dealt_have_backs_for_surveillance_too() -> None:
    cards = tuple(parse("As Ks Qs"))
    for step in (
        Step("565.8(e)", "discard", "stub", cards, "down"),
        Step("565.13(c)", "take", "stack", cards, "down"),
        Step("633a.14(f)", "take", "discard rack", cards, "down"),
    ):
        for viewer in VIEWERS:
            shown = seen(step, viewer, True)
            assert shown is not None and shown.cards == (BACK, BACK, BACK)
    burned = Step("637a.11(h)", "draw", "burn cards", cards, "down")
    assert seen(burned, SURVEILLANCE, True) is burned


@pytest.mark.parametrize("place", ["seat_3", "seat_3 split 1", "seat_3 hand 2"])
def test_a_card_that_lies_face_down_is_seen_by_its_player_where_players_look(place: str) -> None:
    deal = Step("633a.10(b)", "deal", place, tuple(parse("As")), "down")
    for viewer, sees in ((Viewer.at(3), True), (Viewer.at(2, 3), True), (Viewer.at(1), False), (SPECTATOR, False)):
        shown, hidden = seen(deal, viewer, looks=True), seen(deal, viewer, looks=False)
        assert shown is not None and hidden is not None
        assert shown.cards == (deal.cards if sees else (BACK,))
        assert hidden.cards == (BACK,)
    assert seen(deal, SURVEILLANCE, looks=False) is deal


def test_who_takes_over_a_seat_does_not_see_the_cards_of_who_had_it() -> None:
    deal = Step("565.8(d)", "deal", "seat_3", tuple(parse("As")), "down")
    steps = [
        Step("565.7(b)", "sit", "seat_3", cents=500, note="Ann"),
        Step("565.7(b)", "sit", "seat_4", cents=500, note="Ann"),
        deal,
        Step("565.8(d)", "deal", "seat_4", tuple(parse("Ks")), "down"),
        Step("565.7(b)", "leave", "seat_3", cents=500),
        deal,
        Step("565.7(b)", "sit", "seat_3", cents=500, note="Bob"),
        deal,
    ]

    def sees(viewer: Viewer) -> list[str]:
        (mine,) = redact(steps, [viewer], looks=True)
        return ["".join(row[3]) for row in map(in_text, mine) if row is not None and row[1] == "deal"]

    assert sees(Viewer("Ann")) == ["As", "Ks", "??", "??"]
    assert sees(Viewer("Bob")) == ["??", "??", "??", "As"]
    assert sees(Viewer("Cid")) == ["??"] * 4
    assert Viewer("Ann").after(steps) == Viewer("Ann", frozenset({4}))
    assert sees(SURVEILLANCE) == ["As", "Ks", "As", "As"]


def test_what_a_player_sets_is_his_and_so_is_the_paragraph_that_let_him_choose() -> None:
    """§ 678a.11(b)(3) is for six cards of a suit: who reads it in a step knows what the player holds."""
    cards = tuple(parse("As Ks"))
    for cite, others, whose in (
        ("645a.11(a)", "645a.11(a)", cards),
        ("678a.11(b)(3)", "678a.11(b)", ()),
        ("678a.11(b)(3)", "678a.11(b)", cards),
    ):
        step = Step(cite, "decide", "seat_3", whose, "down", "Play", 500, "set")
        shown = Step(others, "decide", "seat_3", (BACK,) * len(whose), "down", "Play", 500, "set")
        assert redact([step], [Viewer.at(3), Viewer.at(2), SPECTATOR, SURVEILLANCE], True) == [[step], [shown], [shown], [step]]
    plain = Step("565.11(b)", "decide", "seat_3", note="play")
    assert redact([plain], [SPECTATOR], True)[0][0] is plain


def test_every_camera_sees_every_card_that_was_dealt() -> None:
    deal = Step("565.8(d)", "deal", "seat_3", tuple(parse("As")), "down")
    assert redact([deal], [SURVEILLANCE, SPECTATOR, SURVEILLANCE], True) == [
        [deal],
        redact([deal], [SPECTATOR], True)[0],
        [deal],
    ]


def test_a_card_that_is_dealt_face_down_lies_face_down_for_all() -> None:
    for number in (1, 2):
        deal = Step("565.8(d)", "deal", "seat_3", tuple(parse("As Ks"))[:number], "down")
        assert redact([deal], [SPECTATOR], True) == [[Step("565.8(d)", "deal", "seat_3", (BACK,) * number, "down")]]


def test_steps_keep_their_order_around_a_player_who_sits_down() -> None:
    steps = [Step("565.7(b)", "say", note="a"), Step("565.7(b)", "sit", "seat_3", cents=5, note="Ann")]
    steps += [Step("565.7(b)", "say", note="b"), Step("565.7(b)", "leave", "seat_3"), Step("565.7(b)", "say", note="c")]
    for viewer in VIEWERS:
        assert redact(steps, [viewer], True) == [steps]


def test_viewers_keep_their_order_around_a_player_who_sits_down() -> None:
    deal = Step("565.8(d)", "deal", "seat_3", tuple(parse("As")), "down")
    steps = [Step("565.7(b)", "sit", "seat_3", cents=5, note="Ann"), deal]
    assert redact(steps, [Viewer("Ann"), SPECTATOR], True) == [steps, redact(steps, [SPECTATOR], True)[0]]


@pytest.mark.parametrize("chapter", MODULES)
@examples(40)
@given(data=st.data())
def test_steps_are_redacted_together_as_they_are_one_by_one(chapter: str, data: st.DataObject) -> None:
    known: dict[tuple[int, int, bool], tuple[Step, Step | None]] = {}  # steps that were looked at after an earlier reply

    def alone(step: Step, at: int, looks: bool) -> Step | None:
        """A step by itself, as one of the viewers sees it."""
        key = id(step), at, looks
        if key not in known:
            known[key] = step, seen(step, VIEWERS[at], looks)
        return known[key][1]

    def watch(table: Table) -> None:
        current = table.round or table.last
        assert current is not None
        for looks in (True, False):
            for at, mine in enumerate(redact(current.steps, VIEWERS, looks)):
                assert mine == [alone(step, at, looks) for step in current.steps]
                for step, got in zip(current.steps, mine, strict=True):
                    assert got is not None and len(got.cards) == len(step.cards)
                    assert step.cards or step.act == "decide" or got is step, "a step without cards is the same for all"
            if table.round is None:  # with who sits there and what was placed for the next
                for viewer in VIEWERS:
                    (mine,) = redact(told(table), [replaced(viewer, player="")], looks)
                    assert mine == [seen(step, viewer, looks) for step in told(table)]

    watched(data, chapter, watch)


# ---------------------------------------------------------------------------- no card that was not dealt


@pytest.mark.parametrize("chapter", MODULES)
@examples(40)
@given(data=st.data())
def test_no_undealt_card_is_sent_to_anybody(chapter: str, data: st.DataObject) -> None:
    """A deck holds each card once, so that its text must not occur; of a shoe no more of it than have left the shoe."""

    def watch(table: Table) -> None:
        current = table.round or table.last
        assert current is not None
        looks = table.game.looks(table.house)
        left = [NAMES[card] for step in current.steps if step.act in ("deal", "draw") for card in step.cards]
        named = incidents(table)
        for viewer, mine in zip(VIEWERS, redact(current.steps, VIEWERS, looks), strict=True):
            shown = [NAMES[card] for step in mine if step is not None for card in step.cards if card != BACK]
            sent = msgspec.json.encode([[in_text(step) for step in mine], str(asked([table.request], viewer))]).decode()
            assert set(CARD.findall(sent)) <= {*left, *named}
            for step in mine:
                assert step is not None
                if step.act == "take" or step.who == "stub":
                    assert set(step.cards) <= {BACK}
            lying = [hand for hand in layout_of(table, viewer).hands.values() if not hand.gone]
            faces = [card for hand in lying for card in hand.cards if card != "??"]
            assert all(faces.count(card) <= left.count(card) for card in set(faces)), "a card lies there too often"
            assert viewer.everything or set(shown) <= set(left)

    watched(data, chapter, watch)


def incidents(table: Table) -> set[str]:
    """The cards that were said aloud when something went wrong."""
    said = [r.deed.detail for r in records(table) if isinstance(r.deed, Report)]
    return set(CARD.findall(json.dumps(said)))


# ---------------------------------------------------------------------------- questions


def test_choices_go_to_the_one_who_is_asked() -> None:
    cards = tuple(parse("As Kd"))
    ask = Ask(
        2, (Choice("play", 500, 1500, 100, 500), Choice("discard", of=cards, number=(1, 2))), "657a.11(b)", "hand 1", 500, 7
    )
    options = (Option("play", 500, 1500, 100, 500), Option("discard", of=("As", "Kd"), number=(1, 2)))
    answered = asked([ask], Viewer.at(1, 2), lambda asked: Answer("fold"))
    assert answered == (Asked(2, options, "657a.11(b)", "hand 1", 500, 7, "fold"),)
    for viewer in (SPECTATOR, SURVEILLANCE, Viewer.at(1), Viewer.at(3, 4)):
        assert msgspec.json.encode(asked([ask], viewer)) == b'[{"seat":2}]'
    assert asked([None], SPECTATOR) == ()
    both = asked([ask, Ask(3, (Choice("fold"),), "657a.11(b)")], Viewer.at(3))
    assert [(question.seat, len(question.choices)) for question in both] == [(2, 0), (3, 1)]


def test_the_cut_is_offered_to_its_seat_alone() -> None:
    cut = Cut(2, 26, 286, "633a.6(d)")
    options = (Option("cut", 26, 286), Option("refuse"))
    assert asked([cut], Viewer.at(2)) == (Asked(2, options, "633a.6(d)", silent="refuse"),)
    assert asked([cut], SPECTATOR) == asked([cut], Viewer.at(1)) == (Asked(2),)


def test_a_question_without_a_default_answer_is_asked_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[tuple[str, Step, Exception]] = []
    monkeypatch.setattr(faults, "report", lambda *report: reports.append(report))
    error = ValueError("no answer")

    def fail(ask: Ask) -> Answer:
        raise error

    ask = Ask(2, (Choice("play"),), "565.11(b)")
    assert asked([ask], Viewer.at(2), fail) == (Asked(2, (Option("play"),), "565.11(b)"),)
    assert reports == [("answered for the silent", Step("565.11(b)", "decide", "seat_2"), error)]


@pytest.mark.parametrize(
    ("chapter", "house", "cards"),
    [
        ("657a", {}, ("Ac Ad 2h 3s 9c", "Kc Qd 2h 3s 9c")),  # aces may play three times the Ante
        ("678a", {}, ("2h 4h 6h 8h Th Qc 3c", "2h 4h 6h 8c Tc Qd 3d")),  # so long a flush may raise more
        ("633a", {"from_the_hand": True, "shuffler": "automated"}, ("8c 8d", "8c 9d")),  # a pair may be split
    ],
)
def test_what_somebody_may_choose_does_not_tell_the_others_what_he_holds(
    chapter: str, house: dict[str, Any], cards: tuple[str, str]
) -> None:
    sent = []
    for hand in cards:
        table = rigged_table(game(chapter), (1, 2), {"seat_1": hand, "dealer": "9s 7s"}, **house)
        for seat in (1, 2):
            table.bet(seat, table.game.suggest(table.house))
        ask = first_question(table)
        while ask.seat != 1 or len(ask.choices) < 2:
            ask = table.reply(table.verify(ask, ask.choices[-1].word))  # type: ignore[assignment]
        word = next(choice for choice in ask.choices if choice.word in ("fold", "stand"))
        table.reply(table.verify(ask, word.word))
        assert table.round is not None
        looks = table.game.looks(table.house)
        for viewer in (SPECTATOR, Viewer.at(2), SURVEILLANCE):
            assert asked([ask], viewer) == (Asked(1),)
        steps = redact(table.round.steps, [SPECTATOR, Viewer.at(2)], looks)
        sent.append([[row for row in map(in_text, mine) if row is not None and row[2] == "seat_1"] for mine in steps])
        assert len(asked([ask], Viewer.at(1))[0].choices) == len(ask.choices)
    assert sent[0] == sent[1]


@pytest.mark.cites("637a.16(f)", "637a.18(e)")
def test_nobody_learns_of_a_full_house_by_its_player_being_asked() -> None:
    sent = []
    for hand in ("Ah Ad", "Ah 7d"):
        table = opened("637a", structure="no limit", high_hand=True, high_hand_minimum_players=3)
        rig(table, {"seat_1": hand, "community": "As Ks Kc"})
        driver = saying("1: call", "2: check", "1: bet 2000", "2: fold", "3: fold", "1: no show")
        questions, request = [], table.begin()
        while request is not None:
            questions.append(asked([request], Viewer.at(2)))
            request = table.reply(driver(table, request))
        assert table.last is not None
        rows = [in_text(step) for step in redact(table.last.steps, [Viewer.at(2)], True)[0]]
        sent.append(COMMITMENT.sub("", json.dumps(rows)) + str(questions))
    assert "no show" in sent[0]
    assert sent[0] == sent[1]


# ---------------------------------------------------------------------------- two runs that differ in hidden cards


class Marked(int):
    """A card that knows its place in the shuffled order."""

    at: int = -1


class Swapping(Clockwork):
    """Chance that marks the cards of the first shuffle from some time on, and swaps two places of it."""

    def __init__(self, seed: int, swap: tuple[int, int] | None = None) -> None:
        super().__init__(seed)
        self.swap = swap
        self.marking = False
        self.order: tuple[Marked, ...] = ()

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        found = super().shuffle(cards)
        if not self.marking or self.order:
            return found
        order = list(found.order)
        if self.swap is not None:
            one, other = self.swap
            order[one], order[other] = order[other], order[one]
        self.order = tuple(map(Marked, order))
        for at, card in enumerate(self.order):
            card.at = at
        return Shuffle(self.order, found.salt, commit(self.order, found.salt))


@dataclass(frozen=True)
class Evening:
    """A table, who sits there, and the seed of all that is said; the round after `before` others is compared."""

    chapter: str
    house: dict[str, Any]
    stacks: tuple[tuple[int, int], ...]
    seed: int
    before: int = 0

    def last_round(self, swap: tuple[int, int] | None = None, said: Sequence[Reply] | None = None) -> "Run | None":
        """The round that is compared, with what was `said` in another run of it; None if nobody can play, or it needs no
        shuffle."""
        chance, rng = Swapping(self.seed, swap), random.Random(self.seed)
        table = Table(game(self.chapter), House.of(self.chapter, self.house), chance)
        for number, cents in self.stacks:
            table.sit(number, f"player {number}", cents)
        for at in range(self.before + 1):
            chance.marking = at == self.before
            for number in table.seats if table.game.dealt_in is None else ():
                if mine := wagers(rng, table.game, table.house, table.chips(number)):
                    table.bet(number, mine)
            run = Run(table, chance, rng)
            try:
                run.play(said if chance.marking else None)
            except IllegalWager:
                return None
        return run if chance.order else None


@dataclass
class Run:
    """One round: what happened and was asked, in its order, and what was said."""

    table: Table
    chance: Swapping
    rng: random.Random
    events: list[Step | Ask | Cut] = field(default_factory=list)
    said: list[Reply] = field(default_factory=list)

    def play(self, said: Sequence[Reply] | None) -> None:
        """Plays the round as long as what is said there is lawful."""
        self.table.begin()
        self.take_down()
        while self.table.request is not None:
            try:
                reply = self.reply() if said is None else said[len(self.said)]
                self.table.reply(reply)
            except (IndexError, IllegalDecision, OutOfTurn):  # the run whose replies these are took another course
                assert said is not None
                return
            self.said.append(reply)
            self.take_down()

    def reply(self) -> Reply:
        """Any lawful answer."""
        request = self.table.request
        if isinstance(request, Ask):
            return decision(self.rng, self.table, request)
        if isinstance(request, Cut):
            return self.rng.choice((None, request.least, request.most))
        assert isinstance(request, Moment)
        return request.waits_for

    def take_down(self) -> None:
        """What has happened since, and what is asked now."""
        current = self.table.round or self.table.last
        assert current is not None
        known = sum(isinstance(event, Step) for event in self.events)
        self.events += current.steps[known:]
        if isinstance(self.table.request, Ask | Cut):
            self.events.append(self.table.request)


def open_to(step: Step, viewer: Viewer, looks: bool) -> tuple[Card, ...]:
    """The cards of a step that a player or spectator sees by the rules of the game."""
    own = step.who.split(" ")[0] in {f"seat_{n}" for n in viewer.seats}
    lies_open = step.face == "up" and step.act in ("deal", "draw", "reveal", "move")
    return step.cards if lies_open or (own and (step.act == "decide" or (looks and step.act == "deal"))) else ()


def sent_to(event: Step | Ask | Cut, viewer: Viewer, looks: bool) -> str:
    """What a viewer is sent of an event. A commitment is to all cards, and differs with them."""
    if isinstance(event, Step):
        return COMMITMENT.sub("commitment", json.dumps(in_text(seen(event, viewer, looks))))
    return msgspec.json.encode(asked([event], viewer)).decode()


def hidden_from(viewer: Viewer, run: Run, looks: bool) -> tuple[list[int], list[int]]:
    """Where cards lay in the shuffled order that were dealt face down and not seen by a viewer then, and those never dealt."""
    dealt = [step for step in run.events if isinstance(step, Step) and step.act in ("deal", "draw")]
    hidden = [c.at for s in dealt if not open_to(s, viewer, looks) for c in s.cards if isinstance(c, Marked)]
    taken = {c.at for s in dealt for c in s.cards if isinstance(c, Marked)}
    return hidden, [card.at for card in run.chance.order if card.at not in taken]


def swapped(said: Sequence[Reply], one: Card, other: Card) -> list[Reply]:
    """The same replies, by players who hold one card instead of the other."""
    names = {NAMES[one]: NAMES[other], NAMES[other]: NAMES[one]}

    def renamed(word: str) -> str:
        return " ".join(names.get(part, part) for part in word.split(" "))

    return [replace(reply, word=renamed(reply.word)) if isinstance(reply, Answer) else reply for reply in said]


def is_announced(before: Step | Ask | Cut, one: Step | Ask | Cut, other: Step | Ask | Cut) -> bool:
    """Whether the rules of 21 make public what a hidden card does, without showing it: the reader says whether the hole card
    makes a Blackjack (§ 633a.7(h), § 635a.7(g)); a hand held face down that is over 21 is laid away (§ 633a.12(b)(6)(ii))."""
    if one == other:
        return False
    notes = [event.note for event in (before, one, other) if isinstance(event, Step)]
    return any(note.startswith(("inserts the hole card into the card reader", "over 21: sets")) for note in notes)


def compare(first: Run, second: Run, viewer: Viewer, looks: bool, swap: tuple[int, int]) -> int:
    """How far two runs go until a viewer sees a card that differs; until then he must have been sent the same."""

    def shows(event: Step | Ask | Cut) -> bool:
        return isinstance(event, Step) and any(getattr(c, "at", -1) in swap for c in open_to(event, viewer, looks))

    for at, (one, other) in enumerate(zip(first.events, second.events, strict=False)):
        if shows(one) or shows(other) or (at and is_announced(first.events[at - 1], one, other)):
            return at
        if one != other:  # else the same is sent of both
            before, after = sent_to(one, viewer, looks), sent_to(other, viewer, looks)
            assert before == after, f"event {at} tells {viewer} of a hidden card: {one} {other}"
    return min(len(first.events), len(second.events))


@st.composite
def evenings(draw: st.DrawFn, chapter: str) -> Evening:
    """A sitting at a chapter's table with two seats or more."""
    seed = draw(st.integers(0, 2**32))
    if chapter in NONBANKED:
        sitting: Sitting = draw(sittings(chapter))
        return Evening(chapter, sitting.house, sitting.stacks, seed, draw(st.integers(0, 1)))
    situation: Situation = draw(situations(chapter))
    stacks = tuple((number, cents) for number, _, cents in situation.seats)
    return Evening(chapter, situation.house, stacks, seed, draw(st.integers(0, 1)))


@pytest.mark.parametrize("chapter", MODULES)
@examples(60)
@given(data=st.data())
def test_hidden_cards_change_nothing_that_is_sent(chapter: str, data: st.DataObject) -> None:
    evening: Evening = data.draw(evenings(chapter))
    first = evening.last_round()
    assume(first is not None)
    assert first is not None
    looks = first.table.game.looks(first.table.house)
    seats = [number for number, _ in evening.stacks]
    for viewer in (SPECTATOR, Viewer.at(seats[0]), Viewer.at(*seats[:2])):
        hidden, undealt = hidden_from(viewer, first, looks)
        for one in data.draw(st.permutations(hidden))[:3]:
            other = data.draw(st.sampled_from([at for at in (*hidden, *undealt) if at != one]))
            card, instead = first.chance.order[one], first.chance.order[other]
            second = evening.last_round((one, other), swapped(first.said, card, instead))
            assert second is not None
            compare(first, second, viewer, looks, (one, other))


@pytest.mark.parametrize("chapter", MODULES)
def test_two_such_runs_are_compared_far_beyond_the_deal(chapter: str) -> None:
    beyond = []
    for seed in range(8):
        evening = Evening(chapter, {}, ((1, 50_000), (2, 50_000), (3, 50_000)), seed)
        first = evening.last_round()
        assert first is not None
        looks = first.table.game.looks(first.table.house)
        hidden, undealt = hidden_from(SPECTATOR, first, looks)
        if chapter in ("633a", "635a"):  # the first is burned
            hidden = hidden[1:]
        one, other = hidden[0], undealt[-1]
        said = swapped(first.said, first.chance.order[one], first.chance.order[other])
        second = evening.last_round((one, other), said)
        assert second is not None
        dealt = [any(getattr(c, "at", -1) == one for c in e.cards) if isinstance(e, Step) else False for e in first.events]
        beyond.append(compare(first, second, SPECTATOR, looks, (one, other)) - dealt.index(True))
    assert sorted(beyond)[len(beyond) // 2] > 10, beyond
