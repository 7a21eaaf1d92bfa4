"""Serves one client until it ends, or somebody asks us to end."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio

from sgm_git.mcp.server import Door
from sgm_git.mcp.transport import carried

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.lowlevel import Server

    from sgm_git.errors import SgmError
    from sgm_git.mcp.wire import Wire
    from sgm_git.tools.tool import Session

_ENDING = ("SIGTERM", "SIGHUP", "SIGINT")


def serve(
    wire: Wire, session_of: Callable[[str], Session], known: Callable[[Exception], SgmError]
) -> int:
    """Serve the client at the wire; give the exit status.

    That is 0 after the client has ended, 128 and its number after a signal. A call that runs is
    finished first.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="sgm: %(message)s")
    return asyncio.run(_serve(wire, Door(session_of, known).server()))


async def _serve(wire: Wire, server: Server[Any]) -> int:
    ended: list[int] = []
    with anyio.CancelScope() as scope:

        def end(number: int) -> None:
            """Stop listening."""
            ended.append(number)
            scope.cancel()

        _listen(end)
        async with carried(wire) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    return 128 + ended[0] if ended else 0


def _listen(end: Callable[[int], None]) -> None:
    loop = asyncio.get_running_loop()
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError):  # Windows: the signal ends the process
                loop.add_signal_handler(number, end, number)
