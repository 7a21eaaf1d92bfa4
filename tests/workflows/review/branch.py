"""A memory with a branch beside it, and what a review says of that branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document import write
from sgm_git.git.engine import open_repository
from sgm_git.workflows.review.assembling import EVERYTHING, review_range
from tests.store.support import NOW
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.review.assembling import Wanted
    from sgm_git.workflows.review.model import RecordReview, Review

CREATED = "2026-10-10T18:21:47Z"
LATER = "2026-10-12T08:00:00Z"
EVE = "Eve <eve@evil.example>"
_NONE: Mapping[str, JsonObject] = {}


def marks(**given: str) -> list[JsonValue]:
    """Annotations of these kinds."""
    return [{"kind": kind, "value": value} for kind, value in given.items()]


def made(**claims: str) -> JsonObject:
    """Provenance with these claims instead of Ada's."""
    given: JsonObject = {"agent": "Ada", "created_at": CREATED, "origin": "cli", "scope": {}}
    return given | claims


def path_of(name: str) -> str:
    """Where the record of that id lies: its type is what the id begins with."""
    return f"memory/{_type(name)}/{name}.md"


def _type(name: str) -> str:
    kind = name.partition("-")[0]
    return {"dec": "decision"}.get(kind, kind)


class Branch:
    """Ada's repository: what is on main when she begins, then a branch that is checked out."""

    def __init__(
        self, place: Path, records: Mapping[str, JsonObject] = _NONE, config: str = ""
    ) -> None:
        """``records`` are fields of those that are there, by id."""
        self.box = GitSandbox(place)
        self.box.write(".sgm/config.toml", f"format = 1\n{config}")
        for name, more in records.items():
            self.put(name, **more)
        self.base = self.box.commit("begin")
        self.box.run("checkout", "-q", "-b", "topic")

    def put(self, name: str, **more: JsonValue) -> None:
        """Write a record of that id with these fields."""
        given: JsonObject = {
            "id": name,
            "type": _type(name),
            "title": f"About {name}",
            "content": "Text.\n",
            "provenance": made(),
        }
        self.box.write(path_of(name), write(given | more))

    def remove(self, name: str) -> None:
        """Remove a record's file."""
        (self.box.path / path_of(name)).unlink()

    def commit(self, message: str = "change", author: str = "Ada <ada@example.org>") -> str:
        """Commit all there is; give the commit."""
        return self.box.commit(message, author=author, date=LATER)

    def on_main(self, name: str, **more: JsonValue) -> None:
        """Let main go on meanwhile: with another record, or one that is changed."""
        self.box.run("checkout", "-q", "main")
        self.put(name, **more)
        self.commit("meanwhile")
        self.box.run("checkout", "-q", "topic")

    def review(self, wanted: Wanted = EVERYTHING, engine: Engine = "git") -> Review:
        """Commit what there is, and review it."""
        if self.box.status():
            self.commit()
        repository = open_repository(self.box.path, engine)
        return review_range(repository, ("main", "topic"), NOW, wanted)


def told(review: Review, name: str) -> RecordReview:
    """What the review says of the record of that id."""
    (found,) = [each for each in review.records if each.diff.entry.id == name]
    return found


def kinds(review: Review, name: str) -> list[str]:
    """Why one should look at it first."""
    return [concern.kind.value for concern in told(review, name).concerns]
