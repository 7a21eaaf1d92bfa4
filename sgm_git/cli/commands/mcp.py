"""``sgm mcp``."""

from __future__ import annotations

import secrets
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.api import Store
from sgm_git.cli import failing
from sgm_git.cli.late import load_trace
from sgm_git.cli.options import command
from sgm_git.cli.places import home_of
from sgm_git.errors import CannotRun, SgmError
from sgm_git.mcp import parts
from sgm_git.mcp.ground import Ground
from sgm_git.mcp.wire import take
from sgm_git.report.escape import visible
from sgm_git.tools.tool import Kept, Session

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("mcp", example="sgm mcp\nsgm -C ~/project mcp --propose")
@click.option(
    "--propose", is_flag=True, help="Write to a branch of its own, never to the one checked out."
)
def mcp(invocation: Invocation, *, propose: bool) -> int:
    """Serve the memory to an agent, by the Model Context Protocol.

    An agent's program starts it and speaks to it over standard input and output; sgm agents
    install NAME tells a program to. Needs the extra: pip install 'sgm-git[mcp]'.
    """
    ground = Ground(Path.cwd(), partial(_opened, invocation), home_of)
    _look_around(invocation, ground)
    if sys.stdin.isatty():
        invocation.say("an agent's program starts this and speaks JSON to it; Ctrl-D ends it")
    wire = take()  # before the SDK is imported, which is not ours to keep quiet
    session = f"mcp-{secrets.token_hex(6)}"
    kept = Kept()

    def session_of(client: str) -> Session:
        """A session of the client that has this name."""
        return Session(ground.store, client, session, propose, ground.home, kept, ground.look)

    def known(error: Exception) -> SgmError:
        """The error in our words; with --debug its trace goes to standard error."""
        if invocation.debug:
            trace = "".join(load_trace()(error))
            invocation.tell(map(visible, trace.splitlines()))
        return failing.known(error)

    try:
        serve = parts.serving.serve
    except ImportError as error:
        raise CannotRun("sgm mcp needs its extra: pip install 'sgm-git[mcp]'") from error
    return serve(wire, session_of, known)


def _opened(invocation: Invocation, place: Path) -> Store:
    return Store.open(place, engine=invocation.engine, clock=invocation.now)


def _look_around(invocation: Invocation, ground: Ground) -> None:
    """Tell a person on standard error what the first call would be told."""
    try:
        notes = ground.store().notes
    except (SgmError, OSError) as error:
        found = failing.known(error)
        notes = (f"each call will fail until this is mended: {found.message}",)
        notes += (f"hint: {found.hint}",) if found.hint else ()
    invocation.say(*notes)
