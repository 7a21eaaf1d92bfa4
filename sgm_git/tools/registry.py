"""Every tool that agents have, and the way to call one (DESIGN section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import NoSuchRecord, SgmError, UsageError
from sgm_git.policy.nearest import nearest
from sgm_git.tools.annotate import ANNOTATE
from sgm_git.tools.arguments import checked
from sgm_git.tools.check import CHECK
from sgm_git.tools.context import CONTEXT
from sgm_git.tools.create import CREATE
from sgm_git.tools.get import GET
from sgm_git.tools.hints import fitting
from sgm_git.tools.history import HISTORY
from sgm_git.tools.links import LINKS
from sgm_git.tools.missing import missing
from sgm_git.tools.search import SEARCH
from sgm_git.tools.set_status import SET_STATUS
from sgm_git.tools.update import UPDATE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.tools.tool import Session, Tool

_ALL = (CONTEXT, SEARCH, GET, HISTORY, LINKS, CHECK, CREATE, UPDATE, ANNOTATE, SET_STATUS)

TOOLS: dict[str, Tool] = {tool.name: tool for tool in _ALL}
"""The tools by name, in the order in which agents are told of them. None deletes a record."""


def call(session: Session, name: str, arguments: Mapping[str, JsonValue] | None) -> JsonObject:
    """Run a tool; gives its reply, as its output schema has it.

    Raises UsageError for a name or arguments that are wrong, and what the tool's work raises:
    SgmError, with nothing changed. Hints are in the words of tools.
    """
    try:
        return _called(session, name, arguments)
    except SgmError as error:
        error.hint = fitting(error.hint)
        raise


def _called(session: Session, name: str, arguments: Mapping[str, JsonValue] | None) -> JsonObject:
    tool = TOOLS.get(name)
    if tool is None:
        close = nearest(name, TOOLS)
        meant = f"; did you mean {close}?" if close else ""
        raise UsageError(f"there is no tool {name!r}{meant}", hint=f"there are {', '.join(TOOLS)}")
    given = checked(tool, arguments)
    try:
        reply = tool.act(session, given)
    except NoSuchRecord as error:
        session.look()
        raise missing(session.open_store(), str(given.get("id")), error) from None
    if tool.hints.read_only:
        session.look()
    return reply
