"""What is asked, in one sentence: at every decision of every stored playthrough, with the amounts of its choices."""

import pytest

import tests.test_playthroughs as stored
from pitboss.money import dollars
from pitboss.table.steps import Ask, Cut, Request
from pitboss.table.view.viewers import SPECTATOR, Asked, Option, Viewer, asked
from pitboss.telling.questions import question


@pytest.fixture(scope="module")
def requests() -> list[Request]:
    """Everything that is asked in some playthroughs of each kind of game."""
    found: list[Request] = []
    answer = stored.answer

    def noted(*arguments: object, **about: object) -> object:
        found.extend(each for each in arguments if isinstance(each, Ask | Cut))
        return answer(*arguments, **about)  # type: ignore[arg-type]

    names = ("565-hand", "677a-hand", "633a-switch", "635a-shoe", "561-surrender", "645a-bank", "637a-draw", "637a-hold-em")
    patch = pytest.MonkeyPatch()
    patch.setattr(stored, "answer", noted)
    for each in stored.PLAYTHROUGHS:
        if each.name in names:
            stored.play(each)
    patch.undo()
    return found


def test_whoever_is_asked_reads_his_choices_and_their_amounts(requests: list[Request]) -> None:
    sentences = set()
    for request in requests:
        assert isinstance(request, Ask | Cut)
        said = question(asked([request], Viewer.at(request.seat)), {request.seat})
        assert said is not None and said[0] == request.cite
        sentences.add(said[1])
        if isinstance(request, Ask):
            for choice in request.choices:
                if choice.word != "call" and choice.most:
                    assert dollars(choice.most) in said[1], said
            assert said[1].endswith("?" if len(request.choices) > 1 else "."), said
            assert said[1].lower().startswith(request.about.lower())
        assert said[1][0].isupper() and "{" not in said[1]
    assert "Play for $5, or fold?" in sentences and any("Cut the cards" in each for each in sentences)
    assert any(each.startswith("Hand 1: ") for each in sentences) and len(sentences) > 25


def test_others_read_that_he_is_asked_and_nothing_of_what(requests: list[Request]) -> None:
    for request in requests:
        assert isinstance(request, Ask | Cut)
        assert question(asked([request], SPECTATOR)) == ("", f"Seat {request.seat} is asked.")


def test_several_are_asked_together() -> None:
    assert question([Asked(5), Asked(1), Asked(3)]) == ("", "Seats 1, 3 and 5 are asked.")
    mine = Asked(3, (Option("play", 500, 500), Option("fold")), "565.11(b)")
    assert question([Asked(1), mine], {3}) == ("565.11(b)", "Play for $5, or fold?")
    assert question([Asked(1), mine], {3, 4}) == ("565.11(b)", "Seat 3: play for $5, or fold?"), "he has two seats"
    assert question([]) is None
