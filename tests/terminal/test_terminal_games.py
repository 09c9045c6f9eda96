"""Every game in the terminal: one seat and a full table, each way of dealing, every optional wager, replayed from its log."""

from pathlib import Path

import pytest

from pitboss.games import BANKED
from pitboss.rulebook import chapter
from tests.incident_tables import everything
from tests.terminal.conftest import Run

# What does not fit a prompt is refused there and the next line is read.
DECISIONS = "house\nno surrender\nno insurance\nbet 1x\nbet\nplay\nraise\nlet it ride\ncheck\nstand\n" * 12


def ways(number: str) -> list[str]:
    """The ways of dealing that a house of the chapter may choose."""
    return next((list(o.allowed) for o in chapter(number).options if o.option == "dealing"), ["shoe"])


@pytest.mark.parametrize(("number", "dealing"), [(n, way) for n in BANKED for way in ways(n)])
def test_every_game_is_played_by_each_way_of_dealing(pipe: Run, tmp_path: Path, number: str, dealing: str) -> None:
    offered, wagers = everything(number) if number != "633a" else ({}, {"Blackjack": 500})
    house = tmp_path / "house.toml"
    chosen = offered | ({"dealing": dealing} if dealing != "shoe" else {})
    house.write_text(
        "".join(f"{o} = {str(v).lower() if v is True else repr(v)}\n" for o, v in chosen.items()), encoding="utf-8"
    )
    bet = ", ".join(f"{name}={cents / 100:g}" for name, cents in wagers.items())
    for others in (0, int(chapter(number).limit("seats")) - 1):
        log = tmp_path / f"{others}.log"
        arguments = ("play", number, "--seed", 4, "--rounds", 1, "--bots", others, "--house", house, "--log", log)
        ran = pipe(*arguments, lines=f"{bet}\n{DECISIONS}")
        assert (ran.status, ran.err) == (0, ""), ran.out
        assert "Sitting: 1 round" in ran.out
        for wager in wagers:
            assert wager in ran.out
        assert pipe("replay", log).status == 0


@pytest.mark.parametrize(
    ("house", "bet"),
    [
        ({"blackjack_switch": True, "super_match": True, "decks": 8}, "10 super match 5"),
        ({"from_the_hand": True, "lucky_ladies": True, "kings_bounty": True}, "blackjack 10, lucky ladies 5, kings bounty 5"),
        ({"from_the_hand": True, "blackjack_switch": True}, "blackjack 10"),
        ({"royal_match_21": "E", "in_between": True, "match_the_dealer": True}, "10 royal 5 in between 5 match the dealer 5"),
        ({"double_shoe": True, "decks": 8, "bet_the_set_21": "D"}, "10 set 5"),
    ],
)
def test_the_variations_of_blackjack(pipe: Run, tmp_path: Path, house: dict[str, object], bet: str) -> None:
    file, log = tmp_path / "house.toml", tmp_path / "log"
    file.write_text("".join(f"{o} = {str(v).lower() if v is True else repr(v)}\n" for o, v in house.items()), encoding="utf-8")
    bet = bet.replace(" set ", " bet the set 21 ")
    lines = f"{bet}\nno switch\n{DECISIONS}" * 3
    ran = pipe("play", "633a", "--seed", 9, "--rounds", 3, "--bots", 2, "--house", file, "--log", log, lines=lines)
    assert (ran.status, ran.err) == (0, ""), ran.out
    assert "Sitting: 3 rounds" in ran.out
    assert pipe("replay", log).status == 0
