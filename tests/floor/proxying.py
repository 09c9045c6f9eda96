"""Reverse proxies: one in this process, as small as it can be, and Debian's nginx with the example configuration and TLS."""

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.commands import ROOT
from tests.floor.serving import HANGS

DEPLOY = ROOT / "deploy"
JSON = {"content-type": "application/json"}


class Proxy:
    """Listens on all of 127.0.0.0/8 and passes each connection on to a floor. As nginx does, it names the floor's own host, or
    the one that was asked for if it `keeps_host`; a proxy that `forwards` appends the client's address to X-Forwarded-For."""

    def __init__(self, url: str, *, forwards: bool, keeps_host: bool = False) -> None:
        parts = urlsplit(url)
        self._host, self._port, self._forwards = parts.hostname or "", parts.port or 0, forwards
        self._keeps_host = keeps_host
        self._flows = asyncio.Event()
        self._flows.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "0.0.0.0", 0), self._loop).result()
        self.port: int = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Stops, and cuts off every connection."""
        self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()
        self._loop.close()

    def stall(self) -> None:
        """Passes nothing on any more, and keeps every connection open."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def resume(self) -> None:
        """Passes on what has come meanwhile, and goes on."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def _stop(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.call_soon(self._loop.stop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes a connection on as soon as its head is there, one request for each."""
        floor: asyncio.StreamWriter | None = None
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            await self._flows.wait()
            from_floor, floor = await asyncio.open_connection(self._host, self._port)
            floor.write(self._rewritten(head, writer.get_extra_info("peername")[0]))
            await asyncio.wait(
                [asyncio.create_task(self._pump(reader, floor)), asyncio.create_task(self._pump(from_floor, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
        for each in (writer, floor):
            if each is not None:
                each.close()

    def _rewritten(self, head: bytes, address: str) -> bytes:
        first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
        upgrades = any(line.lower().startswith(b"upgrade:") for line in lines)
        if not self._keeps_host:
            lines = [line for line in lines if not line.lower().startswith(b"host:")]
            lines.append(f"Host: {self._host}:{self._port}".encode())
        if not upgrades:
            lines = [*(line for line in lines if not line.lower().startswith(b"connection:")), b"Connection: close"]
        if self._forwards:
            lines.append(f"X-Forwarded-For: {address}".encode())
        return b"\r\n".join([first, *lines]) + b"\r\n\r\n"

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes on what comes, until nothing more does."""
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()


# ---------------------------------------------------------------------------- nginx


def program(name: str) -> str:
    """The path of a program; skips the test where it is not installed."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin")
    if found is None:
        pytest.skip(f"{name} is not installed: what needs it is skipped (tools/install-debian installs nginx)")
    return found


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return int(taken.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost, which signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(hours=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    (folder / "cert.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "cert.key").write_bytes(key.private_bytes(*plain))
    return folder / "cert.pem", folder / "cert.key"


class Nginx:
    """The example configuration before the servers of a floor, at ports of its own, with a certificate of the test."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        self.certificate, key = certificate(folder)
        self.plain, self.port = free_port(), free_port()
        changes = {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "floor.example.com;": "localhost;",
            "/etc/ssl/certs/floor.example.com.pem": str(self.certificate),
            "/etc/ssl/private/floor.example.com.key": str(key),
            "    server 127.0.0.1:8000 fail": "".join(f"    server 127.0.0.1:{port} fail_timeout=1s;\n" for port in ports[1:])
            + f"    server 127.0.0.1:{ports[0]} fail",
        }
        example = (DEPLOY / "nginx.conf").read_text()
        for before, after in changes.items():
            assert before in example
            example = example.replace(before, after)
        (folder / "pitboss.conf").write_text(example)
        user = "user root;" if os.geteuid() == 0 else ""
        temporary = " ".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"daemon off; {user} pid {folder}/pid; error_log {folder}/errors; worker_processes 1; events {{}}\n"
            f"http {{ access_log off; {temporary} include {folder}/pitboss.conf; }}\n"
        )
        self.command = [program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
        self.process = subprocess.Popen(self.command, stderr=subprocess.PIPE)
        self.url = f"https://localhost:{self.port}"
        until = time.monotonic() + HANGS
        while not self._listens():
            assert self.process.poll() is None and time.monotonic() < until, self.process.stderr and self.process.stderr.read()
            time.sleep(0.02)

    def _listens(self) -> bool:
        with closing(socket.socket()) as attempt:
            return attempt.connect_ex(("127.0.0.1", self.port)) == 0

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """A client at an address of this machine, which trusts the certificate."""
        trust = ssl.create_default_context(cafile=str(self.certificate))
        return httpx.Client(
            base_url=self.url, headers=JSON, timeout=60, transport=httpx.HTTPTransport(trust, local_address=address)
        )

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(HANGS)
        if self.process.stderr is not None:
            self.process.stderr.close()
