"""The first tables: events, commands, entries, rounds, accounts, sessions, leases, what is open."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    events()
    commands()
    people()
    tables()


def events() -> None:
    """The streams."""
    op.create_table(
        "event",
        sa.Column("id", Number, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="event_pkey"),
        sa.UniqueConstraint("stream", "seq", name="event_stream_seq_key"),
    )
    only = sa.text("kind = 'snapshot'")
    op.create_index("event_snapshot_index", "event", ["stream", "seq"], sqlite_where=only, postgresql_where=only)


def commands() -> None:
    """What is written beside the lines of a command."""
    op.create_table(
        "command",
        sa.Column("account", sa.BigInteger, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", "id", name="command_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entry",
        sa.Column("id", Number, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="entry_pkey"),
    )
    op.create_index("entry_account_index", "entry", ["account"])
    op.create_table(
        "played",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("void", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream", "round", name="played_pkey"),
        sqlite_with_rowid=False,
    )


def people() -> None:
    """Accounts and their sessions."""
    op.create_table(
        "account",
        sa.Column("id", Number, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("cage", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("disabled", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="account_pkey"),
        sa.UniqueConstraint("name_key", name="account_name_key_key"),
        sa.CheckConstraint("cage >= 0", name="account_cage_check"),
    )
    op.create_table(
        "session",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("account", Number, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="session_pkey"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="session_account_fkey"),
    )
    op.create_index("session_account_index", "session", ["account"])
    op.create_index("session_expires_index", "session", ["expires"])


def tables() -> None:
    """What is open, and which process has it."""
    op.create_table(
        "lease",
        sa.Column("bank", sa.Text, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("bank", name="lease_pkey"),
    )
    op.create_table(
        "opened",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bank", sa.Text, nullable=False),
        sa.Column("chapter", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("opened_by", Number),
        sa.Column("closed_at", sa.BigInteger),
        sa.Column("closed_by", Number),
        sa.PrimaryKeyConstraint("name", name="opened_pkey"),
        sa.ForeignKeyConstraint(["opened_by"], ["account.id"], name="opened_opened_by_fkey"),
        sa.ForeignKeyConstraint(["closed_by"], ["account.id"], name="opened_closed_by_fkey"),
    )
    op.create_index("opened_bank_index", "opened", ["bank"])
