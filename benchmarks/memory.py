"""How much memory a server takes, for each table and for each connection.

A server is started on SQLite without tables. Then tables of a few games are opened, and then spectators connect to one of them;
each time its memory is read from /proc after it has come to rest. Prints one JSON document.

    python benchmarks/memory.py [--tables 100] [--connections 1000]
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from pitboss.games import BANKED

CHAPTERS = list(BANKED)[:6]
CODE = "staff-code-of-the-benchmark"
REST = 3.0  # seconds until a server has come to rest


def resident(process: int) -> int:
    """The bytes of a process in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return 1024 * int(found[1])


async def measured(process: int, url: str, tables: int, connections: int) -> dict[str, float]:
    """What the memory of a server is made of."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        boss = (await client.post("/api/guest", json={"bearer": True, "role": "pit boss", "code": CODE})).json()
        heads = {"authorization": f"Bearer {boss['token']}"}

        async def open_table(number: int, chapter: str) -> None:
            body = {"name": f"table-{number}", "chapter": chapter}
            (await client.post("/api/tables", json=body, headers=heads)).raise_for_status()

        for number, chapter in enumerate(CHAPTERS):  # what is made once for each game
            await open_table(number, chapter)
        await asyncio.sleep(REST)
        empty = resident(process)
        for number, chapter in enumerate(islice(cycle(CHAPTERS), tables), len(CHAPTERS)):
            await open_table(number, chapter)
        await asyncio.sleep(REST)
        opened = resident(process)
    place, lines = f"ws{url.removeprefix('http')}/ws/tables/table-0", list[ClientConnection]()
    for _ in range(connections):
        line = await connect(place, compression=None, max_size=None, open_timeout=60)
        await line.send('{"hello": {}}')
        await line.recv()
        lines.append(line)
    await asyncio.sleep(REST)
    connected = resident(process)
    for line in lines:
        line.transport.abort()
    return {
        "server with a table of each of 6 games, MB": round(empty / 1e6, 1),
        "each table more, kB": round((opened - empty) / tables / 1e3, 1),
        "each connection, kB": round((connected - opened) / connections / 1e3, 1),
    }


def main() -> None:
    """Starts a server and measures it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--connections", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--empty", "--port", "0", "--practice", "--code", CODE, "--connections", "0"]
        command = [sys.executable, "-m", "pitboss", *words, "--database", f"sqlite:///{folder}/floor.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder) as process:
            assert process.stdout is not None
            try:
                url = re.findall(r"http://[\d.]+:\d+", process.stdout.readline())[0]
                print(json.dumps(asyncio.run(measured(process.pid, url, given.tables, given.connections))))
            finally:
                process.terminate()


if __name__ == "__main__":
    main()
