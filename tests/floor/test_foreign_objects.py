"""The audit looks at what the database itself does: a trigger, a rule, a policy, a lost constraint, a number put back."""

import pytest
import sqlalchemy as sa

from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.books.foreign_objects import check_objects
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View

FUNCTION = "CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.cage = NEW.cage + 1; RETURN NEW; END'"
MADE = "INSERT INTO account (name, name_key, role, created) VALUES ('Ann', 'ann', 'patron', 0)"
POSTGRESQL = {
    "trigger": ([FUNCTION, "CREATE TRIGGER t BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION more()"], "trigger t"),
    "rule": (["CREATE RULE r AS ON DELETE TO session DO INSTEAD NOTHING"], "rule r"),
    "row security": (["ALTER TABLE account ENABLE ROW LEVEL SECURITY"], "row security"),
    "check": (["ALTER TABLE account DROP CONSTRAINT account_cage_check"], "account_cage_check"),
    "unique": (["ALTER TABLE account DROP CONSTRAINT account_name_key_key"], "account_name_key_key"),
    "sequence": ([MADE, "SELECT setval('account_id_seq', 1, false)", "ALTER SEQUENCE account_id_seq RESTART"], "are taken"),
}
SQLITE = {
    "trigger": (["CREATE TRIGGER t AFTER DELETE ON session BEGIN UPDATE account SET cage = cage + 1; END"], "trigger t"),
}


def look(database: Database) -> None:
    database.view(lambda connection: check_objects(View(connection)))


def tamper(url: str, statements: list[str]) -> None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


def test_a_new_database_has_nothing_of_its_own(database: Database, url: str) -> None:
    look(database)
    tamper(url, [MADE])
    look(database)


@pytest.mark.parametrize("what", POSTGRESQL)
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_what_somebody_put_into_a_server(database: Database, url: str, what: str) -> None:
    statements, sentence = POSTGRESQL[what]
    tamper(url, statements)
    with pytest.raises(MismatchError, match=sentence):
        look(database)


@pytest.mark.parametrize("what", SQLITE)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_what_somebody_put_into_a_file(database: Database, url: str, what: str) -> None:
    statements, sentence = SQLITE[what]
    tamper(url, statements)
    with pytest.raises(MismatchError, match=sentence):
        look(database)
