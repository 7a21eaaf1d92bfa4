"""A few changed records are judged together with all others, without going over all others."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import pytest

from sgm_git.checks.run import check_store
from sgm_git.store import mirror
from sgm_git.store.entry import Entry
from sgm_git.store.records import Records
from sgm_git.store.subjects import subject_of
from sgm_git.workflows.check import check
from sgm_git.workflows.hooks.together import COLD, together
from tests.store.support import NOW, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

NAMES = ("a", "A", "b", "i", "l", "o", "0", "n:a")
FILES = ("rule/a.md", "rule/A.md", "rule/a 2.md", "b.md", "rule/b.md", "rule/l.md", "link")
ROOTS = "format = 1\n[[root]]\npath = 'm'\n[[root]]\npath = 'n'\n"


def record(
    record_id: str, *annotations: str, links: Sequence[str] = (), aliases: str = ""
) -> bytes:
    """A record that names others."""
    lines = ["---", f"id: '{record_id}'", "type: rule", "title: T", f"aliases: [{aliases}]"]
    lines += ["annotations:", *(f"  - {{kind: {each}}}" for each in annotations)]
    lines += ["provenance:", f"  links: {list(links)}", "---", "", "Body."]
    return "\n".join(lines).encode()


@dataclass(frozen=True)
class Chance:
    """Draws documents of few names, so that they have much to do with each other."""

    dice: random.Random

    def document(self) -> bytes | None:
        """A document, or none."""
        if self.dice.random() < 0.2:
            return None
        if self.dice.random() < 0.1:
            return b"---\nid: [\n---\n"
        said = ("superseded_by", "supersedes")
        told = [f"{self.dice.choice(said)}, value: '{self.name()}'" for _ in range(2)]
        told += ["status, value: superseded"] * self.dice.randrange(2)
        links = [self.name() for _ in range(self.dice.randrange(3))]
        return record(self.name(), *told, links=links, aliases=f"'{self.name()}'")

    def name(self) -> str:
        """An id."""
        return self.dice.choice(NAMES)

    def path(self) -> str:
        """A path in one of the roots."""
        return f"{self.dice.choice('mn')}/{self.dice.choice(FILES)}"


def expected(
    records: Records, judged: Sequence[Subject], removed: Collection[str], head: str | None
) -> list[Finding]:
    """What going over all documents says of the judged ones."""
    changed = {*removed, *(subject.path for subject in judged)}
    stored = [] if head is None else records.entries(rev=head)
    others = [subject_of(entry) for entry in stored if entry.path not in changed]
    found = check_store([*judged, *others], records.settings.policy(NOW))
    paths = {subject.path for subject in judged}
    return [replace(finding, fix=None) for finding in found if finding.path in paths]


def seen(
    records: Records, judged: Sequence[Subject], removed: Collection[str] = ()
) -> tuple[list[Finding], tuple[str, ...]]:
    """What is said of them beside HEAD."""
    head = records.repository.head().oid
    return together(records, records.settings.policy(NOW), judged, removed, head)


def subject(records: Records, path: str, data: bytes) -> Subject:
    """A document that is about to be committed."""
    root = records.settings.roots.root_of(path)
    assert root is not None
    return subject_of(Entry(root, path, records.repository.blob_id(data), data))


def write(sandbox: GitSandbox, path: str, data: bytes | None) -> None:
    """Make a file, a link or nothing of it."""
    place = sandbox.path / path
    place.unlink(missing_ok=True)
    if data is not None and path.endswith("link"):
        place.parent.mkdir(exist_ok=True)
        place.symlink_to("rule")
    elif data is not None:
        sandbox.write(path, data)


@pytest.mark.parametrize(("engine", "steps"), [("git", 25), ("dulwich", 8)])
@pytest.mark.parametrize("seed", range(3))
def test_it_says_what_going_over_all_would_say_wherever_head_went(
    sandbox: GitSandbox, engine: Engine, steps: int, seed: int
) -> None:
    """Commits, other branches, checks in between: the index is never wrong."""
    chance = Chance(random.Random(seed))
    records = begin(sandbox, engine, ROOTS).records
    told: list[Finding] = []
    for _ in range(steps):
        for _ in range(chance.dice.randrange(4)):
            write(sandbox, chance.path(), chance.document())
        oid = sandbox.commit()
        if chance.dice.random() < 0.3:
            sandbox.run("branch", "-f", "side", oid)
        if chance.dice.random() < 0.2:
            sandbox.run("checkout", "-q", "-B", "main", "side", check=False)
        if chance.dice.random() < 0.2:
            check(records, NOW)
        drawn = {chance.path(): chance.document() for _ in range(chance.dice.randrange(4))}
        files = {path: data for path, data in drawn.items() if path.endswith(".md")}
        judged = [subject(records, path, data) for path, data in files.items() if data is not None]
        removed = [path for path, data in files.items() if data is None]
        head = records.repository.head().oid
        found = expected(records, judged, removed, head)
        assert seen(records, judged, removed) == (found, ())
        told += found
    assert {"L501", "L502"} <= {finding.code for finding in told}


class Watched:
    """A repository that remembers what was listed and read."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.read: list[str] = []
        self.listed = 0

    def __getattr__(self, name: str) -> object:
        """Everything else is the repository's."""
        return getattr(self._repository, name)

    def read_blobs(self, oids: Sequence[str], limit: int | None = None) -> object:
        """Remember which, and read them."""
        self.read += oids
        return self._repository.read_blobs(oids, limit)

    def list_tree(self, rev_oid: str, prefixes: Sequence[str] = ("",)) -> object:
        """Remember that, and list it."""
        self.listed += 1
        return self._repository.list_tree(rev_oid, prefixes)


@pytest.fixture
def records(sandbox: GitSandbox) -> Records:
    """Three records, one of which links to another."""
    store = begin(sandbox, config=ROOTS)
    for name in ("a", "b", "c"):
        sandbox.write(f"m/rule/{name}.md", record(name))
    sandbox.commit()
    return store.records


def watched(records: Records) -> tuple[Records, Watched]:
    """The same records, and what is asked of their repository."""
    repository = Watched(records.repository)
    return Records(cast("Repository", repository), records.settings, lambda: NOW), repository


def codes(found: tuple[list[Finding], tuple[str, ...]]) -> tuple[list[str], tuple[str, ...]]:
    """The codes of findings, and the notes."""
    return [finding.code for finding in found[0]], found[1]


def twice(records: Records) -> list[Subject]:
    """A record that has another's id, links to nothing and lies beside the layout."""
    return [subject(records, "m/x.md", record("a", links=["b", "nope"]))]


def test_once_it_is_known_nothing_is_listed_or_read_again(records: Records) -> None:
    check(records, NOW)
    again, repository = watched(records)
    assert codes(seen(again, twice(records))) == (["L501", "L502"], ())
    assert (repository.read, repository.listed) == ([], 0)


def test_after_a_commit_only_what_it_changed_is_read(sandbox: GitSandbox, records: Records) -> None:
    seen(records, twice(records))
    sandbox.write("m/rule/b.md", record("other"))
    sandbox.run("rm", "-q", "m/rule/c.md")
    sandbox.commit()
    again, repository = watched(records)
    found = seen(again, [subject(records, "m/rule/x.md", record("x", links=["b", "c", "other"]))])
    assert [finding.pointer for finding in found[0]] == [f"/provenance/links/{n}" for n in (0, 1)]
    assert (repository.read, repository.listed) == (
        [records.repository.blob_id(record("other"))],
        0,
    )
    seen(again, twice(records))
    assert len(repository.read) == 1


def test_a_large_store_that_nobody_has_looked_at_is_left_to_others_and_said_so(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What documents say of themselves and of each other is told all the same."""
    monkeypatch.setattr(mirror, "MANY", 2)
    pair = [subject(records, f"m/rule/{n}.md", record("same", links=["nope"])) for n in "xy"]
    assert codes(seen(records, pair)) == (["L501", "L501"], (COLD,))
    assert codes(seen(records, twice(records))) == (["L505"], (COLD,))
    check(records, NOW)
    assert codes(seen(records, twice(records))) == (["L501", "L502"], ())


def test_a_branch_that_lies_far_off_is_as_good_as_unknown(
    sandbox: GitSandbox, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen(records, twice(records))
    sandbox.run("rm", "-q", "-r", "m")
    for name in ("d", "e", "f"):
        sandbox.write(f"m/rule/{name}.md", record(name))
    sandbox.commit()
    monkeypatch.setattr(mirror, "MANY", 3)
    judged = [subject(records, "m/rule/x.md", record("x", links=["a", "d"]))]
    assert codes(seen(records, judged)) == (["L502"], ())


def test_without_a_commit_there_are_no_others(sandbox: GitSandbox) -> None:
    records = open_store(sandbox.path).records
    judged = [subject(records, "memory/rule/x.md", record("x", links=["a", "x"]))]
    assert codes(seen(records, judged)) == (["L502"], ())


def test_other_roots_have_other_records(sandbox: GitSandbox, records: Records) -> None:
    seen(records, twice(records))
    sandbox.write(".sgm/config.toml", ROOTS.replace("'m'", "'m/rule'"))
    other = open_store(sandbox.path).records
    judged = [subject(other, "m/rule/rule/x.md", record("a"))]
    assert codes(seen(other, judged)) == (["L501"], ())
    assert codes(seen(other, [subject(other, "n/rule/x.md", record("x"))])) == ([], ())


@pytest.mark.parametrize("is_large", [True, False])
@pytest.mark.parametrize(
    "harm", ["rubbish", "nonsense", "unknown tip", "gone", "read-only", "locked"]
)
def test_whatever_becomes_of_the_index_the_answer_is_right(
    sandbox: GitSandbox,
    records: Records,
    harm: str,
    monkeypatch: pytest.MonkeyPatch,
    is_large: bool,
) -> None:
    """Or it is said that there is none."""
    check(records, NOW)
    sandbox.write("m/rule/b.md", record("b", links=["a"]))
    sandbox.commit()
    file = sandbox.path / ".git/sgm/index.sqlite"
    monkeypatch.setattr(mirror, "MANY", 2 if is_large else 5)
    with closing(sqlite3.connect(file)) as connection:
        if harm == "nonsense":
            connection.execute("UPDATE documents SET brief = '[]'")
        if harm == "unknown tip":
            connection.execute("UPDATE stocks SET tip = ?", ("1" * 40,))
        connection.commit()
        if harm == "locked":
            connection.execute("BEGIN IMMEDIATE")
        if harm == "rubbish":
            file.write_bytes(b"x" * 5000)
        if harm == "gone":
            file.unlink()
        if harm == "read-only":
            file.chmod(0o400)
        is_known = harm in ("read-only", "locked") or not is_large
        said = (["L501", "L502"], ()) if is_known else (["L505"], (COLD,))
        assert codes(seen(records, twice(records))) == said
        assert codes(seen(records, twice(records))) == said


@pytest.mark.parametrize("crlf", [True, False])
def test_a_check_keeps_what_head_has_and_not_the_work_tree(
    sandbox: GitSandbox, records: Records, crlf: bool
) -> None:
    """Also where git stores other bytes than the file has."""
    sandbox.write(".gitattributes", "*.md text\n" if crlf else "")
    copy = "m/rule/b 2.md"
    sandbox.write(copy, record("b"))
    sandbox.commit()
    sandbox.write("m/rule/a.md", record("changed"))
    sandbox.write("m/rule/b.md", record("b").replace(b"\n", b"\r\n"))
    sandbox.write("m/rule/new.md", record("new"))
    (sandbox.path / "m/rule/c.md").unlink()
    check(records, NOW)
    judged = [
        subject(records, copy, record("b")),
        subject(records, "m/rule/y.md", record("y", links=["a", "b", "c", "new", "changed"])),
    ]
    head = records.repository.head().oid
    assert seen(records, judged) == (expected(records, judged, (), head), ())
    pointers = {finding.pointer for finding in seen(records, judged)[0] if finding.code == "L502"}
    assert pointers == {"/provenance/links/3", "/provenance/links/4"}
