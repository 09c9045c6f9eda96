"""What an operator sees of a server: its log, its metrics, and who may read them; and what clients do not see."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from pitboss.errors import public_message
from pitboss.floor.web.health import COUNTERS, GAUGES, TIMINGS
from tests.commands import ROOT

DEPLOY = ROOT / "deploy"
BODY = {"name": "Ann", "password": "a long enough password", "bearer": True}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Path]]:
    """A server as the command starts it, and its log; it has stopped when the last test looks at the log."""
    folder = tmp_path_factory.mktemp("floor")
    told = folder / "log"
    words = ["serve", "--port", "0", "--log-json", "--log-level", "debug", "--empty", "--proxy", "127.0.0.9"]
    with told.open("w") as log:
        command = [sys.executable, "-m", "pitboss", *words, "--database", f"sqlite:///{folder}/floor.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder)
    assert process.stdout is not None
    url = re.findall(r"http://\S+:\d+", process.stdout.readline())[0]
    with httpx.Client(base_url=url, timeout=60) as client:
        client.post("/api/accounts", json=BODY)
        client.post("/api/session", json={**BODY, "password": "a wrong password"})
        client.get("/api/tables", headers={"x-request-id": "mine"})
        yield client, told
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    process.stdout.close()


def figures(client: httpx.Client) -> dict[str, float]:
    """All samples of the metrics."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {sample.name + "".join(sample.labels.values()): sample.value for each in families for sample in each.samples}


def test_the_metrics_have_every_figure_with_a_help_text(served: tuple[httpx.Client, Path]) -> None:
    client, _ = served
    found = figures(client)
    names = [*(f"{name}_total" for name in COUNTERS), *GAUGES, *(f"{name}_count" for name in TIMINGS)]
    assert {f"pitboss_{name}" for name in names} <= found.keys()
    assert found["pitboss_sign_in_failures_total"] == 1 and found["pitboss_requests_total4xx"] >= 1
    assert found["pitboss_commits_total"] > 0 and found["pitboss_commit_seconds_count"] > 0
    assert found["pitboss_writable"] == 1 and found["pitboss_database_errors_total"] == 0
    assert found["pitboss_connections"] >= 1 and found["process_open_fds"] > 0
    assert all(len(text) > 15 for text in (COUNTERS | GAUGES | TIMINGS).values())


def test_the_metrics_are_for_the_machine_of_the_floor(served: tuple[httpx.Client, Path]) -> None:
    """What a trusted proxy forwards for a client is for that client."""
    client, _ = served
    with httpx.Client(base_url=client.base_url, transport=httpx.HTTPTransport(local_address="127.0.0.9")) as proxy:
        for address, status in (("203.0.113.7", 403), ("127.0.0.1", 200)):
            assert proxy.get("/metrics", headers={"x-forwarded-for": address}).status_code == status


def test_the_files_for_grafana_and_prometheus_name_figures_that_are_there(served: tuple[httpx.Client, Path]) -> None:
    known = {re.sub("(_total|_bucket|_count|_sum)$", "", name.removesuffix("+Inf")) for name in figures(served[0])}
    known = {re.sub(r"_bucket[\d.]+$", "", name) for name in known}
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    rules = (DEPLOY / "alerts.yaml").read_text()
    named = set(re.findall(r"\b(?:pitboss|process)_[a-z_]+", "\n".join([*asked, *re.findall(r"expr: (.*)", rules)])))
    assert len(asked) > 10 and len(named) > 10
    assert {re.sub("(_total|_bucket|_count|_sum)$", "", name) for name in named} - known - {"pitboss_requests"} == set()
    assert rules.count("- alert:") == rules.count("summary:") == rules.count("description:")


@pytest.mark.parametrize(
    "error", [sqlite3.OperationalError("database is locked"), psycopg.OperationalError("FATAL: no pg_hba")]
)
def test_clients_read_nothing_of_the_library(error: Exception) -> None:
    assert public_message(error) == "the floor failed at that; its log says at what"


def test_the_log_tells_of_start_stop_requests_and_sign_ins(served: tuple[httpx.Client, Path]) -> None:
    """Each line is JSON with a level; a request's lines have its id, which the answer has too. Nobody but a proxy names it."""
    client, told = served
    answer = client.get("/api/me")
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)
    assert [line["version"] for line in lines if line["event"] == "the floor is open"] != []
    failed = next(line for line in lines if line["event"] == "a sign-in failed")
    assert failed["address"] == "127.0.0.1" and failed["account"] and failed["request"] and failed["level"] == "warning"
    last = next(line for line in lines if line.get("request") == answer.headers["x-request-id"])
    assert (last["route"], last["status"], last["level"]) == ("/api/me", answer.status_code, "debug")
    assert not [line for line in lines if line.get("request") == "mine"] and "password" not in told.read_text()


def test_the_options_are_in_the_example(tmp_path: Path) -> None:
    assert "metrics" in (DEPLOY / "floor.toml").read_text() and tomllib.loads((DEPLOY / "floor.toml").read_text())
