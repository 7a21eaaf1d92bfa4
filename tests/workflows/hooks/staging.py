"""What the tests of hooks share: a store with one record, and amendments of what is staged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document import Remove, Set, splice
from sgm_git.workflows.hooks.plan import Amendment
from tests.store.support import BASE, open_store

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.workflows.hooks.plan import Reason
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
STAMP = Set(("provenance", "modified_by"), "Ada")
EDITED = BASE.replace(b"title: Keep the current datastore", b"title: Keep it")


def begun(sandbox: GitSandbox, engine: str = "git") -> Store:
    """A store whose one record is committed."""
    sandbox.write(".sgm/config.toml", "format = 1\n")
    sandbox.write(PATH, BASE)
    sandbox.write("other.txt", "1\n")
    sandbox.commit("begin")
    return open_store(sandbox.path, "dulwich" if engine == "dulwich" else "git")


def stage(sandbox: GitSandbox, data: bytes = EDITED, path: str = PATH) -> None:
    """Write a file and stage it."""
    sandbox.write(path, data)
    sandbox.run("add", "--", path)


def planned(
    store: Store, *changes: Set | Remove, path: str = PATH, reasons: tuple[Reason, ...] = ("stamp",)
) -> Amendment:
    """The amendment that makes changes in what is staged at a path; without any, a stamp."""
    entry = next(each for each in store.repository.list_index([path]) if each.path == path)
    ((_, staged),) = store.repository.read_blobs([entry.oid])
    made = changes or (STAMP,)
    return Amendment(path, entry.oid, entry.mode, staged, made, splice(staged, made), reasons)


@dataclass(frozen=True)
class Look:
    """All that a refusal leaves as it was: HEAD, the index to the byte, every file.

    Where git itself runs, it may note in the index which files it has looked at: then that is what
    is staged.
    """

    head: str
    index: bytes
    files: dict[str, tuple[int, bytes]]

    @classmethod
    def at(cls, sandbox: GitSandbox, *, git_runs: bool = False) -> Look:
        """As it is now."""
        files = {
            str(each.relative_to(sandbox.path)): (each.stat().st_mode, each.read_bytes())
            for each in sandbox.path.rglob("*")
            if each.is_file() and ".git" not in each.relative_to(sandbox.path).parts
        }
        git_dir = sandbox.path / sandbox.run("rev-parse", "--git-dir").decode().strip()
        listed = sandbox.run("ls-files", "--stage", "-v", "-z")
        return cls(sandbox.head(), listed if git_runs else (git_dir / "index").read_bytes(), files)


def staged_text(sandbox: GitSandbox, path: str = PATH) -> bytes:
    """What the index holds at a path."""
    return sandbox.run("cat-file", "blob", f":{path}")
