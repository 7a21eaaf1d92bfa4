"""Carries messages between a client's pipes and the SDK's streams.

The SDK's own transport waits for the client's next line before it ends; here a signal ends it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

from sgm_git.mcp.batches import Batches
from sgm_git.mcp.frames import Lines, read, written

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    from sgm_git.mcp.frames import Received
    from sgm_git.mcp.wire import Wire

    Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
    Outgoing = MemoryObjectSendStream[SessionMessage]


class Streams(NamedTuple):
    """Messages from and to the client; ``finish`` ends the first when all is answered.

    It waits for that, and is to be run in a thread.
    """

    incoming: Incoming
    outgoing: Outgoing
    finish: Callable[[], None]


_CANCELLED = "notifications/cancelled"
_PIECE = 1 << 16
_LAST_CALLS = 60.0  # seconds for calls that the client made before it ended
_LAST_WORDS = 5.0  # and for what is still to be written when all is over


@asynccontextmanager
async def carried(wire: Wire) -> AsyncIterator[Streams]:
    """Give the streams of messages from and to the client, for as long as the block runs.

    The first ends when the client has ended and what it asked for is answered; what is no message
    is answered here.
    """
    to_us, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_us = anyio.create_memory_object_stream[SessionMessage](0)
    pipes = _Pipes(wire, to_us, asyncio.get_running_loop())
    threading.Thread(target=pipes.read, daemon=True).start()
    writer = threading.Thread(target=pipes.write, daemon=True)
    writer.start()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pipes.post, from_us)
        try:
            yield Streams(from_client, to_client, pipes.finish)
        finally:
            to_client.close()
            from_client.close()
    pipes.outbox.put(None)
    await asyncio.to_thread(writer.join, _LAST_WORDS)


class _Pipes:
    """The client's pipes, each with a thread that waits for it."""

    def __init__(
        self,
        wire: Wire,
        to_us: MemoryObjectSendStream[SessionMessage | Exception],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._wire = wire
        self._to_us = to_us
        self._loop = loop
        self._batches = Batches(self.outbox.put)
        self._open: set[str] = set()
        self._changed = threading.Condition()

    def read(self) -> None:
        """Read messages until the client ends, each when the one before was taken."""
        lines = Lines()
        with suppress(OSError, RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            while piece := os.read(self._wire.incoming, _PIECE):
                for line in lines.feed(piece):
                    self._receive(read(line))
        self.finish()

    def finish(self) -> None:
        """Wait until all is answered, but not for ever; then let the server have no more."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, _LAST_CALLS)
        with suppress(RuntimeError):  # the loop is over already
            self._loop.call_soon_threadsafe(self._to_us.close)

    def write(self) -> None:
        """Write what comes, until there is no more or nobody reads it."""
        with suppress(OSError):
            while (data := self.outbox.get()) is not None:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(self._wire.outgoing, rest) :]

    async def post(self, messages: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Give on what the server says."""
        async with messages:
            async for message in messages:
                each = message.message
                if isinstance(each, types.JSONRPCResponse | types.JSONRPCError):
                    self._settle(each.id, written(each))
                else:
                    self.outbox.put(written(each))

    def _receive(self, found: Received | list[Received]) -> None:
        if not isinstance(found, list):
            self._take(found)
            return
        messages = [each for each in found if isinstance(each, SessionMessage)]
        asked = [each.message for each in messages]
        self._batches.begin(
            [str(each.id) for each in asked if isinstance(each, types.JSONRPCRequest)],
            [written(each) for each in found if isinstance(each, types.JSONRPCError)],
        )
        for each in messages:
            self._take(each)

    def _take(self, message: Received) -> None:
        if isinstance(message, types.JSONRPCError):
            self.outbox.put(written(message))
            return
        each = message.message
        if isinstance(each, types.JSONRPCRequest):
            with self._changed:
                self._open.add(str(each.id))
        elif isinstance(each, types.JSONRPCNotification) and each.method == _CANCELLED:
            self._settle((each.params or {}).get("requestId"), None)
        asyncio.run_coroutine_threadsafe(self._to_us.send(message), self._loop).result()

    def _settle(self, request: object, answer: bytes | None) -> None:
        """Send the answer to a request, None if there is to be none, and wait for it no longer."""
        self._batches.settle(str(request), answer)
        with self._changed:
            self._open.discard(str(request))
            self._changed.notify_all()
