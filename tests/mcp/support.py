"""A server as a process of its own, and a client that knows nothing but lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, Queue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

COMMAND = (sys.executable, "-m", "sgm_git")
SECONDS = 60.0


@dataclass
class Lines:
    """One connection. Every line that comes is kept as it came, in ``seen``."""

    process: subprocess.Popen[bytes]
    seen: list[bytes] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _queue: Queue[bytes] = field(default_factory=Queue)

    def __post_init__(self) -> None:
        Thread(target=self._listen, args=(cast("IO[bytes]", self.process.stdout),)).start()

    def send(self, line: bytes) -> None:
        """Send a line as it is."""
        stream = cast("IO[bytes]", self.process.stdin)
        stream.write(line + b"\n")
        stream.flush()

    def receive(self) -> dict[str, Any]:
        """Give the next message."""
        line = self._queue.get(timeout=SECONDS)
        self.seen.append(line)
        return cast("dict[str, Any]", json.loads(line))

    def notify(self, method: str) -> None:
        """Send what has no answer."""
        self.send(json.dumps({"jsonrpc": "2.0", "method": method}).encode())

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Send a request; give its answer, whole."""
        number = next(self._numbers)
        asked = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.send(json.dumps(asked).encode())
        answer = self.receive()
        assert answer["id"] == number
        return answer

    def begin(self, name: str = "old-client", version: str = "2024-11-05") -> dict[str, Any]:
        """Shake hands; give what the server says of itself."""
        client = {"name": name, "version": "1"}
        told = self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=client)
        self.notify("notifications/initialized")
        return cast("dict[str, Any]", told["result"])

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        """Call a tool; give its result."""
        told = self.ask("tools/call", name=tool, arguments=arguments)
        return cast("dict[str, Any]", told["result"])

    def reply(self, tool: str, **arguments: object) -> dict[str, Any]:
        """Call a tool that must do what it is for; give its reply, from the text."""
        result = self.call(tool, **arguments)
        assert not result.get("isError"), result
        return cast("dict[str, Any]", json.loads(result["content"][0]["text"]))

    def end(self) -> int:
        """Close the connection; give the server's exit status."""
        cast("IO[bytes]", self.process.stdin).close()
        return self.process.wait(SECONDS)

    def rest(self) -> list[bytes]:
        """What came and nobody has asked for, after the end."""
        found = []
        while True:
            try:
                found.append(self._queue.get(timeout=0.1))
            except Empty:
                return found

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                self._queue.put(line)


@contextmanager
def serving(place: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Lines]:
    """Start ``sgm mcp`` in a folder; ends it with the block."""
    with subprocess.Popen(
        [*COMMAND, "mcp", *options],
        cwd=place,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield Lines(process)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(SECONDS)
            for stream in (process.stdin, process.stderr):
                if stream is not None:
                    stream.close()
