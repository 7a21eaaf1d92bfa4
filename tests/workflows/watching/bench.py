"""A watch of a real repository whose time goes by as a test wants it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.workflows.watching.heard import Heard
from sgm_git.workflows.watching.loop import Watch
from sgm_git.workflows.watching.wish import Wish
from tests.hooks.staged_support import PATH, document
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.workflows.watching.event import Event, Kind
    from tests.support import GitSandbox

__all__ = ["PATH", "Bench", "document"]


@dataclass
class Bench:
    """One memory with one fact, a watch of it, and all that it told."""

    box: GitSandbox
    wish: Wish = field(default_factory=lambda: Wish(commits=True))
    config: str = "format = 1\n"
    now: float = 1000.0
    told: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        store = begin(self.box, config=self.config)
        self.box.write(PATH, document())
        self.box.commit("a fact")
        self.box.run("update-ref", "refs/remotes/origin/main", "HEAD")
        self.records = store.records

    def start(self) -> Watch:
        """Begin to watch."""
        self.watch = Watch(self.records, self.wish, self.told.append, lambda: self.now)
        self.watch.begin()
        return self.watch

    def save(self, data: str | None, path: str = PATH) -> None:
        """Write or remove a file, and let the watch hear of it."""
        if data is None:
            (self.box.path / path).unlink()
        else:
            self.box.write(path, data)
        self.hear(path)

    def hear(self, *paths: str, is_all: bool = False) -> None:
        """Let the watch hear of paths, now."""
        self.watch.step(Heard(frozenset(paths), is_all))

    def wait(self, seconds: float = 7.0) -> None:
        """Let time go by, and the watch do what is due."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + max(self.watch.wait(), 0.001))
            self.watch.step(Heard())

    def kinds(self) -> list[str]:
        """What was told, in short."""
        return [each.kind for each in self.told if each.kind not in ("watching", "saved")]

    def last(self, kind: Kind) -> Event:
        """The last event of a kind."""
        return [each for each in self.told if each.kind == kind][-1]

    def subjects(self) -> list[str]:
        """The subjects of all commits since the fact, the last first."""
        return self.box.run("log", "--format=%s").decode().splitlines()[:-2]
