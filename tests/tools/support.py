"""A memory, and calls of tools in it as an agent makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sgm_git.api import Store
from sgm_git.tools.registry import call
from sgm_git.tools.tool import Session

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from tests.support import GitSandbox


@dataclass(frozen=True)
class Memory:
    """A repository, and what an agent called ``build-agent`` does in it."""

    box: GitSandbox

    def session(self, client: str = "build-agent", **options: Any) -> Session:  # noqa: ANN401  # as Session has them
        """A session of this repository."""
        return Session(self.store, client, "mcp-1", **options)

    def store(self) -> Store:
        """The store as it is now."""
        return Store.open(self.box.path)

    def call(self, name: str, **arguments: object) -> dict[str, Any]:
        """Call a tool; give its reply."""
        return call(self.session(), name, cast("JsonObject", arguments))

    def decision(self, **more: object) -> dict[str, Any]:
        """Add a decision; give the reply."""
        given = {"type": "decision", "title": "Keep the datastore", "content": "We keep it."}
        words = {"status": "proposed", "rationale": "Nobody has to migrate."}
        return self.call("sgm_create", **{**given, **words, **more})

    def by_person(self, **record: object) -> str:
        """Let a person add a record; give its blob."""
        store = self.store()
        with store.transaction(store.actor("Ada")) as transaction:
            written = transaction.add(cast("JsonObject", record))
        return str(written.blob)

    def record(self, record_id: str) -> dict[str, Any]:
        """A record as it stands."""
        return cast("dict[str, Any]", self.store().get(record_id).record)

    def message(self) -> str:
        """The message of the last commit."""
        return self.box.run("log", "-1", "--format=%B").decode()

    def state(self) -> tuple[str, str]:
        """HEAD, and what git status says."""
        return self.box.head(), self.box.status()
