"""Whether the floor lives, whether it can be used, what it counts, and a plain page with its tables."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from pitboss.floor.floor import Floor
from pitboss.floor.web.shapes import Health
from pitboss.floor.web.tables import TheFloor, about
from pitboss.money import dollars

router = APIRouter(tags=["health"])
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>pitboss: the floor</title>
<link rel="stylesheet" href="/floor.css">
<h1>The floor</h1>
<p>Play chips only: they are not money and cannot become it.
<p>Sit down in a terminal: <code>pitboss play --floor {address}</code>. Programs use the <a href="/openapi.json">API</a>;
<code>docs/floor.md</code> has a client of ten lines.
<table><caption>Tables</caption><tr><th>Table<th>Game<th>Chapter<th>Wagers<th>Meter<th>Free seats
{tables}
</table>
<table><caption>Poker rooms</caption><tr><th>Room<th>Chapter<th>Tables<th>Waiting<th>Jackpots
{rooms}
</table>
"""


STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
:root { color-scheme: light dark }
table { border-collapse: collapse; width: 100% } caption { text-align: left; font-weight: bold; padding: .5rem 0 }
th, td { text-align: left; padding: .3rem .6rem; border-top: 1px solid #8885 } td.n { text-align: right }
"""


@router.get("/floor.css", include_in_schema=False)
async def style() -> Response:
    """How the page looks."""
    return Response(STYLE, media_type="text/css")


@router.get("/", response_class=HTMLResponse, include_in_schema=False)
async def page(request: Request, floor: TheFloor) -> HTMLResponse:
    """The tables and rooms."""
    await floor.find()
    tables = [table_row(about(live)) for _, live in sorted(floor.tables.items()) if live.durable]
    boards = [await floor.settled(room.bank, room.bank.board) for _, room in sorted(floor.rooms.items())]
    address = escape(str(request.base_url).rstrip("/"))
    return HTMLResponse(PAGE.format(address=address, tables="\n".join(tables), rooms="\n".join(map(room_row, boards))))


def table_row(table: dict[str, Any]) -> str:
    """A table on the page."""
    limits = [f"{escape(name)} {dollars(least)} to {dollars(most)}" for name, (least, most) in table["limits"].items()]
    cells = [
        f'<td><a href="/api/tables/{escape(table["name"])}">{escape(table["name"])}</a>',
        f"<td>{escape(table['game'])}<td>{table['chapter']}<td>{'; '.join(limits)}",
        f"<td class=n>{'' if table['meter'] is None else dollars(table['meter'])}",
        f"<td class=n>{len(table['free'])} of {table['seats']}",
    ]
    return "<tr>" + "".join(cells)


def room_row(board: dict[str, Any]) -> str:
    """A Poker room on the page."""
    jackpots = [f"{escape(name)} {dollars(fund['displayed'])}" for name, fund in board["jackpots"].items()]
    return (
        f'<tr><td><a href="/api/rooms/{escape(board["room"])}">{escape(board["room"])}</a><td>{board["chapter"]}'
        f"<td class=n>{len(board['seats'])}<td class=n>{len(board['list'])}<td>{'; '.join(jackpots)}"
    )


@router.get("/healthz")
async def healthy() -> Health:
    """The process lives."""
    return Health(status="alive")


@router.get("/readyz", responses={503: {"model": Health}})
async def ready(request: Request, response: Response) -> Health:
    """The floor can be used: it is not closing, and its database answers."""
    floor: Floor = request.app.state.floor
    try:
        if floor.stopping:
            raise RuntimeError("closing")
        await floor.purses.in_the_cage(0)
    except Exception:
        response.status_code = 503
        return Health(status="not ready")
    return Health(status="ready")


class _Counts:
    """What the floor has counted, as Prometheus reads it. Nothing here says what anybody holds."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def collect(self) -> list[CounterMetricFamily | GaugeMetricFamily]:
        """All figures."""
        found: list[CounterMetricFamily | GaugeMetricFamily] = []
        for name, value in vars(self._floor.counts).items():
            found.append(CounterMetricFamily(f"pitboss_{name}", f"{name.replace('_', ' ')} since the process began", value))
        floor = self._floor
        lines = sum(len(live.viewing) for live in floor.tables.values())
        gauges = {"tables": len(floor.tables), "rooms": len(floor.rooms), "lines": lines}
        gauges["pending"] = sum(len(bank.pending) for bank in floor.banks.values())
        for name, number in gauges.items():
            found.append(GaugeMetricFamily(f"pitboss_{name}", f"{name} now", number))
        return found


@router.get("/metrics", response_class=Response)
async def metrics(floor: TheFloor) -> Response:
    """Counts for Prometheus."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Counts(floor))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
