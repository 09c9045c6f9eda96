"""The types of options and limits are those of the chapters' data."""

import runpy
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "typed_options.py"


def test_the_types_are_those_of_the_data() -> None:
    tool = runpy.run_path(str(TOOL))
    assert tool["FILE"].read_text(encoding="utf-8") == tool["written"](), "run python tools/typed_options.py"
