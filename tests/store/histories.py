"""Random histories of records in real repositories, and looks at them: near ones and whole ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.git.blobs import blob_id
from sgm_git.git.engine import open_repository
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Roots
from sgm_git.store.index.database import with_index
from sgm_git.store.index.folds import Folds
from sgm_git.store.past import Looker
from sgm_git.store.pending import Present
from sgm_git.witness.facts import facts_of
from tests.store.support import NOW
from tests.witness.chance import random_story
from tests.witness.support import ROOTS, record_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path
    from random import Random

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.store.index.folds import Fold
    from sgm_git.store.near import Near
    from sgm_git.store.past import Past
    from sgm_git.witness.facts import Facts
    from tests.support import GitSandbox
    from tests.witness.support import Story

    Files = Mapping[str, str]

FOLDERS = Roots(tuple(RootConfig(path) for path in sorted(ROOTS, reverse=True)), ())
"""The roots of the stories, the inner one before that around it."""


@dataclass(frozen=True)
class History:
    """A story that a repository holds; ``oids`` are the commits by their names in the story."""

    story: Story
    oids: Mapping[str, str]
    repository: Repository

    def line(self, tip: str) -> list[str]:
        """A commit and its first parents, the newest first."""
        found = [tip]
        while parents := self.story.parents(found[-1]):
            found.append(parents[0])
        return found


def made(sandbox: GitSandbox, engine: Engine, chance: Random, size: int) -> History:
    """A random history of so many commits."""
    story, _ = random_story(chance, size)
    story.snapshots = {oid: replace(each, is_cut=False) for oid, each in story.snapshots.items()}
    return told(sandbox, engine, story)


def told(sandbox: GitSandbox, engine: Engine, story: Story) -> History:
    """A story as a repository has it."""
    sandbox.run("fast-import", "--quiet", stdin=b"".join(_stream(story)))
    names = list(story.snapshots)
    said = sandbox.run("rev-parse", *(f"refs/all/{name}" for name in names)).decode().split()
    oids = dict(zip(names, said, strict=True))
    return History(story, oids, open_repository(sandbox.path, engine))


def _stream(story: Story) -> Iterator[bytes]:
    marks = {name: number for number, name in enumerate(story.snapshots, 1)}
    for name, snapshot in story.snapshots.items():
        number = marks[name]
        person = f"P{number % 3} <p@example.org> {NOW - 1000 + number} +0000"
        yield f"commit refs/all/{name}\nmark :{number}\n".encode()
        yield f"author {person}\ncommitter {person}\ndata 1\nx\n".encode()
        for place, parent in enumerate(snapshot.parents):
            word = "merge" if place else "from"
            yield f"{word} :{marks[parent]}\n".encode()
        yield b"deleteall\n"
        for path, text in story.files(name).items():
            data = text.encode("utf-8", "surrogateescape")
            yield b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(data), data)
        yield b"\n"


@dataclass
class Watcher:
    """Looks at one history, with an index of its own at ``place``."""

    history: History
    place: Path
    named: list[set[str]] = field(default_factory=list)

    def past(self, commit: str, files: Files | None = None) -> Past:
        """All of a commit with these files in place of its own."""
        committed = self.history.story.files(commit)
        files = committed if files is None else files
        blobs, now = _blobs(committed), _blobs(files)
        present = Present(self.history.oids[commit], blobs, now, _known(files), NOW)
        return with_index(self._folder, lambda index: self._looker(index).past(present))

    def near(
        self,
        commit: str,
        files: Files,
        also: Collection[str] = (),
        namesakes: Callable[[Collection[str]], Collection[str]] | None = None,
    ) -> Near | None:
        """What can be told of those that are concerned."""
        before, now = _blobs(self.history.story.files(commit)), _blobs(files)
        dirty = {p: now.get(p) for p in before | now if before.get(p) != now.get(p)}

        def own(names: Collection[str]) -> list[str]:
            """The paths of documents with these ids, as a caller's index would tell."""
            self.named.append(set(names))
            return [path for path, text in files.items() if _id(text) in names]

        return with_index(
            self._folder,
            lambda index: self._looker(index).near(
                self.history.oids[commit],
                dirty=dirty,
                also=also,
                known=_known(files),
                now=NOW,
                namesakes=namesakes or own,
            ),
        )

    def kept(self) -> tuple[Fold | None, set[str], str | None]:
        """The fold in the index, the ids that have been, and the fold's commit."""

        def read(index: sqlite3.Connection) -> tuple[Fold | None, set[str], str | None]:
            folds = Folds(index, FOLDERS.digest)
            rows = index.execute("SELECT name FROM names")
            return folds.read(), {name for (name,) in rows}, self._looker(index).tip

        return with_index(self._folder, read)

    @property
    def _folder(self) -> Path:
        self.place.mkdir(exist_ok=True)
        return self.place

    def _looker(self, index: sqlite3.Connection) -> Looker:
        return Looker(self.history.repository, FOLDERS, index)


def _blobs(files: Files) -> dict[str, str]:
    return {
        path: blob_id(text.encode("utf-8", "surrogateescape"), "sha1")
        for path, text in files.items()
        if FOLDERS.root_of(path) is not None
    }


def _known(files: Files) -> dict[str, Facts | None]:
    return {
        blob: None if (record := record_of(files[path])) is None else facts_of(record)
        for path, blob in _blobs(files).items()
    }


def _id(text: str) -> object:
    record = record_of(text)
    return None if record is None else record.get("id")
