"""Health and metrics."""

import asyncio

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from pitboss.floor.play.floor import Floor
from pitboss.floor.web.shapes import Health
from pitboss.floor.web.tables import TheFloor

router = APIRouter(tags=["health"])
PATIENCE = 5.0  # seconds that the database has to answer


@router.get("/healthz")
async def healthy() -> Health:
    """The process lives."""
    return Health(status="alive")


@router.get("/readyz", responses={503: {"model": Health}})
async def ready(request: Request, response: Response) -> Health:
    """The floor can be used: it is not closing, and its database can be read and written."""
    floor: Floor = request.app.state.floor
    try:
        if floor.stopping:
            raise RuntimeError("closing")
        async with asyncio.timeout(PATIENCE):
            await floor.buy_ins.cage_balance(0)
            await floor.writer.check()
    except Exception:
        response.status_code = 503
        return Health(status="not ready")
    return Health(status="ready")


class _Counts:
    """Counts of the floor for Prometheus; no one's chips or cards."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def collect(self) -> list[CounterMetricFamily | GaugeMetricFamily]:
        """All figures."""
        floor, counted = self._floor, vars(self._floor.counts)
        lines = sum(len(live.broadcast) for live in floor.tables.values())
        gauges = {"tables": len(floor.tables), "rooms": len(floor.rooms), "lines": lines}
        gauges["pending"] = sum(len(bank.pending) for bank in floor.banks.values())
        since = "{} since the process began"
        return [
            *(CounterMetricFamily(f"pitboss_{name}", since.format(name.replace("_", " ")), counted[name]) for name in counted),
            *(GaugeMetricFamily(f"pitboss_{name}", f"{name} now", number) for name, number in gauges.items()),
        ]


@router.get("/metrics", response_class=Response)
async def metrics(floor: TheFloor) -> Response:
    """Counts for Prometheus."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Counts(floor))
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
