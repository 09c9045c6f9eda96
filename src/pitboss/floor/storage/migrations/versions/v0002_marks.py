"""Marks: by which the house knows the lines that it wrote itself."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Lines of an earlier version have none; the checkpoint that a floor makes when it stops vouches for them."""
    op.add_column("event", sa.Column("mark", sa.Text, nullable=False, server_default=""))
