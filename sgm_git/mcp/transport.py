"""Carries messages between a client's pipes and the SDK's streams.

The SDK's own transport waits for the client's next line before it ends; here a signal ends it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING

import anyio
from mcp.shared.message import SessionMessage

from sgm_git.mcp.frames import Lines, read, written

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    from sgm_git.mcp.wire import Wire

_PIECE = 1 << 16
_LAST_WORDS = 5.0  # seconds for what is still to be written when all is over


@asynccontextmanager
async def carried(
    wire: Wire,
) -> AsyncIterator[
    tuple[
        MemoryObjectReceiveStream[SessionMessage | Exception],
        MemoryObjectSendStream[SessionMessage],
    ]
]:
    """Give the streams of messages from and to the client, for as long as the block runs.

    The first ends when the client does; what is no message is answered here.
    """
    to_us, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_us = anyio.create_memory_object_stream[SessionMessage](0)
    outbox: SimpleQueue[bytes | None] = SimpleQueue()
    loop = asyncio.get_running_loop()
    reader = threading.Thread(target=_read, args=(wire.incoming, to_us, outbox, loop), daemon=True)
    writer = threading.Thread(target=_write, args=(wire.outgoing, outbox), daemon=True)
    reader.start()
    writer.start()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_post, from_us, outbox)
        try:
            yield from_client, to_client
        finally:
            to_client.close()
            from_client.close()
    outbox.put(None)
    await asyncio.to_thread(writer.join, _LAST_WORDS)


async def _post(
    messages: MemoryObjectReceiveStream[SessionMessage], outbox: SimpleQueue[bytes | None]
) -> None:
    async with messages:
        async for message in messages:
            outbox.put(written(message.message))


def _write(descriptor: int, outbox: SimpleQueue[bytes | None]) -> None:
    """Write what comes, until there is no more or nobody reads it."""
    with suppress(OSError):
        while (data := outbox.get()) is not None:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]


def _read(
    descriptor: int,
    to_us: MemoryObjectSendStream[SessionMessage | Exception],
    outbox: SimpleQueue[bytes | None],
    loop: asyncio.AbstractEventLoop,
) -> None:
    """Read messages until the client ends, each when the one before was taken."""
    lines = Lines()
    with suppress(OSError, RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        while piece := os.read(descriptor, _PIECE):
            for line in lines.feed(piece):
                message = read(line)
                if isinstance(message, SessionMessage):
                    asyncio.run_coroutine_threadsafe(to_us.send(message), loop).result()
                else:
                    outbox.put(written(message))
    with suppress(RuntimeError):  # the loop is over already
        loop.call_soon_threadsafe(to_us.close)
