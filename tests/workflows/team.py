"""A team with one record in a real repository, and what checks say of the record (DESIGN 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sgm_git.findings import Severity
from sgm_git.git.engine import open_repository
from sgm_git.record.value import dumps
from sgm_git.workflows.check import EVERYTHING, check
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.fix import fix
from tests.store.support import NOW, open_store
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.findings import Finding
    from sgm_git.git.engine import Engine

    Work: TypeAlias = "Callable[[Team], Told]"
    """What is done, and what checks have to say of it."""

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
ADA = "Ada <ada@example.org>"
ADA_WEB = "Ada <1815+ada@users.noreply.github.com>"
BOB = "Bob <bob@example.org>"
EVE = "Eve <eve@evil.example>"
GITHUB = "GitHub <noreply@github.com>"
RENOVATE = "renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>"

PATH = "memory/fact/fact-a.md"
CREATED = "2026-10-10T18:21:47Z"
BEGUN = "2026-10-10T18:30:00Z"
MONDAY = "2026-10-12T12:00:00Z"
TUESDAY = "2026-10-13T12:00:00Z"
FRIDAY = "2026-10-16T12:00:00Z"

Told: TypeAlias = "list[tuple[str, Severity, str | None]]"
"""Findings of family P: code, weight and commit; None: what is not committed."""


def document(
    title: str = "A",
    by: str = "",
    at: str = "",
    *,
    body: str = "One.",
    record_id: str = "fact-a",
    **claims: str,
) -> str:
    """A record's file: stamped where ``by`` names somebody, with other claims where given."""
    provenance = {"agent": "Ada", "created_at": CREATED, "origin": "cli"} | claims
    if by:
        provenance |= {"modified_at": at, "modified_by": by}
    declared = [f"  {name}: {dumps(value)}" for name, value in provenance.items()]
    modified = ["  modified: true"] if by else []
    head = ["---", f"id: {record_id}", "type: fact", f"title: {title}", "scope: {}", "provenance:"]
    return "\n".join([*head, *declared, *modified, "  scope: {}", "---", "", "Text.", "", body, ""])


class Team:
    """Whoever works here does so with real git; identities and dates are given each time."""

    def __init__(self, place: Path, engine: Engine = "git", config: str = "") -> None:
        self._place, self._engine = place, engine
        self._box = GitSandbox(place)
        self.write(f"format = 1\n{config}", ".sgm/config.toml")
        self.write("memory/** text eol=lf\n", ".gitattributes")
        self.commit(ADA, BEGUN, "begin")
        self.write("Bob was here\n", "notes.txt")
        self.commit(BOB, BEGUN, "notes")
        self.write("and Ada\n", "notes.txt")
        self.commit(ADA_WEB, BEGUN, "more notes", GITHUB)
        self.write(document())
        self.base = self.commit(ADA, BEGUN, "add fact-a")

    def write(self, text: str | bytes, path: str = PATH) -> None:
        """Write a file of the work tree."""
        self._box.write(path, text)

    def git(self, who: str, at: str, *args: str, committer: str = "", stdin: str = "") -> str:
        """Run git as somebody, at some time; committed by another where that is named."""
        roles = {"AUTHOR": who, "COMMITTER": committer or who}
        environment = {f"GIT_{role}_DATE": at for role in roles}
        for role, person in roles.items():
            name, _, address = person.rstrip(">").rpartition(" <")
            environment |= {f"GIT_{role}_NAME": name, f"GIT_{role}_EMAIL": address}
        box = GitSandbox(self._place, environment)
        return box.run(*args, stdin=stdin.encode()).decode("utf-8", "replace").strip()

    def run(self, *args: str, check: bool = True) -> str:
        """Run git as nobody in particular."""
        return self._box.run(*args, check=check).decode("utf-8", "replace").strip()

    def commit(self, who: str, at: str, message: str = "change", committer: str = "") -> str:
        """Commit all there is; give the commit."""
        self.run("add", "-A")
        args = ("commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message)
        self.git(who, at, *args, committer=committer)
        return self.head()

    def edit(
        self, who: str, at: str, text: str, message: str = "change", committer: str = ""
    ) -> str:
        """Commit another text of the record."""
        self.write(text)
        return self.commit(who, at, message, committer)

    def branch(self, name: str, start: str = "main") -> None:
        """Begin a branch and go there."""
        self.run("checkout", "-q", "-b", name, start)

    def go(self, name: str) -> None:
        """Go to a branch."""
        self.run("checkout", "-q", name)

    def merge(self, who: str, at: str, *args: str, committer: str = "") -> str:
        """Merge with a commit; give it."""
        self.git(who, at, "merge", "-q", "--no-ff", "--no-edit", *args, committer=committer)
        return self.head()

    def head(self) -> str:
        """The commit that is checked out."""
        return self.run("rev-parse", "HEAD")

    def check(self) -> Told:
        """What a check of the work tree says of the record."""
        return _told(check(open_store(self._place, self._engine).records, NOW).findings)

    def check_range(self, base: str = "") -> Told:
        """What a check of all that came after a commit says, by what is trusted there."""
        ends = (base or self.base, "HEAD")
        repository = open_repository(self._place, self._engine)
        return _told(check_range(repository, ends, NOW, EVERYTHING).findings)

    def fix(self) -> None:
        """Mend what can be mended, as Ada."""
        fix(open_store(self._place, self._engine).records, NOW, "Ada", write=True)


def _told(findings: tuple[Finding, ...]) -> Told:
    return [(f.code, f.severity, f.commit) for f in findings if f.code[0] == "P"]
