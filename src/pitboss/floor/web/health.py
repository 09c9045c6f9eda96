"""Health and metrics."""

import asyncio
from collections.abc import Iterator

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from pitboss.floor.people.rate_limits import Proxies
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.play.floor import Floor
from pitboss.floor.running import Running
from pitboss.floor.timings import Timings
from pitboss.floor.web.shapes import Health

router = APIRouter(tags=["health"])
PATIENCE = 5.0  # seconds that the database has to answer
OWN = "127.0.0.0/8,::1"  # who may read the metrics, beside those that are named
FORWARDED = ("forwarded", "x-forwarded-for")

COUNTERS = {
    "commands": "Commands of people that were carried out. None for minutes on a busy floor: look at database_errors.",
    "refused": "Commands that the rules or the roles refused. Many at once: an old client, or an attack.",
    "records": "Records written to logs.",
    "steps": "Steps in these records.",
    "rounds": "Rounds that ended.",
    "rebuilt": "Banks rebuilt from their logs after a failed commit. More than now and then: read the log for why.",
    "by_clock": "Answers that the house gave for silent players.",
    "leases_lost": "Banks that this process lost as it hung or lost the database. Look for pauses of the machine.",
    "commits": "Transactions of the writer.",
    "database_errors": "Commits that the database did not carry out. Any: look at the log of the database, and its disk.",
    "sign_in_failures": "Sign-ins with a wrong name or password. Many: the log has the addresses.",
}
GAUGES = {
    "tables": "Tables that this process shows, its own and those of other processes.",
    "rooms": "Poker rooms that this process shows.",
    "lines": "WebSockets at tables.",
    "pending": "Units that are not durable yet. Hundreds: the disk or the database is too slow.",
    "queued": "Units that wait for the writer.",
    "leases": "Banks that this process serves. 0 beside servers with many: it has just started, or cannot take tables up.",
    "broken": "Tables and rooms that cannot be taken up. Any: the pit shows why; `pitboss audit --table NAME` says where.",
    "writable": "1 if the last commit went well. 0: nothing can be played.",
    "connections": "Connections that are open.",
    "connections_limit": "Connections that may be open at once, 0 without limit. Close to it: raise LimitNOFILE.",
    "jobs": "Jobs of the desk and the laboratory, under way and waiting. Dozens for long: someone asks too much of them.",
}
TIMINGS = {
    "command_seconds": "From a command's arrival to its answer. Above 1: the machine, the disk or another server is too slow.",
    "commit_seconds": "For a transaction of the writer. Above 0.1: look at the disk.",
    "request_seconds": "For the answer to an HTTP request.",
}


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


class Figures:
    """The figures of a server for Prometheus; no one's chips or cards."""

    def __init__(self, request: Request) -> None:
        self._state = request.app.state
        self._running: Running = self._state.running

    def collect(self) -> Iterator[Metric]:
        """All figures."""
        counters, gauges, timings = self._counters(), self._gauges(), self._timings()
        for name, text in COUNTERS.items():
            yield CounterMetricFamily(f"pitboss_{name}", text, counters[name])
        answered = CounterMetricFamily("pitboss_requests", "Answers to HTTP requests, by class of status.", labels=["status"])
        for status, count in sorted(self._state.requests.answered.items()):
            answered.add_metric([status], count)
        yield answered
        for name, text in GAUGES.items():
            yield GaugeMetricFamily(f"pitboss_{name}", text, gauges[name])
        for name, text in TIMINGS.items():
            yield HistogramMetricFamily(f"pitboss_{name}", text, timings[name].cumulated(), timings[name].seconds)

    def _counters(self) -> dict[str, int]:
        writer, counts = self._running.writer, vars(self._running.floor.counts)
        more = {"commits": writer.commits, "database_errors": writer.errors, "sign_in_failures": self._running.people.failures}
        return {name: more[name] if name in more else counts[name] for name in COUNTERS}

    def _gauges(self) -> dict[str, int]:
        floor, writer, doors = self._running.floor, self._running.writer, getattr(self._state, "doors", None)
        return {
            "tables": len(floor.tables),
            "rooms": len(floor.rooms),
            "lines": sum(len(live.broadcast) for live in floor.tables.values()),
            "pending": sum(len(bank.pending) for bank in floor.banks.values()),
            "queued": writer.waiting,
            "leases": sum(not bank.served_by for bank in floor.banks.values()),
            "broken": len(self._running.lifecycle.broken) + sum(bool(bank.lost) for bank in floor.banks.values()),
            "writable": int(not writer.failing),
            "connections": len(doors) if doors is not None else 0,
            "connections_limit": doors.patience.total if doors is not None else 0,
            "jobs": len(self._state.jobs) + len(self._state.hold_jobs) + len(self._state.experiments),
        }

    def _timings(self) -> dict[str, Timings]:
        took = self._running.floor.counts.took, self._running.writer.took, self._state.requests.took
        return dict(zip(TIMINGS, took, strict=True))


@router.get("/metrics", response_class=Response)
async def metrics(request: Request) -> Response:
    """Figures for Prometheus, for this machine and the addresses that `--metrics` names."""
    address = request.client.host if request.client else ""
    doors = getattr(request.app.state, "doors", None)
    proxied = doors is None or str(doors.patience.proxies)
    watchers = getattr(request.app.state, "watchers", None) or Proxies(OWN)
    if address not in watchers or (not proxied and any(name in request.headers for name in FORWARDED)):
        raise ForbiddenError("the metrics are for the machine of the floor; `pitboss serve --metrics ADDRESS` names others")
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures(request))
    ProcessCollector(registry=registry)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
