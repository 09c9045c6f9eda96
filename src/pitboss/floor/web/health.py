"""Whether the floor lives, whether it can be used, what it counts, and a plain page with its tables."""

from html import escape

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from pitboss.floor.floor import Floor
from pitboss.floor.web.shapes import Health
from pitboss.floor.web.tables import TheFloor, about

router = APIRouter(tags=["health"])
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>pitboss: the floor</title>
<h1>The floor</h1>
<p>Play chips only: they are not money and cannot become it.
<p>The API is described in <a href="/openapi.json">openapi.json</a>; <code>docs/floor.md</code> has a client of ten lines.
<table><caption>Tables</caption><tr><th>Table<th>Game<th>Chapter<th>Free seats
{rows}
</table>
"""


@router.get("/", response_class=HTMLResponse, include_in_schema=False)
async def page(floor: TheFloor) -> HTMLResponse:
    """The tables."""
    rows = []
    for _, live in sorted(floor.tables.items()):
        found = about(live)
        link = f'<a href="/api/tables/{escape(live.name)}">{escape(live.name)}</a>'
        rows.append(f"<tr><td>{link}<td>{escape(found['game'])}<td>{found['chapter']}<td>{len(found['free'])}")
    return HTMLResponse(PAGE.format(rows="\n".join(rows)))


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
        await floor.in_the_cage(0)
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
