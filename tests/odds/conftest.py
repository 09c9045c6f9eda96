"""Solutions of games take long, and a process keeps them: the tests of one module run in one process (`--dist loadgroup`)."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Groups the tests of each module here."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
