"""The schema, the same for SQLite and PostgreSQL (SQLAlchemy Core).

Migrations make the tables; `REVISION` is the last one. Times are milliseconds, money is cents. The hot tables (event, command,
entry, played) are written by the writer only, in their unit's transaction, and have no foreign keys: the audit checks what
these would.
"""

import sqlalchemy as sa

REVISION = "0003"

metadata = sa.MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "pk": "%(table_name)s_pkey",
    }
)
Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite numbers only INTEGER keys

event = sa.Table(
    "event",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("seal", sa.Text, nullable=False),
    sa.Column("signature", sa.Text, nullable=False),
    sa.Column("mark", sa.Text, nullable=False, server_default=""),
    sa.UniqueConstraint("stream", "seq"),
    sa.Index(
        "event_snapshot_index",
        "stream",
        "seq",
        sqlite_where=sa.text("kind = 'snapshot'"),
        postgresql_where=sa.text("kind = 'snapshot'"),
    ),
)

command = sa.Table(
    "command",
    metadata,
    sa.Column("account", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

entry = sa.Table(
    "entry",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("account", sa.Text, nullable=False, index=True),
    sa.Column("cents", sa.BigInteger, nullable=False),
)

played = sa.Table(
    "played",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("first", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("void", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

account = sa.Table(
    "account",
    metadata,
    sa.Column("id", Number, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("cage", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("disabled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.CheckConstraint("cage >= 0", name="cage"),
)

session = sa.Table(
    "session",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # its digest
    sa.Column("account", Number, sa.ForeignKey("account.id"), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False, index=True),
)

lease = sa.Table(
    "lease",
    metadata,
    sa.Column("bank", sa.Text, primary_key=True),
    sa.Column("fence", sa.BigInteger, nullable=False),
    sa.Column("process", sa.Text, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
)

opened = sa.Table(
    "opened",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("bank", sa.Text, nullable=False, index=True),
    sa.Column("chapter", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),  # JSON
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("opened_by", Number, sa.ForeignKey("account.id")),
    sa.Column("closed_at", sa.BigInteger),
    sa.Column("closed_by", Number, sa.ForeignKey("account.id")),
)

school = sa.Table(
    "school",
    metadata,
    sa.Column("account", Number, sa.ForeignKey("account.id"), primary_key=True, autoincrement=False),
    sa.Column("chapter", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("lesson", sa.BigInteger, nullable=False),  # 0 for none
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # JSON
    sa.Index("school_test_index", "at", sqlite_where=sa.text("kind = 'test'"), postgresql_where=sa.text("kind = 'test'")),
    sqlite_with_rowid=False,
)
