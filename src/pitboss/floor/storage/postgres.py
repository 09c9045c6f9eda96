"""PostgreSQL: the writer's connection, and notices of what other processes wrote.

A bank's fence is checked in the writing transaction, with its row locked against takeovers. Locks are taken in one order
(office, banks, accounts), so that processes cannot deadlock.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.conninfo import make_conninfo

from pitboss.floor.storage.commits import COLUMNS
from pitboss.floor.storage.transactions import Unit, cage_moves

CONNECT = 5  # seconds to wait for a connection
CHANNEL = "pitboss"
LONGEST_NOTICE = 7900  # bytes; the server takes less than 8000
OFFICE_LOCK = 0x6F6666696365  # the advisory lock for writing the office's stream
TYPES = {
    "event": ("text", "int8", "text", "int8", "bytea", "text", "text", "text"),
    "command": ("int8", "text", "text", "int8"),
    "entry": ("text", "int8", "text", "int8"),
    "played": ("text", "int8", "int8", "int8", "int8", "text"),
}
# A process that hangs or vanishes in a transaction keeps others waiting for no longer than this.
SETTINGS = (
    "-c synchronous_commit=on -c idle_in_transaction_session_timeout=10s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
)
CROSSED = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)


def address(url: sa.URL) -> str:
    """The address in libpq's form, with the options of all our connections."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    alive = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
    return make_conninfo(plain, connect_timeout=CONNECT, options=SETTINGS, **alive)


class PostgresLink:
    """The writer's connection to the server."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def begin(self, units: Sequence[Unit]) -> Mapping[str, int]:
        if self._connection is None:
            self._connection = psycopg.connect(self._conninfo, autocommit=True)
        connection = self._connection
        banks = sorted({unit.bank for unit in units if unit.bank})
        accounts = sorted({account for unit in units if unit.entries for _, account in cage_moves(unit)})
        with connection.pipeline():
            connection.execute("BEGIN")
            if any(unit.office or unit.work is not None for unit in units):
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [OFFICE_LOCK])
            leases = connection.execute("SELECT bank, fence FROM lease WHERE bank = ANY(%s) ORDER BY bank FOR SHARE", [banks])
            if accounts:
                connection.execute("SELECT FROM account WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE", [accounts])
        return dict(leases.fetchall())

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        cursor = self._connection.execute(_placed(sql), parameters)
        return cursor.fetchall() if cursor.description is not None else []

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Copies rows into a table."""
        assert self._connection is not None
        with self._connection.cursor() as cursor, cursor.copy(_copy(table)) as copy:
            copy.set_types(TYPES[table])
            for row in rows:
                copy.write_row(row)

    def move(self, moves: Sequence[tuple[int, int]]) -> int:
        assert self._connection is not None
        with self._connection.cursor() as cursor:
            cursor.executemany("UPDATE account SET cage = cage + %s WHERE id = %s", moves)
            return cursor.rowcount

    def commit(self, heads: Mapping[str, int]) -> None:
        assert self._connection is not None
        with self._connection.pipeline():
            for notice in notices(heads):
                self._connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice])
            committed = self._connection.execute("COMMIT")
        if committed.statusmessage != "COMMIT":  # all that the server reports after a failed statement
            raise psycopg.errors.InFailedSqlTransaction("a statement failed, and whoever ran it did not say so")

    def rollback(self) -> None:
        if self._connection is not None:
            self._connection.execute("ROLLBACK")

    def failed(self, error: Exception) -> bool:
        if self._connection is None or self._connection.closed:
            return True
        return isinstance(error, psycopg.OperationalError) and not self.crossed(error)

    def crossed(self, error: Exception) -> bool:
        return isinstance(error, CROSSED)

    def quiet(self) -> None:
        """Nothing: the server does this by itself."""

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def notices(heads: Mapping[str, int]) -> list[str]:
    """The JSON of stream heads for NOTIFY, in as few messages as fit.

    >>> notices({"table/baccarat": 12, "office": 3})
    ['{"table/baccarat":12,"office":3}']
    """
    parts: list[list[str]] = []
    size = LONGEST_NOTICE
    for stream, seq in heads.items():
        part = f"{json.dumps(stream)}:{seq}"  # ASCII: one byte per character
        size += len(part) + 1
        if size > LONGEST_NOTICE:
            parts.append([])
            size = len(part) + 2
        parts[-1].append(part)
    return [f"{{{','.join(part)}}}" for part in parts]


@lru_cache(1024)
def _placed(sql: str) -> bytes:
    """A statement with psycopg's placeholders. A question mark is a parameter wherever it stands."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _copy(table: str) -> bytes:
    return f"COPY {table} ({', '.join(COLUMNS[table])}) FROM STDIN (FORMAT BINARY)".encode()
