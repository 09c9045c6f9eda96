"""The dealer school: what each account has done in it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "school",
        sa.Column("account", Number, nullable=False),
        sa.Column("chapter", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("lesson", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account", "chapter", "number", name="school_pkey"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="school_account_fkey"),
        sqlite_with_rowid=False,
    )
    tests = sa.text("kind = 'test'")
    op.create_index("school_test_index", "school", ["at"], sqlite_where=tests, postgresql_where=tests)
