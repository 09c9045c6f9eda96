"""Solutions of games take long, and a process keeps them: tests that share some run in one process (`--dist loadgroup`)."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAME = {"test_board_rules": "boards", "test_simulate": "boards", "test_streets": "boards"}  # modules that solve the same games


@pytest.hookimpl(tryfirst=True)  # before the names of groups are made parts of the names of tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Groups the tests here by module."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(SAME.get(item.path.stem, item.path.stem)))
