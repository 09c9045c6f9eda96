"""Roles: the table of who may do what is whole, and nobody speaks as somebody he is not."""

from typing import Any, NamedTuple

import pytest
from msgspec.structs import fields

from pitboss.card_room import commands as room
from pitboss.floor.people.roles import MAY, ROLES, VERB_OF, ForbiddenError, Role, author_of, check, sees_hidden
from pitboss.table import commands as table
from pitboss.table.commands import Author


class Somebody(NamedTuple):
    name: str
    role: Role


PATRON, DEALER, FLOORPERSON = Somebody("Ann", "patron"), Somebody("Dot", "dealer"), Somebody("Flo", "floorperson")
PIT_BOSS, CAMERA, AUDITOR = Somebody("Pat", "pit boss"), Somebody("Sue", "surveillance"), Somebody("Art", "auditor")


OFFICES: dict[str, set[str]] = {  # as docs/floor.md has them
    "sit": set(ROLES),
    "recall own": set(ROLES),
    "deal": {"dealer", "floorperson", "pit boss"},
    "declare": {"dealer", "floorperson", "pit boss"},
    "rule": {"floorperson", "pit boss"},
    "seat others": {"floorperson", "pit boss"},
    "jackpots": {"floorperson", "pit boss"},
    "cage": {"pit boss"},
    "use the desk": {"pit boss", "auditor"},
    "open table": {"pit boss"},
    "close table": {"pit boss"},
    "change limits": {"pit boss"},
    "examine": {"pit boss"},
    "grant": {"pit boss"},
    "disable": {"pit boss"},
    "sign out others": {"pit boss"},
    "see the pit": {"dealer", "floorperson", "pit boss", "surveillance", "auditor"},
    "recall any": {"floorperson", "pit boss", "surveillance", "auditor"},
    "see hidden": {"surveillance", "auditor"},
    "ledger": {"pit boss", "surveillance", "auditor"},
    "audit": {"auditor"},
}


@pytest.mark.parametrize("verb", MAY)
def test_each_role_may_do_what_the_table_says_and_nothing_else(verb: str) -> None:
    for role in ROLES:
        if role in OFFICES[verb]:
            check(role, verb)
        else:
            with pytest.raises(ForbiddenError, match="may not do that"):
                check(role, verb)


def test_every_deed_of_tables_and_rooms_has_a_verb() -> None:
    """A deed that is added to the engine and forgotten here would be refused to everybody."""
    assert (set(table.MAY) | set(room.MAY)) - set(VERB_OF) == {table.Open, table.Close, table.Discard}  # by the floor itself
    assert set(VERB_OF.values()) <= set(MAY)


def test_whatever_author_is_given_the_table_lets_him_say_it() -> None:
    """No pair of role and deed comes through here only to be refused by the engine for its role."""
    may: dict[type[Any], Any] = {**table.MAY, **room.MAY}
    deeds: list[Any] = [table.Begin(), table.Proceed(), table.Rest(), table.Report("misdeal", {}), table.VoidRound("why")]
    deeds += [table.Permit(1), table.Close(), table.Bet(1, {}), table.Decide(1, "fold"), table.Sit(1, "Bob", 1), table.Leave(1)]
    deeds += [room.CloseTable("1"), room.Expire("fund"), room.VerifyCount("fund", "Pat", 1), room.Join("Bob", "Hold 'Em")]
    said = 0
    for person in (PATRON, DEALER, FLOORPERSON, PIT_BOSS, CAMERA, AUDITOR):
        for deed in deeds:
            try:
                author = author_of(person, deed)
            except ForbiddenError:
                continue
            assert author.role in may[type(deed)], (person, deed)
            assert author.name == person.name
            said += 1
    assert said > 30


@pytest.mark.parametrize("person", [PATRON, CAMERA, AUDITOR])
@pytest.mark.parametrize("deed", [table.Begin(), table.Report("misdeal", {}), table.VoidRound("why"), table.Permit(1)])
def test_a_patron_or_watcher_never_deals_declares_or_rules(person: Somebody, deed: Any) -> None:
    with pytest.raises(ForbiddenError):
        author_of(person, deed)


def test_everybody_speaks_in_his_office() -> None:
    assert author_of(PATRON, table.Bet(1, {})) == Author("player", "Ann")
    assert author_of(DEALER, table.Begin()) == Author("dealer", "Dot")
    assert author_of(FLOORPERSON, table.VoidRound("why")) == Author("floorperson", "Flo")
    assert author_of(PIT_BOSS, table.Report("misdeal", {})) == Author("floorperson", "Pat")
    with pytest.raises(ForbiddenError, match="the floor does it"):
        author_of(PIT_BOSS, table.Close())


def test_a_dealer_does_not_rule() -> None:
    with pytest.raises(ForbiddenError, match='a dealer may not do that \\("rule"\\); a floorperson or pit boss may'):
        author_of(DEALER, table.VoidRound("why"))


@pytest.mark.parametrize("person", [DEALER, FLOORPERSON, PIT_BOSS])
@pytest.mark.parametrize("deed", [table.Begin(), table.Proceed(), table.Report("misdeal", {}), table.Act("bank", {})])
def test_employees_have_no_office_where_they_sit(person: Somebody, deed: Any) -> None:
    if isinstance(deed, table.Act):  # an act that players have too is then one of his seat
        assert author_of(person, deed, sits=True) == Author("player", person.name)
        return
    with pytest.raises(ForbiddenError, match="where he sits"):
        author_of(person, deed, sits=True)


def test_no_ruling_where_one_sits() -> None:
    for deed in (table.VoidRound("why"), table.Permit(2), table.Sit(2, "Bob", 100), room.PayBadBeat("Flo")):
        with pytest.raises(ForbiddenError, match="where he sits"):
            author_of(FLOORPERSON, deed, sits=True)


def test_employees_sit_down_as_players() -> None:
    assert author_of(FLOORPERSON, table.Sit(1, "Flo", 100)) == Author("player", "Flo")
    assert author_of(FLOORPERSON, table.Leave(1), sits=True) == Author("player", "Flo")
    assert author_of(FLOORPERSON, table.Sit(1, "Ann", 100)) == Author("floorperson", "Flo")
    assert author_of(FLOORPERSON, room.Join("Flo", "Hold 'Em")) == Author("player", "Flo")
    assert author_of(DEALER, table.Sit(1, "Ann", 100)) == Author("player", "Dot")  # whom the table refuses: it is not for Dot


def test_what_only_the_floor_says() -> None:
    for deed in (table.Open("565", {}, "1"), room.Note("1"), "open sesame"):
        with pytest.raises(ForbiddenError, match="the floor does it"):
            author_of(PIT_BOSS, deed)


def test_hidden_cards_are_for_watchers_who_do_not_play_and_after_the_round() -> None:
    for person in (PATRON, DEALER, FLOORPERSON, PIT_BOSS):
        assert not sees_hidden(person, over=True, sits_anywhere=False)
    for person in (CAMERA, AUDITOR):
        assert sees_hidden(person, over=True, sits_anywhere=False)
        assert not sees_hidden(person, over=False, sits_anywhere=False)
        assert not sees_hidden(person, over=True, sits_anywhere=True)


def every_deed() -> list[Any]:
    """One of each command of tables and rooms, about another player where it names one."""
    return [kind(*(SAMPLES.get(field.type, "Bob") for field in fields(kind) if field.required)) for kind in VERB_OF]


SAMPLES: dict[Any, Any] = {int: 1, int | None: 1, dict[str, int]: {}, dict[str, Any]: {}}


@pytest.mark.parametrize("person", [PATRON, DEALER, FLOORPERSON, PIT_BOSS, CAMERA, AUDITOR], ids=lambda person: person.role)
@pytest.mark.parametrize("deed", every_deed(), ids=lambda deed: type(deed).__name__)
def test_where_employees_sit_they_are_players_and_nothing_else(person: Somebody, deed: Any) -> None:
    """Only tables and rooms are opened and closed by a pit boss who plays there: that is no office at the table."""
    try:
        author = author_of(person, deed, sits=True)
    except ForbiddenError:
        return
    opens = VERB_OF[type(deed)] in ("open table", "close table")
    assert author == (Author("floorperson", person.name) if opens else Author("player", person.name))
    assert not opens or person is PIT_BOSS
