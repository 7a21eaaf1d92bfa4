"""What the tests of sync share: clones of one bare repository, and people who work in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.api import Store
from sgm_git.workflows.syncing.model import Step, SyncWish, World
from sgm_git.workflows.syncing.synchronise import synchronise
from tests.store.support import rule
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.syncing.model import SyncReport

CONFIG = "format = 1\n"
ATTRIBUTES = "memory/**/*.md text eol=lf merge=sgm\n"
SHARED = "memory/rule/rule-shared.md"


@dataclass
class Waits:
    """A clock that stands still but for what is slept, and how long that was each time."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        self.slept.append(seconds)
        self.now += seconds

    def world(self, chance: float = 0.5) -> World:
        """The world in which it does."""
        return World(lambda: self.now, self.sleep, lambda: chance)


@dataclass
class Clone:
    """A clone, and the person who works there."""

    box: GitSandbox
    name: str

    @property
    def path(self) -> Path:
        """Its folder."""
        return self.box.path

    def store(self) -> Store:
        """Its store, as it is now."""
        return Store.open(self.path, engine="git")

    def git(self, *arguments: str) -> str:
        """Run git; give what it says."""
        return self.box.run(*arguments).decode().strip()

    def add(self, record_id: str, **fields: JsonValue) -> str:
        """Add a record in a commit; give the commit."""
        store = self.store()
        with store.transaction(store.actor(self.name)) as transaction:
            transaction.add(rule(record_id, **fields))
        return self.head()

    def change(self, record_id: str, pointer: str, value: JsonValue) -> str:
        """Set a field in a commit; give the commit."""
        store = self.store()
        with store.transaction(store.actor(self.name)) as transaction:
            transaction.set(record_id, pointer, value)
        return self.head()

    def remove(self, record_id: str) -> str:
        """Remove a record in a commit; give the commit."""
        store = self.store()
        with store.transaction(store.actor(self.name)) as transaction:
            transaction.remove(record_id)
        return self.head()

    def sync(
        self,
        remote: str | None = None,
        *,
        dry_run: bool = False,
        step: Step = Step.BEGIN,
        world: World | None = None,
    ) -> SyncReport:
        """Sync; nobody waits."""
        wish = SyncWish(remote, dry_run, step)
        return synchronise(self.store().records, wish, world or Waits().world())

    def head(self) -> str:
        """The commit that is checked out."""
        return self.box.head()

    def record(self, record_id: str) -> JsonObject:
        """A record as it stands in the work tree."""
        found = self.store().get(record_id).record
        assert found is not None
        return found

    def ids(self) -> set[str | None]:
        """The ids of all records of the work tree."""
        return {entry.id for entry in self.store().entries()}

    def state(self) -> tuple[str, str, str]:
        """All that a sync which does nothing must leave as it was."""
        return self.git("for-each-ref"), self.box.status(), self.git("stash", "list")


@dataclass
class Team:
    """A bare repository and its clones ``ada`` and ``bob``, which stand at the same commit."""

    hub: GitSandbox
    ada: Clone
    bob: Clone

    def tip(self, branch: str = "main") -> str:
        """Where the branch is in the bare repository."""
        return self.hub.run("rev-parse", f"refs/heads/{branch}").decode().strip()

    def part(self, pointer: str, here: JsonValue, there: JsonValue) -> None:
        """Let both change a field of the shared record; Ada's is at the remote already."""
        self.ada.change("rule-shared", pointer, there)
        assert self.ada.sync().exit_status == 0
        self.bob.change("rule-shared", pointer, here)

    def hook(self, name: str, text: str) -> None:
        """Give the bare repository a hook."""
        place = self.hub.path / "hooks" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\n{text}\n")
        place.chmod(0o755)


def begin(folder: Path) -> None:
    """Make a bare repository ``hub`` with a record, and clones of it, in a folder."""
    hub = GitSandbox(folder / "hub")
    hub.path.mkdir(parents=True)
    hub.run("init", "-q", "--bare", "-b", "main")
    first = clone(hub.path, folder / "ada", "Ada")
    first.box.write(".sgm/config.toml", CONFIG)
    first.box.write(".gitattributes", ATTRIBUTES)
    first.box.write("notes.txt", "one\ntwo\nthree\n")
    first.box.commit("begin")
    first.add("rule-shared", title="Shared", content="One.\n\nTwo.\n\nThree.")
    first.git("push", "-q", "-u", "origin", "main")
    clone(hub.path, folder / "bob", "Bob")


def clone(hub: Path, place: Path, name: str) -> Clone:
    """Clone a repository for somebody."""
    GitSandbox(place.parent).run("clone", "-q", str(hub), str(place))
    for sample in (place / ".git/hooks").glob("*.sample"):
        sample.unlink()
    return _set_up(place, name)


def opened(folder: Path) -> Team:
    """The team whose repositories lie in a folder, wherever it has been copied to."""
    ada, bob = (_set_up(folder / name.lower(), name) for name in ("Ada", "Bob"))
    for each in (ada, bob):
        each.git("remote", "set-url", "origin", str(folder / "hub"))
    return Team(GitSandbox(folder / "hub"), ada, bob)


def resolve(clone: Clone, title: str = "Both") -> None:
    """Put a title in the place of the shared record's lines in conflict."""
    text = (clone.path / SHARED).read_text()
    head, rest = text.split("<<<<<<< ", 1)
    tail = rest.split(">>>>>>> ", 1)[1].split("\n", 1)[1]
    clone.box.write(SHARED, f"{head}title: {title}\n{tail}")


def _set_up(place: Path, name: str) -> Clone:
    found = Clone(GitSandbox(place), name)
    config = place / ".git" / "config"
    text = config.read_text()
    if "[user]" not in text:
        address = f"{name.lower()}@example.org"
        config.write_text(f"{text}[user]\n\tname = {name}\n\temail = {address}\n")
    return found
