"""What the maker of a felt measures: the layout's dimensions on paper, and the same as DXF."""

from io import StringIO
from pathlib import Path

import ezdxf
import pytest
from ezdxf.document import Drawing
from typer.testing import CliRunner

from pitboss import rulebook
from pitboss.cli import app
from pitboss.errors import PitbossError
from pitboss.felt import Felt, felt_of
from pitboss.felt.areas import CIRCLE, SPOT
from pitboss.printing import filed
from pitboss.printing.dimensions import as_printed, dimensioned, inches_per_unit, sizes, with_margin
from pitboss.printing.dxf import dxf
from pitboss.printing.layout import layout, pays_of

KEYSTONE = Path(__file__).parents[2] / "examples" / "keystone"


def drawing(source: str, width: float | None = None) -> tuple[Felt, Drawing]:
    each = filed(source)
    felt = felt_of(each.house, holder=each.holder or "pitboss", pays=pays_of(each.house))
    return felt, ezdxf.read(StringIO(dxf(each, width)))


@pytest.mark.parametrize("chapter", [book.chapter for book in rulebook.games()])
def test_a_drawing_has_every_area_and_every_inscription(chapter: str) -> None:
    felt, document = drawing(chapter)
    space = document.modelspace()
    assert not document.audit().errors and document.units == 1
    circles = [area for seat in felt.seats for area in seat.areas if area.shape == CIRCLE]
    assert len(space.query("CIRCLE[layer=='AREAS']")) == len(circles)
    others = [area for seat in felt.seats for area in seat.areas if area.shape not in (CIRCLE, SPOT)]
    assert len(space.query("LWPOLYLINE[layer=='AREAS']")) == len(others)
    words = [entity.dxf.text for entity in space.query("TEXT")]
    assert {line.text for line in felt.lines} <= set(words)
    for area in circles + others:
        assert set(area.label.split("|")) <= set(words), area.wager


def test_dimensions_are_inches_at_full_size() -> None:
    felt, document = drawing("565", 80)
    measured = [entity.get_measurement() for entity in document.modelspace().query("DIMENSION")]
    unit = inches_per_unit(felt, 80)
    ante = next(area for area in felt.seats[3].areas if area.wager == "Ante")
    assert measured[0] == pytest.approx(80)
    assert sum(each == pytest.approx(as_printed(ante).w * unit, abs=0.001) for each in measured) >= 2
    radii = {round(circle.dxf.radius, 3) for circle in document.modelspace().query("CIRCLE")}
    assert radii == {round(as_printed(ante).w / 2 * unit, 3)}
    assert {size.wide for size in sizes(felt, 80) if size.shape == CIRCLE} == {round(as_printed(ante).w * unit, 2)}


def test_a_circle_lies_where_it_lies_on_paper() -> None:
    felt, document = drawing("565")
    unit, left, lower = inches_per_unit(felt, 74), min(x for x, _ in felt.rail), max(y for _, y in felt.rail)
    centres = {(round(c.dxf.center.x, 2), round(c.dxf.center.y, 2)) for c in document.modelspace().query("CIRCLE")}
    for seat in felt.seats:
        for area in seat.areas:
            assert (round((area.box.x - left) * unit, 2), round((lower - area.box.y) * unit, 2)) in centres


def test_the_same_submission_gives_the_same_file() -> None:
    assert dxf(filed("587")) == dxf(filed("587"))


def test_a_printed_layout_says_how_large_everything_is() -> None:
    matter = layout(filed("565"))
    assert "At full size: Play ⌀" in matter.data["legend"] and "74 in (1880 mm)" in matter.data["svg"]
    felt = with_margin(felt_of(filed("565").house))
    assert "60 in (1524 mm)" in dimensioned(felt, 60)


def test_a_file_that_ends_in_dxf_is_written(tmp_path: Path) -> None:
    out = tmp_path / "felt.dxf"
    done = CliRunner().invoke(app, ["layout", str(KEYSTONE / "three-card-poker.toml"), "--out", str(out)])
    assert done.exit_code == 0 and done.output.strip() == str(out) and ezdxf.readfile(out).units == 1
    refused = CliRunner().invoke(app, ["layout", str(KEYSTONE), "--out", str(out)])
    assert isinstance(refused.exception, PitbossError) or refused.exit_code == 2


def test_a_table_too_wide_is_refused() -> None:
    with pytest.raises(PitbossError, match="36 to 240 inches"):
        dxf(filed("565"), 500)
