"""What an import does to a store: one plan, one commit, nothing lost and nothing done twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import Refused
from sgm_git.findings import Severity
from sgm_git.record import fields
from sgm_git.record.consent import consents
from sgm_git.store.writing import Writing
from sgm_git.workflows.check import check
from sgm_git.workflows.importing import ImportOptions, import_source
from tests.store.support import NOW, STAMP, ada, rule
from tests.support import CORPUS, needs_corpus
from tests.workflows.support import (
    PROVENANCE,
    another,
    begin,
    bring,
    exported,
    lines,
    outcomes,
    record,
    whole,
)

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject
    from tests.support import GitSandbox

JSONL = ImportOptions(format="jsonl")


def commits(sandbox: GitSandbox) -> int:
    return int(sandbox.run("rev-list", "--count", "HEAD"))


@needs_corpus
@pytest.mark.parametrize("name", ["madr", "nygard", "okf/acme_retail"])
def test_real_decisions_and_concepts_come_in_and_go_out_without_loss(
    sandbox: GitSandbox, tmp_path: Path, name: str
) -> None:
    store = begin(sandbox)
    report = bring(store, CORPUS / name)
    names = {path.relative_to(CORPUS / name).as_posix() for path in (CORPUS / name).rglob("*.md")}
    taken = {each.source_path for each in report.records}
    assert taken | {each.source_path for each in report.skipped} == names
    assert report.refused == ()
    assert all(Path(each.source_path).name in ("index.md", "log.md") for each in report.skipped)
    assert check(store.records, NOW).records == len(taken)
    assert not check(store.records, NOW).fails(strict=False)

    first = tmp_path / "first.jsonl"
    first.write_bytes(exported(store))
    second = begin(another(tmp_path / "second"))
    bring(second, first)
    assert exported(second) == first.read_bytes()
    for source, into in ((CORPUS / name, store), (first, second)):
        again = bring(into, source)
        assert set(outcomes(again).values()) == {"same"}
        assert again.commit is None


def test_an_import_is_one_commit_of_its_records_alone(
    store: Store, sandbox: GitSandbox, notes: Path
) -> None:
    sandbox.write("staged.txt", "staged")
    sandbox.run("add", "staged.txt")
    sandbox.write("memory/other.md", "---\nid: other\ntype: fact\n---\n")
    before = commits(sandbox)
    report = bring(store, notes)
    assert outcomes(report) == {"a": "added", "b": "added"}
    assert commits(sandbox) == before + 1
    assert report.commit == sandbox.head()
    assert sandbox.run("show", "--name-only", "--format=%s%n%n%b").decode().split("\n") == [
        "memory: import notes",
        "",
        "- add fact a",
        "- add fact b",
        "",
        "",
        "memory/fact/a.md",
        "memory/fact/b.md",
        "",
    ]
    kinds = {line.split()[-1]: line[:4] for line in sandbox.status().splitlines()}
    assert kinds == {"staged.txt": "1 A.", "memory/other.md": "? me"}


def test_a_note_is_completed_and_says_where_from(store: Store, notes: Path) -> None:
    bring(store, notes)
    got = record(store, "b")
    assert got["mood"] == "good"
    provenance = fields.provenance(got)
    digest = provenance.pop("source_digest")
    assert isinstance(digest, str)
    assert provenance == {
        "agent": "Ada",
        "created_at": STAMP,
        "origin": "import",
        "scope": {},
        "source": "notes/b.md",
    }


def test_the_same_source_twice_changes_nothing(
    store: Store, sandbox: GitSandbox, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(store, notes)
    before = sandbox.head(), exported(store)
    monkeypatch.chdir(notes.parent)
    for place in (notes, Path("notes"), Path("notes/../notes"), notes / "a.md"):
        report = bring(store, place)
        assert set(outcomes(report).values()) == {"same"}
        assert report.commit is None
    monkeypatch.chdir(notes)
    assert set(outcomes(bring(store, Path())).values()) == {"same"}
    assert (sandbox.head(), exported(store)) == before
    assert sandbox.status() == ""


def test_a_later_change_at_the_source_arrives(
    store: Store, sandbox: GitSandbox, notes: Path
) -> None:
    bring(store, notes)
    (notes / "b.md").write_text("---\nnew: field\n---\n\nOther text.\n")
    (notes / "c.md").write_text("# Third\n")
    report = bring(store, notes)
    assert outcomes(report) == {"a": "same", "b": "changed", "c": "added"}
    changed = record(store, "b")
    assert (changed["content"], changed["new"], "mood" in changed) == (
        "Other text.",
        "field",
        False,
    )
    assert fields.provenance(changed)["created_at"] == STAMP
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert [each.pointer for each in consents(message)] == ["/mood", "/provenance/source_digest"]
    assert set(outcomes(bring(store, notes)).values()) == {"same"}


def test_what_the_store_says_of_a_record_outlives_a_change_at_the_source(
    sandbox: GitSandbox, notes: Path
) -> None:
    config = '[[root]]\npath = "memory"\nscope = {project = "shop"}\n'
    store = begin(sandbox, config=config)
    bring(store, notes)
    (notes / "a.md").write_text("---\ndate: 2001-02-03\n---\n\nOther text.\n")
    assert outcomes(bring(store, notes)) == {"a": "changed", "b": "same"}
    got = record(store, "a")
    provenance = fields.provenance(got)
    assert (got["scope"], provenance["scope"]) == ({"project": "shop"}, {"project": "shop"})
    assert provenance["created_at"] == STAMP
    assert got["date"] == "2001-02-03"


def test_links_follow_the_source(store: Store, notes: Path) -> None:
    (notes / "a.md").write_text("# First\n\nSee [b](b.md).\n")
    bring(store, notes)
    assert fields.links(record(store, "a")) == ["b"]
    (notes / "a.md").write_text("# First\n\nSee nothing.\n")
    assert outcomes(bring(store, notes))["a"] == "changed"
    assert fields.links(record(store, "a")) == []


def test_what_was_edited_here_is_reported_and_left(
    store: Store, sandbox: GitSandbox, notes: Path
) -> None:
    bring(store, notes)
    with store.transaction(ada(store)) as tx:
        tx.set("b", ("mood",), "better")
        tx.set("a", ("scope",), {"project": "shop"})
    before = sandbox.head(), exported(store)
    report = bring(store, notes)
    assert outcomes(report) == {"a": "same", "b": "edited here"}
    assert [each.notes for each in report.records] == [(), ()]
    (notes / "b.md").write_text("All new.\n")
    report = bring(store, notes)
    assert outcomes(report) == {"a": "same", "b": "edited here"}
    assert report.records[1].notes == ("its source has changed too",)
    assert (sandbox.head(), exported(store)) == before


def test_a_record_that_was_renamed_or_moved_here_is_known_again(store: Store, notes: Path) -> None:
    bring(store, notes)
    with store.transaction(ada(store)) as tx:
        tx.rename("a", "first-note")
        tx.move("b", "memory/elsewhere/b.md")
    report = bring(store, notes)
    assert outcomes(report) == {"a": "edited here", "b": "same"}
    assert report.refused == ()


def test_a_whole_record_that_was_renamed_here_is_not_brought_back(
    store: Store, tmp_path: Path
) -> None:
    source = lines(tmp_path / "x.jsonl", whole("one"), whole("two"))
    bring(store, source)
    with store.transaction(ada(store)) as tx:
        tx.rename("one", "first")
    report = bring(store, source)
    assert outcomes(report) == {"two": "same"}
    assert "one is called first here" in report.refused[0].reason


@pytest.mark.parametrize("taken", ["a", "A"])
def test_an_id_of_another_record_is_not_taken_from_it(
    store: Store, sandbox: GitSandbox, notes: Path, taken: str
) -> None:
    with store.transaction(ada(store)) as tx:
        tx.add(rule(taken))
    report = bring(store, notes)
    assert outcomes(report) == {"b": "added"}
    assert [each.source_path for each in report.refused] == ["a.md"]
    assert taken in report.refused[0].reason
    assert record(store, taken)["type"] == "rule"
    assert report.commit == sandbox.head()


def test_two_folders_of_the_same_name_are_two_sources(
    store: Store, sandbox: GitSandbox, tmp_path: Path
) -> None:
    for number, project in enumerate(("shop", "bank")):
        box = another(tmp_path / project)
        box.write("adr/0001-x.md", f"# X\n\n## Status\n\nAccepted\n\nNumber {number}.\n")
        box.commit()
    assert outcomes(bring(store, tmp_path / "shop/adr")) == {"decision-0001-x": "added"}
    report = bring(store, tmp_path / "bank/adr")
    assert [each.source_path for each in report.refused] == ["0001-x.md"]
    got = record(store, "decision-0001-x")
    assert fields.provenance(got)["source"] == "shop/adr/0001-x.md"
    sandbox.write("adr/0002-y.md", "# Y\n\n## Status\n\nAccepted\n")
    bring(store, sandbox.path / "adr")
    assert fields.provenance(record(store, "decision-0002-y"))["source"] == "adr/0002-y.md"


def test_an_id_that_several_roots_have_is_refused_alone(
    sandbox: GitSandbox, tmp_path: Path
) -> None:
    store = begin(sandbox, config='[[root]]\npath = "one"\n[[root]]\npath = "two"\n')
    with store.transaction(ada(store)) as tx:
        tx.add(rule("twice"), path="one/twice.md")
        tx.add(rule("twice"), path="two/twice.md")
    source = lines(tmp_path / "x.jsonl", whole("twice"), whole("once"))
    report = bring(store, source)
    assert outcomes(report) == {"once": "added"}
    assert "several roots" in report.refused[0].reason


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"id": "bad", "type": 7, "provenance": PROVENANCE}, "S201"),
        ({"id": "bad", "type": "fact", "provenance": PROVENANCE | {"created_at": "1.1."}}, "S202"),
        ({"id": "bad", "type": "fact", "scope": {"a": 1}, "provenance": PROVENANCE}, "S210"),
    ],
)
def test_a_record_against_the_standard_is_left_out_and_reported(
    store: Store, sandbox: GitSandbox, tmp_path: Path, bad: JsonObject, code: str
) -> None:
    report = bring(store, lines(tmp_path / "x.jsonl", whole("good"), bad, whole("fine")))
    assert outcomes(report) == {"good": "added", "fine": "added"}
    assert [(each.source_path, each.line) for each in report.refused] == [("x.jsonl", 2)]
    assert code in report.refused[0].reason
    assert not any("bad" in entry.path for entry in store.entries())
    assert report.commit == sandbox.head()
    assert sandbox.status() == ""


def test_lines_that_are_no_records_are_skipped_with_their_place(
    store: Store, tmp_path: Path
) -> None:
    source = tmp_path / "x.jsonl"
    source.write_text(json.dumps(whole()) + '\n{"id": \n[1]\n{"type": "fact"}\n')
    report = bring(store, source)
    assert outcomes(report) == {"rule-x": "added"}
    assert [each.line for each in report.skipped] == [2, 3, 4]


def test_unknown_fields_at_every_depth_come_through_exactly(store: Store, tmp_path: Path) -> None:
    odd = whole(
        x_number=1.50,
        x_list=[None, True, {"deep": {"k": "v"}}],
        annotations=[{"kind": "x_kind", "value": {"a": []}, "x_weight": 2}],
        scope={"x": {"y": 1}},
    )
    odd["provenance"] = PROVENANCE | {"scope": {"x": {"y": 1}}, "x_run": "r-1", "session": "s"}
    bring(store, lines(tmp_path / "x.jsonl", odd))
    assert record(store, "rule-x") == odd
    assert json.loads(exported(store)) == odd


def test_a_default_scope_is_not_put_into_a_record_that_is_whole(
    sandbox: GitSandbox, tmp_path: Path
) -> None:
    store = begin(sandbox, config='[[root]]\npath = "memory"\nscope = {project = "shop"}\n')
    source = lines(tmp_path / "x.jsonl", whole())
    assert outcomes(bring(store, source)) == {"rule-x": "added"}
    assert record(store, "rule-x") == whole()


def test_a_record_that_lacks_what_the_store_has_is_refused_alone(
    store: Store, tmp_path: Path
) -> None:
    source = tmp_path / "x.jsonl"
    bring(store, lines(source, whole("one", x_review="grace"), whole("two")))
    report = bring(store, lines(source, whole("one", title="Y"), whole("two", title="Y")))
    assert outcomes(report) == {"two": "changed"}
    assert "K401" in report.refused[0].reason
    assert record(store, "one") == whole("one", x_review="grace")


def test_a_refused_change_leaves_no_consent_behind(
    store: Store, sandbox: GitSandbox, notes: Path
) -> None:
    bring(store, notes)
    (notes / "b.md").write_text("---\ntype: fact\nprovenance: {modified_at: 1.1.}\n---\n\nNew.\n")
    (notes / "c.md").write_text("More.\n")
    report = bring(store, notes)
    assert outcomes(report) == {"a": "same", "c": "added"}
    assert [each.source_path for each in report.refused] == ["b.md"]
    assert list(consents(sandbox.run("log", "-1", "--format=%B").decode())) == []


def test_a_refused_change_of_a_known_record_is_undone_in_the_plan(
    store: Store, tmp_path: Path
) -> None:
    source = tmp_path / "x.jsonl"
    bring(store, lines(source, whole("one"), whole("two")))
    bad = whole("one", title="Y", type=3)
    report = bring(store, lines(source, bad, whole("two", title="Y")))
    assert outcomes(report) == {"two": "changed"}
    assert record(store, "one") == whole("one")


def test_a_dry_run_touches_nothing(store: Store, sandbox: GitSandbox, notes: Path) -> None:
    def state() -> tuple[object, ...]:
        return (
            sandbox.head(),
            sandbox.status(),
            sorted(path.name for path in sandbox.path.rglob("*") if ".git/" not in str(path)),
        )

    before = state()
    report = bring(store, notes, ImportOptions(dry_run=True))
    assert outcomes(report) == {"a": "added", "b": "added"}
    assert report.commit is None
    assert state() == before


def test_without_a_commit_the_files_are_left_to_a_person(
    store: Store, sandbox: GitSandbox, notes: Path
) -> None:
    report = bring(store, notes, ImportOptions(commit=False))
    assert report.commit is None
    assert sandbox.status() == "? memory/fact/a.md\n? memory/fact/b.md\n"
    assert set(outcomes(bring(store, notes)).values()) == {"same"}


def test_a_hook_that_refuses_leaves_everything_as_it_was(sandbox: GitSandbox, notes: Path) -> None:
    store = begin(sandbox)
    sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\necho no >&2\nexit 1\n").chmod(0o755)
    with pytest.raises(Refused, match="no"):
        bring(store, notes)
    assert sandbox.status() == ""
    assert not (sandbox.path / "memory").exists()


def test_hooks_that_only_git_runs_are_said(sandbox: GitSandbox, notes: Path) -> None:
    store = begin(sandbox, "dulwich")
    sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n").chmod(0o755)
    assert "hooks" in bring(store, notes).notes[0]


def test_new_records_go_to_the_root_that_one_stands_in(sandbox: GitSandbox, notes: Path) -> None:
    store = begin(sandbox, config='[[root]]\npath = "packages/*/memory"\n')
    report = bring(store, notes, ImportOptions(home="packages/cart"))
    assert report.records[0].path == "packages/cart/memory/fact/a.md"
    nowhere = bring(store, notes, ImportOptions(dry_run=True, home="docs"))
    assert outcomes(nowhere) == {"a": "same", "b": "same"}
    (notes / "c.md").write_text("More.\n")
    assert "no root" in bring(store, notes, ImportOptions(home="docs")).refused[0].reason


def test_the_one_who_imports_is_named(store: Store, sandbox: GitSandbox, notes: Path) -> None:
    import_source(store.records, notes, store.actor("build-agent"), ImportOptions())
    provenance = fields.provenance(record(store, "a"))
    assert (provenance["agent"], provenance["origin"]) == ("build-agent", "import")
    trailers = sandbox.run("log", "-1", "--format=%(trailers)").decode()
    assert trailers.strip() == "SGM-Agent: build-agent"


def test_a_session_is_that_of_what_is_new_and_not_of_what_is_whole(
    store: Store, notes: Path, tmp_path: Path
) -> None:
    (notes / "a.md").write_text("---\ndate: 2001-02-03\n---\n\nText.\n")
    actor = store.actor(session="s-1")
    import_source(store.records, notes, actor, ImportOptions())
    for name in ("a", "b"):
        assert fields.provenance(record(store, name))["session"] == "s-1"
    import_source(store.records, lines(tmp_path / "x.jsonl", whole()), actor, JSONL)
    assert record(store, "rule-x") == whole()
    (notes / "a.md").write_text("Other text.\n")
    later = store.actor(session="s-2")
    assert import_source(store.records, notes, later, ImportOptions()).count("changed") == 1
    assert fields.provenance(record(store, "a"))["session"] == "s-1"


def test_faults_that_refuse_nothing_are_reported(store: Store, tmp_path: Path) -> None:
    (tmp_path / "0001-x.md").write_text("# X\n\n## Status\n\n## Context\n\nc\n")
    report = bring(store, tmp_path / "0001-x.md")
    assert [(f.code, f.severity) for f in report.findings] == [("S205", Severity.WARNING)]


def test_progress_is_told_record_by_record(store: Store, notes: Path) -> None:
    told: list[tuple[int, int]] = []
    bring(store, notes, ImportOptions(progress=lambda done, total: told.append((done, total))))
    assert told == [(1, 2), (2, 2)]


def test_an_edit_that_is_not_committed_is_never_written_over(
    store: Store, sandbox: GitSandbox, tmp_path: Path
) -> None:
    source = tmp_path / "x.jsonl"
    bring(store, lines(source, whole()))
    place = sandbox.path / "memory/rule/rule-x.md"
    edited = place.read_bytes() + b"A line in the making.\n"
    place.write_bytes(edited)
    with pytest.raises(Refused, match="not committed"):
        bring(store, lines(source, whole(title="Y")))
    assert place.read_bytes() == edited


def test_an_import_is_a_transaction_like_any_other(store: Store, notes: Path) -> None:
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.add(rule())
    assert outcomes(bring(store, notes)) == {"a": "added", "b": "added"}
