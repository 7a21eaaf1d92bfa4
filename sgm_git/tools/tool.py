"""What a tool for agents is: a name, schemas, hints, and one function (DESIGN section 11).

Nothing here knows how agents are spoken to: the MCP door, tests and whatever comes later share it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject


@dataclass(slots=True)
class Kept:
    """What a connection remembers: notes that need no saying again, and who it was found to be."""

    heard: set[str] = field(default_factory=set)
    names: dict[tuple[str | None, ...], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """One agent's connection.

    ``open_store`` opens the store as it is at each call. ``client`` is the name that the agent's
    program gave itself, ``id`` the session's. A session that ``proposes`` writes to a branch of
    its own. ``home`` is the folder, relative to the top, that a new record's root is chosen by.
    ``kept`` is what the connection remembers from call to call. ``look`` raises CannotRun if the
    repository is not there any more: what is gone is not to be taken for empty.
    """

    open_store: Callable[[], Store]
    client: str = ""
    id: str | None = None
    proposes: bool = False
    home: str = ""
    kept: Kept = field(default_factory=Kept)
    look: Callable[[], None] = lambda: None


Act: TypeAlias = "Callable[[Session, JsonObject], JsonObject]"
"""Does what a tool is for, with arguments that are checked; raises SgmError."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What a program may assume of a tool before it asks its user. None reaches beyond the store.

    ``destructive``: it can change or retire what is there; ``idempotent``: the same call again
    changes nothing more.
    """

    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False


_BOUNDS = frozenset(("minLength", "maxLength", "maxItems"))

READS = Hints(read_only=True, idempotent=True)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. The schemas are JSON Schema 2020-12 of objects; ``act`` is its work.

    ``prose`` names the member of its reply that says it all in words, where one does.
    """

    name: str
    title: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject
    hints: Hints
    act: Act
    prose: str = ""

    @property
    def properties(self) -> dict[str, JsonObject]:
        """The forms of its arguments, by name."""
        return cast("dict[str, JsonObject]", self.input_schema["properties"])

    @property
    def required(self) -> list[str]:
        """The names of those that must be given."""
        return cast("list[str]", self.input_schema["required"])

    @property
    def told_inputs(self) -> JsonObject:
        """The schema of the arguments as agents are told it: without bounds that few ever meet."""
        told: JsonObject = {name: _brief(form) for name, form in self.properties.items()}
        return {**self.input_schema, "properties": told}


def _brief(form: JsonObject) -> JsonObject:
    items = form.get("items")
    inner: JsonObject = {"items": _brief(items)} if isinstance(items, dict) else {}
    return {name: part for name, part in form.items() if name not in _BOUNDS} | inner
