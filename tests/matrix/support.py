"""A repository with a memory and our hooks in it, in which people commit in every way that git has.

What a commit must leave alone is there in each test: work that is staged, work that is not, files
that git does not know, and a record so broken that a look at the work tree would refuse it.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS, script
from tests.programs import put_sgm
from tests.support import GitSandbox

PLAIN, STAMPED, OTHER, NEW = (f"memory/fact/fact-{name}.md" for name in ("a", "s", "b", "n"))
CODE, STAGED, UNKNOWN = "code.py", "staged.py", "notes.txt"
BROKEN = b"---\nid: fact-b\ntype: [\n---\n\nnot done yet\n"
_LINES = "\n".join(f"Line {number} of it." for number in range(1, 21))
_BORN = "2026-10-10T18:21:47Z"
_EDITED = "2026-10-11T08:00:00Z"
_STAMPS = f'  modified: true\n  modified_at: "{_EDITED}"\n  modified_by: Ada\n'


def record(name: str, *, title: str = "A title", review: str = "42", stamps: str = "") -> bytes:
    """Give a record with an unknown field and twenty lines of text."""
    return (
        f"---\nid: {name}\ntype: fact\ntitle: {title}\nx_review: {review}\nprovenance:\n"
        f'  agent: Ada\n  created_at: "{_BORN}"\n  origin: editor\n  scope: {{}}\n'
        f"{stamps}---\n\n{_LINES}\n"
    ).encode()


PLAIN_BEFORE = record("fact-a")
STAMPED_BEFORE = record("fact-s", title="Stamped", stamps=_STAMPS)


def make(place: Path) -> None:
    """Make the repository: two commits, none of them published."""
    place.mkdir(parents=True)
    box = GitSandbox(place)
    box.run("init", "-q")
    box.write(".sgm/config.toml", 'format = 1\n\n[[root]]\npath = "memory"\n')
    for name, data in ((PLAIN, PLAIN_BEFORE), (OTHER, record("fact-b"))):
        box.write(name, data)
    box.write(STAMPED, record("fact-s"))
    box.write(CODE, "one\n")
    box.commit("memory: begin", date=_BORN)
    box.write(STAMPED, STAMPED_BEFORE)
    box.commit("memory: edit", date=_EDITED)
    put_hooks(place / ".git" / "hooks")
    box.run("config", "sgm.path", str(put_sgm(place.parent / "sgm")))


def put_hooks(folder: Path) -> None:
    """Install our hooks."""
    folder.mkdir(exist_ok=True)
    for name in WORK_TREE_HOOKS:
        put_program(folder / name, script(name))


def put_program(place: Path, text: bytes) -> Path:
    """Write an executable script."""
    place.write_bytes(text)
    place.chmod(0o755)
    return place


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    status: int
    said: str


@dataclass(frozen=True)
class Snapshot:
    """All that a refused commit must leave as it was, to the byte."""

    head: str
    refs: bytes
    index: bytes | None
    files: dict[str, tuple[int, bytes]]


@dataclass(frozen=True)
class Bench(GitSandbox):
    """The repository, or one like it in a linked work tree or a submodule."""

    def under(self, **variables: str) -> Bench:
        """The same repository, to somebody who has set these variables."""
        return Bench(self.path, self.environment | variables)

    def attempt(self, *args: str, stdin: bytes = b"") -> Outcome:
        """Run git, whatever comes of it."""
        return self.start("git", *args, stdin=stdin)

    def start(self, *command: str, stdin: bytes = b"") -> Outcome:
        """Run a program here, whatever comes of it."""
        done = subprocess.run(
            command,
            cwd=self.path,
            env=os.environ | self.environment,
            input=stdin,
            capture_output=True,
            check=False,
            timeout=120,
            start_new_session=True,  # a signal to all of it must not reach the tests
        )
        return Outcome(done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace"))

    @property
    def git_dir(self) -> Path:
        """The git directory of this work tree."""
        return Path(self.run("rev-parse", "--absolute-git-dir").decode().removesuffix("\n"))

    def read(self, name: str) -> bytes:
        """Read a file of the work tree."""
        return (self.path / name).read_bytes()

    def at(self, rev: str, name: str) -> bytes | None:
        """Read a file of a commit, or (``rev`` is empty) of the index; None if it has none."""
        if not self.run("ls-tree" if rev else "ls-files", *filter(None, [rev]), "--", name):
            return None
        return self.run("show", f"{rev}:{name}")

    def settle(self) -> None:
        """Let git write into the index what it will find out anyway when it begins a commit."""
        self.run("status")
        self.run("write-tree", check=False)

    def snapshot(self) -> Snapshot:
        """Look at everything."""
        index = self.git_dir / "index"
        return Snapshot(
            self.run("rev-parse", "-q", "--verify", "HEAD", check=False).decode(),
            self.run("for-each-ref"),
            index.read_bytes() if index.exists() else None,
            dict(sorted(self._files())),
        )

    def _files(self) -> list[tuple[str, tuple[int, bytes]]]:
        found = []
        for folder, folders, names in os.walk(self.path):
            folders[:] = [name for name in folders if name != ".git"]
            for path in (Path(folder, name) for name in names if name != ".git"):
                content = path.read_bytes()
                mode = stat.S_IMODE(path.lstat().st_mode)
                found.append((str(path.relative_to(self.path)), (mode, content)))
        return found

    def message(self) -> str:
        """The message of HEAD."""
        return self.run("log", "-1", "--format=%B").decode()

    def changed(self) -> dict[str, str]:
        """What ``git status`` tells, by path: the two letters of the short form."""
        told = self.run("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
        return {line[3:]: line[:2] for line in os.fsdecode(told).split("\0") if line}

    def assert_sound(self) -> None:
        """Nothing is damaged, and nothing was left lying."""
        told = self.run("fsck", "--strict", "--no-dangling", "--no-progress").decode()
        assert [line for line in told.splitlines() if not line.startswith("notice:")] == []
        ours = [p.name for p in (self.git_dir / "sgm").glob("*") if p.name not in KEPT]
        assert [*self.git_dir.rglob("*.lock"), *ours] == []


KEPT = {"lock", "index.sqlite", "index.sqlite-wal", "index.sqlite-shm", "consents"}
"""What may stay in our folder of the git directory after a commit."""


def copy(template: Path, place: Path) -> Bench:
    """Give a copy of a repository, with the same programs."""
    shutil.copytree(template, place, symlinks=True)
    return Bench(place)


def disturb(bench: Bench) -> dict[str, bytes]:
    """Leave work lying about that no commit of a record may touch; give it by path."""
    work = {STAGED: b"staged\n", CODE: b"two\n", OTHER: BROKEN, UNKNOWN: b"mine\n"}
    for name, data in work.items():
        bench.write(name, data)
    bench.run("add", STAGED)
    return work
