"""Serves one client until it ends, or somebody asks us to end."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import anyio

from sgm_git.mcp.server import Door
from sgm_git.mcp.transport import carried

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.errors import SgmError
    from sgm_git.mcp.wire import Wire
    from sgm_git.tools.tool import Session

_ENDING = ("SIGTERM", "SIGHUP", "SIGINT")


def serve(
    wire: Wire, session_of: Callable[[str], Session], known: Callable[[Exception], SgmError]
) -> int:
    """Serve the client at the wire; give the exit status.

    That is 0 after the client has ended, 128 and its number after a signal. A call that runs is
    finished and answered first; those behind it are refused. A second signal waits for no answer.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="sgm: %(message)s")
    return asyncio.run(_serve(wire, Door(session_of, known)))


async def _serve(wire: Wire, door: Door) -> int:
    ended: list[int] = []
    server = door.server()
    with anyio.CancelScope() as scope:
        async with carried(wire) as streams:

            def end(number: int) -> None:
                """Begin nothing more, and stop when what was asked is answered."""
                ended.append(number)
                door.close()
                if len(ended) > 1:
                    scope.cancel()
                else:
                    threading.Thread(target=streams.finish, daemon=True).start()

            _listen(end)
            options = server.create_initialization_options()
            await server.run(streams.incoming, streams.outgoing, options)
    return 128 + ended[0] if ended else 0


def _listen(end: Callable[[int], None]) -> None:
    loop = asyncio.get_running_loop()
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError):  # Windows: the signal ends the process
                loop.add_signal_handler(number, end, number)
