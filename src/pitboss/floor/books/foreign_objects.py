"""What nobody puts into a floor's database (triggers, rules, row policies), and constraints and sequences that it relies on.

Somebody with access to the database can have it change rows as the server writes them, hide rows, or let two accounts have one
name. The audit compares the rows with the logs; this finds the cause before there are such rows.
"""

import sqlalchemy as sa

from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import metadata

NUMBERED = ("event", "entry", "account")  # tables whose ids come from a sequence
TABLES = tuple(metadata.tables)
OF_OURS = "c.relname = ANY(:tables) AND c.relnamespace = current_schema()::regnamespace"
POSTGRESQL = {
    "the trigger {} stands on the table {}": "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    f" WHERE NOT t.tgisinternal AND {OF_OURS}",
    "a trigger of a foreign key is off ({}) on the table {}": "SELECT t.tgname, c.relname FROM pg_trigger t"
    f" JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgisinternal AND t.tgenabled <> 'O' AND {OF_OURS}",
    "the rule {} stands on the table {}": "SELECT r.rulename, c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class"
    f" WHERE {OF_OURS}",
    "row security ({}) is on for the table {}": "SELECT 'policies', c.relname FROM pg_class c"
    f" WHERE (c.relrowsecurity OR c.relforcerowsecurity) AND {OF_OURS}",
}
SQLITE = {"the trigger {} stands on the table {}": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"}


def check_objects(view: View) -> None:
    """Check that the database has no programs of its own, and all constraints; raises MismatchError."""
    connection, on_server = view.connection, view.connection.dialect.name == "postgresql"
    for sentence, query in (POSTGRESQL if on_server else SQLITE).items():
        parameters = {"tables": list(TABLES)} if on_server else {}
        for name, table in connection.execute(sa.text(query), parameters):
            raise MismatchError("the database", f"{sentence.format(name, table)}; no version of pitboss put it there")
    inspector = sa.inspect(connection)
    for table in metadata.tables.values():
        _check_constraints(inspector, table)
    if on_server:
        _check_sequences(connection)


def _check_constraints(inspector: sa.Inspector, table: sa.Table) -> None:
    """Check the keys and checks of a table."""
    unique = {tuple(sorted(each["column_names"])) for each in inspector.get_unique_constraints(table.name)}
    unique.add(tuple(sorted(inspector.get_pk_constraint(table.name)["constrained_columns"])))
    checks = {each["name"] for each in inspector.get_check_constraints(table.name)}
    for constraint in table.constraints:
        columns = tuple(sorted(column.name for column in getattr(constraint, "columns", ())))
        if isinstance(constraint, sa.UniqueConstraint | sa.PrimaryKeyConstraint):
            missing = columns not in unique
        else:
            missing = isinstance(constraint, sa.CheckConstraint) and constraint.name not in checks
        if missing:
            raise MismatchError("the database", f"the table {table.name} lacks its constraint {constraint.name or columns}")


def _check_sequences(connection: sa.Connection) -> None:
    """Check that the next id of each table is one that no row has."""
    for table in NUMBERED:
        last, most = connection.execute(
            sa.text(f"SELECT pg_sequence_last_value(pg_get_serial_sequence('{table}', 'id')::regclass), max(id) FROM {table}")
        ).one()
        if (last or 0) < (most or 0):
            raise MismatchError("the database", f"the next ids of the table {table} are taken already: rows go up to {most}")
