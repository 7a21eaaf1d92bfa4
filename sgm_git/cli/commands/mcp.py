"""``sgm mcp``."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

import click

from sgm_git.api import Store
from sgm_git.cli import failing
from sgm_git.cli.late import load_trace
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.places import home_of
from sgm_git.errors import CannotRun
from sgm_git.mcp import parts
from sgm_git.mcp.wire import take
from sgm_git.report.escape import visible
from sgm_git.tools.tool import Session

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.errors import SgmError


@command("mcp", example="sgm mcp\nsgm -C ~/project mcp --propose")
@click.option(
    "--propose", is_flag=True, help="Write to a branch of its own, never to the one checked out."
)
def mcp(invocation: Invocation, *, propose: bool) -> int:
    """Serve the memory to an agent, by the Model Context Protocol.

    An agent's program starts it and speaks to it over standard input and output; sgm agents
    install NAME tells a program to. Needs the extra: pip install 'sgm-git[mcp]'.
    """
    home = home_of(open_store(invocation).repository)
    if sys.stdin.isatty():
        invocation.say("an agent's program starts this and speaks JSON to it; Ctrl-D ends it")
    wire = take()  # before the SDK is imported, which is not ours to keep quiet
    session = f"mcp-{secrets.token_hex(6)}"
    heard: set[str] = set()

    def opened() -> Store:
        """The store as it is now."""
        return Store.open(".", engine=invocation.engine, clock=invocation.now)

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
    return serve(wire, lambda client: Session(opened, client, session, propose, home, heard), known)
