"""A memory with records in a real repository, and what a hook would say of what is staged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.git.engine import open_repository
from sgm_git.record.value import dumps
from sgm_git.store.records import Records
from sgm_git.store.settings import staged_settings
from sgm_git.workflows.hooks.judge import judge_staged
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.workflows.hooks.plan import Verdict

NOW = 1_795_000_000
STAMP = "2026-11-18T11:06:40Z"
CREATED = "2026-11-18T10:00:00Z"
PATH = "memory/fact/fact-a.md"
E, W = Severity.ERROR, Severity.WARNING

Told = list[tuple[str, Severity]]


def document(*lines: str, record_id: str = "fact-a", body: str = "Text.", **claims: str) -> str:
    """A record's file: a fact of Ada's, with more lines of front matter and other claims."""
    provenance = {"agent": "Ada", "created_at": CREATED, "origin": "cli"} | claims
    declared = [f"  {name}: {dumps(value)}" for name, value in provenance.items()]
    head = ["---", f"id: {record_id}", "type: fact", "title: A", *lines, "provenance:", *declared]
    return "\n".join([*head, "  scope: {}", "---", "", body, ""])


@dataclass
class Memory:
    """A repository of records, all commits of which are published, unless somebody adds others."""

    box: GitSandbox
    engine: Engine = "git"
    now: int = NOW
    calls: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def begun(cls, place: Path, engine: Engine = "git", config: str = "format = 1\n") -> Memory:
        """A memory with one record that was published."""
        memory = cls(GitSandbox(place), engine)
        memory.box.write(".sgm/config.toml", config)
        memory.box.write(PATH, document())
        memory.box.commit("begin")
        memory.publish()
        return memory

    def publish(self) -> None:
        """Let a remote have HEAD."""
        self.box.run("update-ref", "refs/remotes/origin/main", "HEAD")

    def commit(self, path: str, text: str | bytes, *, published: bool = True) -> str:
        """Commit a file without being asked anything."""
        self.box.write(path, text)
        oid = self.box.commit("change")
        if published:
            self.publish()
        return oid

    def stage(self, path: str, text: str | bytes) -> None:
        """Stage a file."""
        self.box.write(path, text)
        self.box.run("add", "--", path)

    def judge(self, *, amends: bool = True) -> Verdict:
        """What the hook would say; nothing but the index is looked at, and nothing is changed."""
        repository = open_repository(self.box.path, self.engine)
        records = Records(repository, staged_settings(repository), lambda: float(self.now))
        before = self._all()
        verdict = judge_staged(
            records, self.now, amends=amends, progress=lambda *step: self.calls.append(step)
        )
        assert self._all() == before
        return verdict

    def told(self, *, amends: bool = True) -> Told:
        """The codes and weights of what the hook says, in order."""
        return codes(self.judge(amends=amends))

    def _all(self) -> dict[str, bytes]:
        """Every file of work tree and git directory but objects and what is derived."""
        places = [each for each in self.box.path.rglob("*") if not each.is_symlink()]
        return {
            str(place): place.read_bytes()
            for place in places
            if place.is_file() and not {"objects", "sgm"} & set(place.parts)
        }


def codes(verdict: Verdict) -> Told:
    """The codes and weights of a verdict's findings, in order."""
    return [(each.code, each.severity) for each in verdict.findings]
