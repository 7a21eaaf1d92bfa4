"""Random histories made with real git, by the commands that people use; and read back slowly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.support import GitSandbox
from tests.witness.chance import begun, edited, merged
from tests.witness.support import Snapshot, Story

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tests.witness.chance import Files

_CLOCKS = (0, 1_000_000, 1_700_000_000, 2**31, 2**32)


@dataclass
class RandomRepository:
    """A repository on which everything happens that git can do to branches and files."""

    sandbox: GitSandbox
    chance: Random
    clock: int = 1_700_000_000
    branches: int = 0
    commits: list[str] = field(default_factory=list)

    def build(self, size: int) -> list[str]:
        """Do so many things; give all commits that are reachable."""
        self.sandbox.run("init", "-q")
        self.sandbox.run("config", "merge.renames", "true")
        self._write(begun(self.chance))
        self._commit()
        for _ in range(size):
            self.commits = self._git("rev-list", "--all").split()
            self.chance.choice(_ACTS)(self)
        self._checkout("main")
        self.commits = self._git("rev-list", "--all").split()
        return self.commits

    def edit(self) -> None:
        """Edit files and commit them."""
        self._edit()
        self._commit()

    def amend(self) -> None:
        """Commit the last commit anew."""
        self._edit()
        self._commit("--amend")

    def rename(self) -> None:
        """Rename a file as git does it."""
        paths = sorted(self._files())
        if paths:
            target = self.chance.choice(("m/moved.md", "n/moved.md", "o/moved.md"))
            (self.sandbox.path / target).parent.mkdir(exist_ok=True)
            self._try("mv", "-f", self.chance.choice(paths), target)
            self._commit()

    def branch(self) -> None:
        """Begin a branch somewhere in the past, or go to one that is there; and edit there."""
        if self.chance.random() < 0.5:
            self._checkout(self._any_branch())
        else:
            self.branches += 1
            self._checkout("-b", f"b{self.branches}", self._any_commit())
        self.edit()

    def root(self) -> None:
        """Begin a history of its own."""
        self.branches += 1
        self._checkout("--orphan", f"b{self.branches}")
        self._write(begun(self.chance))
        self._commit()

    def merge(self) -> None:
        """Merge one of other branches, or several, and settle what git does not."""
        there = self._git("rev-list", "--all", "--not", "HEAD").split()
        if not there:
            self.branch()
            return
        others = set(self.chance.choices(there, k=self.chance.choice((1, 1, 1, 2, 3))))
        way = self.chance.choice(([], [], [], ["-s", "ours"], ["-X", "ours"], ["-X", "theirs"]))
        way = [] if len(others) > 1 else way
        is_evil = self.chance.random() < 0.2
        options = ["--no-commit"] if is_evil else []
        options += ["--no-ff", "--allow-unrelated-histories"]
        if not self._try("merge", "-q", *options, *way, *sorted(others)):
            self._settle(sorted(others))
        elif is_evil and self._is_merging():
            self._edit()
            self._commit()

    def squash(self) -> None:
        """Take a branch in as one commit of our own."""
        if self._try("merge", "-q", "--squash", "-X", "theirs", self._any_branch()):
            self._commit()
        else:
            self._give_up()

    def subtree(self) -> None:
        """Take another history in below a folder."""
        other = self._any_branch()
        options = ("-s", "ours", "--no-commit", "--no-ff", "--allow-unrelated-histories")
        if self._try("merge", "-q", *options, other) and self._is_merging():
            self._try("read-tree", "--prefix=m/lib/", "-u", f"{other}:m")
            self._commit()

    def revert(self) -> None:
        """Take a commit back."""
        self._or_give_up("revert", "--no-edit", "-X", "theirs", self._any_commit())

    def cherry_pick(self) -> None:
        """Do a commit of another branch here too."""
        self._or_give_up("cherry-pick", "-X", "theirs", self._any_commit())

    def rebase(self) -> None:
        """Put this branch on top of another."""
        self._or_give_up("rebase", "-q", "-X", "theirs", self._any_branch())

    def _settle(self, others: list[str]) -> None:
        """End a merge with conflicts: as they are, or with something of all sides."""
        if not self._is_merging():  # an octopus, or files in the way
            self._give_up()
        elif self.chance.random() < 0.25:
            self._commit()
        else:
            heads = ["HEAD", *others]
            base = self._git("merge-base", *heads, check=False).split()
            files = self._files_of(base[0]) if base else {}
            self._write(merged(self.chance, files, [self._files_of(each) for each in heads]))
            self._commit()

    def _edit(self) -> None:
        past = [self._files_of(self._any_commit())] if self.commits else []
        self._write(edited(self.chance, self._files(), past))

    def _write(self, files: Files) -> None:
        for path in self._files().keys() - files.keys():
            (self.sandbox.path / path).unlink()
        for path, text in files.items():
            self.sandbox.write(path, text)

    def _files(self) -> Files:
        top = self.sandbox.path
        found = (path for folder in "mno" for path in sorted((top / folder).rglob("*.md")))
        return {path.relative_to(top).as_posix(): path.read_bytes().decode() for path in found}

    def _files_of(self, rev: str) -> Files:
        """The files of a commit, as one stream."""
        paths = self._git("ls-tree", "-r", "--name-only", rev).splitlines()
        wanted = "".join(f"{rev}:{path}\n" for path in paths)
        told = self.sandbox.run("cat-file", "--batch", stdin=wanted.encode())
        return dict(zip(paths, _contents(told), strict=True))

    def _commit(self, *options: str) -> None:
        self.sandbox.run("add", "-A")
        self._try("commit", "-q", "--allow-empty", "-m", "change", *options)

    def _or_give_up(self, *args: str) -> None:
        if not self._try(*args):
            self._give_up()

    def _give_up(self) -> None:
        # git 2.39's merge may stop at an assertion about renames, and leaves its lock
        (self.sandbox.path / ".git/index.lock").unlink(missing_ok=True)
        if (self.sandbox.path / ".git/rebase-merge").exists():
            self._git("rebase", "--abort")
        self._git("reset", "-q", "--hard")
        self._git("clean", "-fdq")

    def _checkout(self, *args: str) -> None:
        self.sandbox.run("checkout", "-q", *args)

    def _is_merging(self) -> bool:
        return (self.sandbox.path / ".git/MERGE_HEAD").exists()

    def _any_branch(self) -> str:
        told = self._git("for-each-ref", "--format=%(refname:short)", "refs/heads")
        return self.chance.choice(told.split())

    def _any_commit(self) -> str:
        return self.chance.choice(self.commits)

    def _try(self, *args: str) -> bool:
        """Run a command that may commit, by a clock that does not always go on."""
        jump = self.chance.random() < 0.15
        self.clock = self.chance.choice(_CLOCKS) if jump else self.clock + 60
        when = f"@{self.clock} +0000"
        dated = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        try:
            GitSandbox(self.sandbox.path, self.sandbox.environment | dated).run(*args)
        except AssertionError:  # git says no
            return False
        return True

    def _git(self, *args: str, check: bool = True) -> str:
        return self.sandbox.run(*args, check=check).decode()


_ACTS: tuple[Callable[[RandomRepository], None], ...] = (
    *(5 * (RandomRepository.edit,)),
    *(5 * (RandomRepository.merge,)),
    *(4 * (RandomRepository.branch,)),
    RandomRepository.amend,
    RandomRepository.rename,
    RandomRepository.root,
    RandomRepository.squash,
    RandomRepository.subtree,
    RandomRepository.revert,
    RandomRepository.cherry_pick,
    RandomRepository.rebase,
)


def read_story(sandbox: GitSandbox) -> Story:
    """All of a repository as whole trees, told by plain commands."""
    story = Story()
    for line in sandbox.run("rev-list", "--parents", "--all").decode().splitlines():
        oid, *parents = line.split()
        told = sandbox.run("ls-tree", "-r", "-z", "--full-tree", oid).decode().split("\0")[:-1]
        entries = [entry.split("\t", 1) for entry in told]
        files = {path: meta.split()[2] for meta, path in entries}
        story.snapshots[oid] = Snapshot(tuple(parents), files)
    blobs = sorted({blob for each in story.snapshots.values() for blob in each.files.values()})
    told_blobs = sandbox.run("cat-file", "--batch", stdin="\n".join(blobs).encode())
    story.texts = dict(zip(blobs, _contents(told_blobs), strict=True))
    return story


def _contents(told: bytes) -> Iterator[str]:
    """The files in what ``git cat-file --batch`` says."""
    place = 0
    while place < len(told):
        end = told.index(b"\n", place)
        size = int(told[place:end].split()[2])
        yield told[end + 1 : end + 1 + size].decode("utf-8", "surrogateescape")
        place = end + size + 2
