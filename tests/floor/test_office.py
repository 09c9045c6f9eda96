"""The lines of the office read back as they were written."""

import pytest

from pitboss.errors import BadLog
from pitboss.floor.people import office


def test_every_event_of_the_office_reads_back() -> None:
    by = office.By(7, "Pat", "pit boss")
    for event in (
        office.RoleGranted(by=by, at=1, account=8, name="Ann", role="dealer", before="patron"),
        office.TableOpened(by=by, at=2, table="1", chapter="565", bank="table/1"),
        office.TableClosed(by=office.HOUSE, at=3, table="1"),
    ):
        assert office.decode(office.encode(event)) == event


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"\xff", b'{"did": "chips issued", "by": {}, "at": 1, "account": 1, "cents": 1, "more": 1}']
)
def test_what_is_no_line_of_the_office(body: bytes) -> None:
    with pytest.raises(BadLog, match="cannot be read"):
        office.decode(body)
