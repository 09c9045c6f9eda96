"""What a learner types is read as the act it means, or refused with what may be typed."""

import pytest

from pitboss.school.acts import BadAct
from pitboss.school.shorthand import Shorthand

TABLE = Shorthand(
    ["Ante", "Pair Plus", "Play", "Bet 1", "Bet 2"], ["no more bets", "no hand", "puts the cover card on the layout"]
)


@pytest.mark.parametrize(
    ("typed", "acts"),
    [
        ("d 1", ["deal seat_1"]),
        ("deal 1 3 d up", ["deal seat_1", "deal seat_3", "deal dealer up"]),
        ("r c 2", ["reveal community 2"]),
        ("r c 1-3; r d", ["reveal community 1-3", "reveal dealer"]),
        ("x s; x 5 3 d", ["discard stub", "discard seat_5", "discard seat_3", "discard dealer"]),
        ("b", ["draw discard rack"]),
        ("draw drawn in error", ["draw drawn in error"]),
        ("burn up", ["draw discard rack up"]),
        ("c 3 pp", ["collect seat_3 Pair Plus"]),
        ("c 3 bet 1", ["collect seat_3 Bet 1"]),
        ("c 3 bet 1 5", ["collect seat_3 Bet 1 500"]),
        ("p 1 ante $7.50", ["pay seat_1 Ante 750"]),
        ("p 1 pair 1,000", ["pay seat_1 Pair Plus 100000"]),
        ("pay seat_1 Ante $10", ["pay seat_1 Ante 1000"]),
        ("pay seat_1 Ante 1000", ["pay seat_1 Ante 1000"]),
        ("g 2 play; v 2 ante 1.25", ["return seat_2 Play", "vigorish seat_2 Ante 125"]),
        ("s no more", ["say no more bets"]),
        ("s puts the cover", ["say puts the cover card on the layout"]),
        ("s 3 soft 17", ["say seat_3 soft 17"]),
        ("s 17", ["say 17"]),
        ("say flush; jack high", ["say flush; jack high"]),
        ("f", ["call the floor"]),
        ("floor", ["call the floor"]),
        ("void", ["void"]),
        ("d 1h2; x 4s1", ["deal seat_1 hand 2", "discard seat_4 split 1"]),
        (" ; ", []),
    ],
)
def test_what_is_typed(typed: str, acts: list[str]) -> None:
    assert [act.line for act in TABLE.acts(typed)] == acts


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("dance", "'dance' is no act of a dealer; ? lists"),
        ("reveel d", "did you mean reveal?"),
        ("re 1", "'re 1' may mean reveal or return or restore"),
        ("p 1", "'p 1' is not enough: type seat and wager, as in `p 1 ante 10`"),
        ("c 1 p", "'p' may mean Pair Plus or Play"),
        ("c 1 side", "no wager here is called 'side'"),
        ("s no", "'s no' may mean 'no more bets' or 'no hand'"),
        ("s", "say what?"),
        ("d", "'d' names no place: type `d 1` for seat 1"),
        ("r 1 sideways", "there is no place 'sideways'"),
        ("shuffle well", "stands alone"),
    ],
)
def test_what_cannot_be_read(typed: str, told: str) -> None:
    with pytest.raises(BadAct) as refused:
        TABLE.acts(typed)
    assert told in refused.value.message
