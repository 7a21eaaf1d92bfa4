"""Commit objects made anew on other parents: what their author said stays, to the byte."""

from __future__ import annotations

import codecs
import os
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Self

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids
from sgm_git.git.cli_commit_object import SIGNING_SECONDS, run_commit_tree
from sgm_git.git.cli_objects import contents, fetch
from sgm_git.git.command import git_error
from sgm_git.git.commit_objects import links
from sgm_git.git.identity import find_identity, identity_variables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.command import Git

_AUTHOR = b"author "
_ENCODING = b"encoding "
_STORE = ("hash-object", "-t", "commit", "-w", "--stdin")


@dataclass(frozen=True, slots=True)
class Original:
    """A commit as it is stored; ``author`` is its line with name, address, seconds and zone."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    author: bytes
    encoding: bytes | None
    message: bytes

    @classmethod
    def of(cls, oid: bytes, raw: bytes) -> Self:
        """Read a commit object."""
        tree, parents = links(oid, raw)
        header, _, message = raw.partition(b"\n\n")
        lines = header.split(b"\n")
        author = next((line for line in lines if line.startswith(_AUTHOR)), _AUTHOR)
        encoding = next((line for line in lines if line.startswith(_ENCODING)), None)
        return cls(
            oid.decode("ascii"),
            tree.decode("ascii"),
            tuple(parent.decode("ascii") for parent in parents),
            author.removeprefix(_AUTHOR),
            None if encoding is None else encoding.removeprefix(_ENCODING),
            message,
        )


def originals(git: Git, oids: Sequence[str]) -> list[Original]:
    """Read the commits; raises CannotRun for one that is not here."""
    check_oids(oids)
    with TemporaryFile() as file:
        fetch(git, (oid.encode("ascii") for oid in oids), file)
        return [Original.of(oid, raw) for oid, _, raw in contents(file)]


@dataclass(frozen=True, slots=True)
class Remaking:
    """Makes commits: the committer is whoever is here now, and signs if git is told so."""

    git: Git
    people: Mapping[str, str]
    signs: bool
    _now: list[bytes] = field(default_factory=list, repr=False, compare=False)

    @classmethod
    def by(cls, repository: GitRepository) -> Self:
        """For this repository; raises CannotRun with a hint where git knows no committer."""
        settings = repository.settings()
        people = identity_variables("COMMITTER", find_identity("committer", settings, os.environ))
        return cls(repository.git, people, settings.flag("commit.gpgSign"))

    def make(self, original: Original, tree: str, parents: Sequence[str]) -> str:
        """Make the commit with this tree on these parents; give its id.

        Author, their date, message and encoding are the original's; nothing else of it stays.
        """
        if self.signs:
            return self._signed(original, tree, parents)
        header = [b"tree " + tree.encode("ascii")]
        header += [b"parent " + parent.encode("ascii") for parent in parents]
        header += [_AUTHOR + original.author, b"committer " + self._committer(original.encoding)]
        header += [] if original.encoding is None else [_ENCODING + original.encoding]
        return self.store(b"\n".join([*header, b"", original.message]))

    def store(self, raw: bytes) -> str:
        """Store a commit object of exactly these bytes."""
        done = self.git.write(*_STORE, stdin=raw)
        if done.status:
            raise git_error(done.err)
        return done.out.decode("ascii").strip()

    def _signed(self, original: Original, tree: str, parents: Sequence[str]) -> str:
        encoding = (original.encoding or b"UTF-8").decode("ascii", "replace")
        command = ["-c", f"i18n.commitEncoding={encoding}", "commit-tree", tree, "-S", "-F", "-"]
        for parent in parents:
            command += ["-p", parent]
        people = {**self.people, **_author_variables(original.author)}
        return run_commit_tree(self.git, command, original.message, people, SIGNING_SECONDS)

    def _committer(self, encoding: bytes | None) -> bytes:
        """Name, address and the time now, as git would write them; the same for all of a run."""
        if not self._now:
            done = self.git.ask("var", "GIT_COMMITTER_IDENT", variables=self.people)
            if done.status:
                raise git_error(done.err)
            self._now.append(done.out.rstrip(b"\n"))
        return _encoded(self._now[0], encoding)


def _encoded(line: bytes, encoding: bytes | None) -> bytes:
    """A line of UTF-8 in the encoding of a commit, as it is where that cannot be."""
    try:
        name = codecs.lookup((encoding or b"utf-8").decode("ascii")).name
        return line.decode("utf-8").encode(name)
    except (LookupError, ValueError):
        return line


def _author_variables(author: bytes) -> dict[str, str]:
    name, opened, rest = author.partition(b"<")
    address, closed, when = rest.rpartition(b">")
    if not (opened and closed):
        raise CannotRun("a commit without an author cannot be made anew")
    given = {"NAME": name.rstrip(b" "), "EMAIL": address, "DATE": b"@" + when.strip()}
    return {f"GIT_AUTHOR_{key}": os.fsdecode(value) for key, value in given.items()}
