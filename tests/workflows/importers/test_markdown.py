from __future__ import annotations

from sgm_git.workflows.importers import IMPORTERS
from tests.workflows.importers.support import links, only, reason, result, run, source, sources


def test_a_note_without_front_matter_is_a_fact_named_by_its_heading() -> None:
    draft = only("markdown", "Intro.\n\n# The plan\n\nx\n", "sub/my note.md")
    assert draft.record == {
        "id": "sub-my-note",
        "type": "fact",
        "title": "The plan",
        "content": "Intro.\n\n# The plan\n\nx",
    }
    assert draft.created is None


def test_a_note_without_heading_is_named_by_its_file() -> None:
    assert only("markdown", "x", "sub/my_first-note.md").record["title"] == "my first note"


def test_fields_stay_under_their_own_names_with_their_exact_values() -> None:
    text = "---\ntype: Rule of thumb\ntags: [a, 1.50, yes]\nstatus: draft\nn: 1e400\n---\nx\n"
    record = only("markdown", text).record
    assert record["type"] == "Rule of thumb"
    assert record["tags"] == ["a", 1.5, "yes"]
    assert record["status"] == "draft"
    assert str(record["n"]) == "1E+400"


def test_fields_that_would_mean_something_in_a_record_are_renamed() -> None:
    text = (
        "---\nid: a b\ntype: [x]\ntitle: {a: 1}\nscope: backend\nannotations: nice\n"
        "provenance: farm\naliases: [Home]\ncontent: meta\nsource_scope: y\n---\nx\n"
    )
    draft = only("markdown", text)
    assert draft.record == {
        "id": "note",
        "type": "fact",
        "title": "note",
        "content": "x",
        "source_id": "a b",
        "source_type": ["x"],
        "source_title": {"a": 1},
        "source_scope": "y",
        "source_scope_": "backend",
        "source_annotations": "nice",
        "source_provenance": "farm",
        "source_aliases": ["Home"],
        "source_content": "meta",
    }
    assert any("source_id" in note for note in draft.notes)


def test_a_stated_id_is_the_id_unless_it_is_taken() -> None:
    drafts = run("markdown", sources(a="---\nid: x\n---\n", b="---\nid: x\n---\n"))
    assert drafts["a.md"].record["id"] == "x"
    assert str(drafts["b.md"].record["id"]).startswith("x-")
    assert drafts["b.md"].record["source_id"] == "x"


def test_an_sgm_record_is_taken_as_it_is() -> None:
    text = (
        "---\nid: dec-x\ntype: decision\nscope: {project: p}\naliases: [old]\n"
        "provenance: {agent: a, created_at: 2026-01-01T00:00:00Z, origin: cli, scope: {project: p}}"
        "\nx: 1\n---\n\n# H\n[a](a.md)\n"
    )
    drafts = run("markdown", sources(x=text, a="y"))
    assert drafts["x.md"].record == {
        "id": "dec-x",
        "type": "decision",
        "scope": {"project": "p"},
        "aliases": ["old"],
        "provenance": {
            "agent": "a",
            "created_at": "2026-01-01T00:00:00Z",
            "origin": "cli",
            "scope": {"project": "p"},
        },
        "x": 1,
        "content": "# H\n[a](a.md)",
    }


def test_annotations_make_a_hand_written_record_too_and_a_missing_id_is_added() -> None:
    text = "---\ntype: rule\nannotations: [{kind: status, value: active}]\n---\nx\n"
    assert only("markdown", text).record == {
        "id": "note",
        "type": "rule",
        "annotations": [{"kind": "status", "value": "active"}],
        "content": "x",
    }


def test_an_sgm_record_is_never_renamed() -> None:
    text = "---\nid: x\ntype: rule\nprovenance: {}\n---\n"
    imported = result("markdown", sources(a=text, b=text))
    assert [draft.record["id"] for draft in imported.drafts] == ["x"]
    assert [item.source_path for item in imported.skipped] == ["b.md"]
    assert "a.md already" in imported.skipped[0].reason
    assert "not a text" in reason("markdown", text.replace("id: x", "id: [x]"))


def test_dates_give_the_creation_and_stay() -> None:
    draft = only("markdown", "---\ncreated: 2020-01-02\ndate: 2021-01-01\n---\n")
    assert draft.created == "2020-01-02T00:00:00Z"
    assert draft.record["created"] == "2020-01-02"
    assert draft.record["date"] == "2021-01-01"
    assert "not understood" in only("markdown", "---\ndate: soon\n---\n").notes[0]


def test_links_between_notes_are_links_of_the_record() -> None:
    drafts = run(
        "markdown",
        sources(a="[b](sub/b.md) [a](a.md) [x](https://e.org/c.md) `[c](c.md)`", sub__b="", c=""),
    )
    assert links(drafts["a.md"]) == ["sub-b"]
    assert "provenance" not in drafts["c.md"].record


def test_names_that_hold_no_records_are_skipped_with_a_reason() -> None:
    names = ["README.md", "readme.md", "index.md", "d/log.md", "template-x.md", "_draft.md"]
    imported = result("markdown", [source(name, "x") for name in names])
    assert not imported.drafts
    assert sorted(item.source_path for item in imported.skipped) == sorted(names)


def test_an_editors_rule_file_is_read_line_by_line() -> None:
    draft = only("markdown", "---\ndescription: x\nglobs: **/*\n---\nUse tabs.\n", "r.mdc")
    assert draft.record["globs"] == "**/*"
    assert draft.record["content"] == "Use tabs."
    assert draft.record["source_front_matter"] == "description: x\nglobs: **/*\n"
    assert "line by line" in draft.notes[0]


def test_one_bad_file_hides_no_other() -> None:
    files = [*sources(a="x", c="y"), source("b.md", b"\xff"), source("d.md", b"\0")]
    imported = IMPORTERS["markdown"].read(files)
    assert [draft.source_path for draft in imported.drafts] == ["a.md", "c.md"]
    assert [item.source_path for item in imported.skipped] == ["b.md", "d.md"]
