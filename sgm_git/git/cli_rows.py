"""Rows of history by three calls of the git command, each of them plumbing without settings.

``rev-list`` says which commits, ``cat-file`` what they are, ``diff-tree`` what they changed: as
fast as one ``git log --raw``, and nothing that stands in a name or message can be taken for
anything else. Where objects are missing, git is only asked for what is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids, object_id
from sgm_git.git.cli_objects import contents, fetch, survey
from sgm_git.git.commit_objects import Interpreter, links
from sgm_git.git.revisions import no_commit
from sgm_git.git.rows import rows
from sgm_git.git.walk import all_above
from sgm_git.git.watched import Changes, is_watched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.commits import Change, Commit, Identity
    from sgm_git.git.command import Git
    from sgm_git.git.extent import Extent

_CHUNK = 1 << 20
_REV_LIST = ("rev-list", "--ignore-missing", "--topo-order", "--stdin")
_DIFF_TREE = ("diff-tree", "--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev")
_PLAIN = b"100"  # how the modes of plain files begin


def history(git: Git, extent: Extent, object_format: str) -> Iterator[Commit]:
    """Give the commits of the extent, children first; see ``past.Past.history``."""
    check_oids([extent.tip, *extent.known])
    empty = object_id(b"tree", b"", object_format).encode("ascii")
    with TemporaryFile() as objects, TemporaryFile() as diffs:
        try:
            found = _one_pass(git, extent, empty, (objects, diffs))
        except CannotRun:
            if not extent.is_partial:
                raise
            yield from rows(survey(git, objects), extent, object_format)
        else:
            yield from found


def people(git: Git, tip: str) -> frozenset[Identity]:
    """Give everybody who made a commit that is reachable; see ``past.Past.people``."""
    check_oids([tip])
    oids = _listed(git, [tip])
    _check_tip(git, tip, oids)
    read = Interpreter().commit
    with TemporaryFile() as file:
        commits = [read(oid, raw, (), ()) for oid, _, raw in contents(fetch(git, oids, file))]
    return frozenset(chain.from_iterable((each.author, each.committer) for each in commits))


def _one_pass(
    git: Git, extent: Extent, empty: bytes, files: tuple[IO[bytes], IO[bytes]]
) -> Iterator[Commit]:
    """Ask git for everything; what it said is read while the commits are taken."""
    objects, diffs = files
    found = _found(git, extent, empty, objects)
    asked = [
        b"%b %b\n" % (before, found.trees[oid])
        for oid in found.parents
        for before in found.befores(oid)
        if before != found.trees[oid]
    ]
    git.without_index().read(*_DIFF_TREE, stdin=b"".join(asked), output=diffs)
    if extent.is_partial:  # an older git passes over a missing tree, which must be known now
        all(True for _ in _diffs(diffs, asked))
    return found.commits(_diffs(diffs, asked))


@dataclass(frozen=True, slots=True)
class _Found:
    """The commits wanted, children first, with their parents; trees of these, too."""

    file: IO[bytes]
    trees: dict[bytes, bytes]
    parents: dict[bytes, list[bytes]]
    border: frozenset[bytes]
    empty: bytes

    def befores(self, oid: bytes) -> list[bytes]:
        """Give the trees that a commit is compared with."""
        if oid in self.border:
            return []
        return [self.trees[parent] for parent in self.parents[oid]] or [self.empty]

    def commits(self, diffs: Iterator[tuple[Change, ...]]) -> Iterator[Commit]:
        """Join what each commit is with what it changed."""
        commit = Interpreter().commit
        for oid, _, raw in contents(self.file):
            if oid in self.parents:
                tree = self.trees[oid]
                changes = tuple([next(diffs) if old != tree else () for old in self.befores(oid)])
                is_cut = oid in self.border
                yield commit(oid, raw, self.parents[oid], changes, is_cut=is_cut)


def _found(git: Git, extent: Extent, empty: bytes, file: IO[bytes]) -> _Found:
    oids = _listed(git, [extent.tip, *(f"^{oid}" for oid in extent.known)])
    _check_tip(git, extent.tip, oids)
    border = frozenset(oid.encode("ascii", "replace") for oid in extent.border)
    found = _Found(fetch(git, oids, file), {}, {}, border, empty)
    for oid, _, raw in contents(found.file):
        found.trees[oid], parents = links(oid, raw)
        found.parents[oid] = [] if oid in border else parents
    _drop_known(git, extent, found)
    outside = {parent for parents in found.parents.values() for parent in parents}
    with TemporaryFile() as others:
        for oid, _, raw in contents(fetch(git, outside - found.trees.keys(), others)):
            found.trees[oid], _ = links(oid, raw)
    return found


def _listed(git: Git, revisions: list[str]) -> list[bytes]:
    return git.read(*_REV_LIST, stdin="\n".join([*revisions, ""]).encode("ascii")).split()


def _check_tip(git: Git, tip: str, oids: list[bytes]) -> None:
    """Raise CannotRun unless the tip is a commit that is here; if all is known, git is asked."""
    newest = oids or git.ask("rev-list", "--max-count=1", tip).out.split()
    if newest[:1] != [tip.encode("ascii")]:
        raise no_commit(tip)


def _drop_known(git: Git, extent: Extent, found: _Found) -> None:
    """Drop what is known after all: with crooked clocks git stops looking too soon."""
    known = [oid.encode("ascii") for oid in extent.known]
    if known and not all_above(known, list(found.parents.items())):
        for oid in _listed(git, list(extent.known)):
            found.parents.pop(oid, None)


def _diffs(file: IO[bytes], asked: list[bytes]) -> Iterator[tuple[Change, ...]]:
    """Give the watched changes of each pair of trees that was asked for."""
    change = Changes().change
    oid_hex = len(asked[0]) // 2 - 1 if asked else 0
    old, new = slice(15, 15 + oid_hex), slice(16 + oid_hex, 16 + 2 * oid_hex)
    for section in _sections(chain.from_iterable(_pieces(file)), asked):
        found = []
        for meta, path in section:
            before = meta[old] if meta[1:4] == _PLAIN else None
            after = meta[new] if meta[8:11] == _PLAIN else None
            if before != after and is_watched(path):
                found.append(change(path, before, after))
        yield tuple(found)


def _sections(tokens: Iterator[bytes], asked: list[bytes]) -> Iterator[list[tuple[bytes, bytes]]]:
    """Read ``:MODE MODE OLD NEW STATUS`` and path, many of them after each ``TREE TREE``.

    Raises CannotRun unless git answers each question, in the order asked.
    """
    section: list[tuple[bytes, bytes]] = []
    answered = 0
    for token in tokens:
        meta = token
        while meta and not meta.startswith(b":"):
            if answered:
                yield section
            meta = _answer(meta, asked[answered : answered + 1])
            section = []
            answered += 1
        if meta:
            section.append((meta, next(tokens)))
    if answered != len(asked):
        raise _not_all_compared()
    if answered:
        yield section


def _answer(token: bytes, asked: list[bytes]) -> bytes:
    """Give what follows a repeated question."""
    if not asked or not token.startswith(asked[0]):
        raise _not_all_compared()
    return token.removeprefix(asked[0])


def _not_all_compared() -> CannotRun:
    return CannotRun("git could not compare all trees", hint="`git fsck` says more")


def _pieces(file: IO[bytes]) -> Iterator[list[bytes]]:
    """Split a file at its NULs, reading a part at a time."""
    file.seek(0)
    rest = b""
    while chunk := file.read(_CHUNK):
        *pieces, rest = (rest + chunk).split(b"\0")
        yield pieces
    yield [rest]
