"""Random histories, made by real git; and what they hold, told slowly by plain commands."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.commits import Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from sgm_git.commits import Commit
    from tests.support import GitSandbox

_PATHS = (
    b"memory/a.md",
    b"memory/b.MD",
    b"memory/deep/er/c.md",
    b"memory/deep/er/d.Md",
    b"memory/a",  # beside memory/a.md and memory/a/..., which sort apart
    b"memory/a/e.md",
    b"other/f.md/g.txt",
    b"other/f.md",
    b"h.md",
    b"i.txt",
    b".sgm/config.toml",
    b".sgm/schemas/x.json",
    b"sub/.sgm/config.toml",
    b".mailmap",
    b".SGM/config.toml",
    b".Mailmap",
    b"sub/.GitAttributes",
    b"sub/.gitattributes",
    b"sub/x.gitattributes",
    b"latin-\xf8.md",
    b"new\nline and : colon.md",
    b":100644 000000 x.md",
)
_MODES = (b"100644", b"100644", b"100644", b"100755", b"120000", b"160000")
_CLOCKS = (0, 1, 10_000, 1_700_000_000, 1_700_000_001, 2**31, 2**32, 2**33)


@dataclass(slots=True)
class RandomGraph:
    """A stream for ``git fast-import``: forks, octopus and evil merges, roots, crooked clocks."""

    random: Random
    commits: int
    oid_hex: int = 40
    stream: list[bytes] = field(default_factory=list)

    def build(self, sandbox: GitSandbox) -> list[str]:
        """Make the history; give all its commits. ``main`` reaches some, ``tips`` the others."""
        for mark in range(1, self.commits + 1):
            self._commit(mark)
        for mark in range(1, self.commits + 1):
            self.stream.append(b"reset refs/all/%d\nfrom :%d\n\n" % (mark, mark))
        self.stream.append(b"reset refs/heads/main\nfrom :%d\n\n" % self.commits)
        sandbox.run("fast-import", "--quiet", "--force", stdin=b"".join(self.stream))
        names = [f"refs/all/{mark}" for mark in range(1, self.commits + 1)]
        return sandbox.run("rev-parse", *names).decode().split()

    def _commit(self, mark: int) -> None:
        chance = self.random
        newest = range(max(1, mark - 6), mark)
        count = chance.choice((0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4)) if chance.random() < 0.95 else 5
        parents = chance.sample(newest, min(count, len(newest)))
        if mark == self.commits:
            parents = list(newest)
        when = chance.choice(_CLOCKS) + chance.randrange(50)
        self.stream += [
            b"reset refs/tmp\n" if not parents else b"",
            b"commit refs/tmp\nmark :%d\n" % mark,
            b"author A%d <a%d@example.org> %d +0100\n" % (mark % 3, mark % 5, when),
            b"committer C <c@example.org> %d -0330\n" % (when + chance.randrange(-when, 60)),
            b"data 3\nmsg\n",
            *(b"from :%d\n" % parent for parent in parents[:1]),
            *(b"merge :%d\n" % parent for parent in parents[1:]),
        ]
        merged_as_ours = len(parents) > 1 and chance.random() < 0.3
        for _ in range(0 if merged_as_ours else chance.randrange(4)):
            self._edit()
        self.stream.append(b"\n")

    def _edit(self) -> None:
        chance = self.random
        path = _quoted(chance.choice(_PATHS))
        dice = chance.random()
        if dice < 0.2:
            self.stream.append(b"D %b\n" % path)
        elif dice < 0.25:
            self.stream.append(b"deleteall\n")
        elif (mode := chance.choice(_MODES)) == b"160000":
            oid = b"%x" % chance.randrange(1, 9)
            self.stream.append(b"M 160000 %b %b\n" % (oid.zfill(self.oid_hex), path))
        else:
            content = b"%d" % chance.randrange(6)
            self.stream.append(
                b"M %b inline %b\ndata %d\n%b\n" % (mode, path, len(content), content)
            )


def _quoted(path: bytes) -> bytes:
    return b'"%b"' % path.replace(b"\n", b"\\n")


def parents_of(sandbox: GitSandbox, tips: Iterable[str]) -> dict[str, list[str]]:
    """Map every commit that the tips reach to its parents."""
    told = sandbox.run("rev-list", "--parents", *tips).decode().splitlines()
    return {oid: parents for oid, *parents in map(str.split, told)}


def ancestors(parents: Mapping[str, list[str]], tips: Iterable[str]) -> set[str]:
    """Give all that the tips reach, themselves too."""
    found: set[str] = set()
    todo = list(tips)
    while todo:
        oid = todo.pop()
        if oid not in found:
            found.add(oid)
            todo += parents[oid]
    return found


def files_of(sandbox: GitSandbox, oid: str) -> dict[bytes, str]:
    """Map the plain files of a commit that matter to their blobs."""
    lines = sandbox.run("ls-tree", "-r", "-z", "--full-tree", oid).split(b"\0")[:-1]
    split = [line.split(b"\t", 1) for line in lines]
    return {
        path: meta.split()[2].decode()
        for meta, path in split
        if meta.startswith(b"100") and _matters(path)
    }


def _matters(path: bytes) -> bool:
    path = path.lower()
    name = path.split(b"/")[-1]
    return (
        path.endswith(b".md")
        or path.startswith(b".sgm/")
        or name in {b".mailmap", b".gitattributes"}
    )


def changes_between(old: dict[bytes, str], new: dict[bytes, str]) -> tuple[Change, ...]:
    """Compare whole trees, path by path."""
    return tuple(
        Change(os.fsdecode(path), old.get(path), new.get(path))
        for path in sorted({*old, *new})
        if old.get(path) != new.get(path)
    )


def assert_topological(commits: list[Commit]) -> None:
    """Every commit comes once, and before all its parents."""
    place = {commit.oid: number for number, commit in enumerate(commits)}
    assert len(place) == len(commits)
    for commit in commits:
        assert all(place[commit.oid] < place[oid] for oid in commit.parents if oid in place)
