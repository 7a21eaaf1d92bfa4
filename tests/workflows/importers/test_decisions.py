from __future__ import annotations

import pytest

from tests.workflows.importers.support import (
    kinds,
    links,
    only,
    reason,
    result,
    run,
    source,
    sources,
)

MADR2 = """# Use Postgres

* Status: accepted
* Deciders: Ada, Grace <!-- optional -->
* Date: 2020-03-04

Technical Story: TS-1

## Context and Problem Statement

Where?

## Decision Outcome

Chosen option: "Postgres", because it is boring.
"""
MADR3 = """---
status: superseded by [ADR-0005](0005-use-sqlite.md)
date: 2022-01-02
deciders: [Ada, Grace]
consulted:
informed: everyone
---
# Use Postgres

## Context and Problem Statement

Where?

## Decision Outcome

Chosen option: "Postgres", because it is boring.
"""
MADR4 = """---
status: accepted
date: 2024-05-30
decision-makers: Ada
---
# 5. Use SQLite

## Decision Outcome

Chosen option: "SQLite", because

* it is small
* it is there

### Consequences

* Good, because it is quick
"""
NYGARD = """# 3. Use Redis

Date: 2017-07-05

## Status

Accepted

Supersedes [2. Use Memcached](0002-use-memcached.md)

Amended by [4. Use Valkey](0004-use-valkey.md)

## Decision

We use Redis.
"""


def test_madr_2_states_itself_in_a_list() -> None:
    draft = only("madr", MADR2, "0004-use-postgres.md")
    assert draft.record == {
        "id": "decision-0004-use-postgres",
        "type": "decision",
        "title": "Use Postgres",
        "annotations": [
            {"kind": "rationale", "value": "it is boring."},
            {"kind": "status", "value": "accepted"},
        ],
        "deciders": "Ada, Grace",
        "technical-story": "TS-1",
        "source_status": "accepted",
        "source_date": "2020-03-04",
        "content": MADR2.removesuffix("\n"),
    }
    assert draft.created == "2020-03-04T00:00:00Z"
    assert not draft.notes


def test_madr_3_states_itself_in_front_matter() -> None:
    files = [source("0004-use-postgres.md", MADR3), source("0005-use-sqlite.md", MADR4)]
    draft = run("madr", files)["0004-use-postgres.md"]
    assert kinds(draft) == {
        "rationale": ["it is boring."],
        "status": ["superseded"],
        "superseded_by": ["decision-0005-use-sqlite"],
    }
    assert links(draft) == ["decision-0005-use-sqlite"]
    assert draft.record["source_status"] == "superseded by [ADR-0005](0005-use-sqlite.md)"
    assert draft.record["source_date"] == "2022-01-02"
    assert draft.record["deciders"] == ["Ada", "Grace"]
    assert draft.record["consulted"] is None
    assert draft.record["informed"] == "everyone"
    assert "status" not in draft.record
    assert draft.created == "2022-01-02T00:00:00Z"


def test_madr_4_has_decision_makers_and_a_listed_reason() -> None:
    draft = only("madr", MADR4, "0005-use-sqlite.md")
    assert draft.record["title"] == "Use SQLite"
    assert draft.record["decision-makers"] == "Ada"
    assert kinds(draft) == {
        "rationale": ["* it is small\n* it is there"],
        "status": ["accepted"],
    }


@pytest.mark.parametrize(
    "lines",
    [
        "**Status:** Accepted  \n**Date:** 2017-07-05\n**Supersedes:** ADR 2",
        "> **Status:** Accepted\n> Date: 2017-07-05\n> Supersedes: 0002",
        "|||\n|--|--|\n| Status | Accepted |\n| **Date** | 2017-07-05 |\n|Supersedes|`0002-b`|",
        "- Status: Accepted\n- Date: 2017-07-05.\n- Supersedes: none\n- Supersedes: ADR-2",
        "__Status__: Accepted\n\nDate: 2017-07-05 (a Wednesday)\n\nSupersedes: [2](0002-b.md)",
    ],
)
def test_what_stands_under_the_title_is_read_in_any_form(lines: str) -> None:
    files = [source("0001-a.md", f"# A\n\n{lines}\n\n## Context\n")]
    draft = run("nygard", [*files, source("0002-b.md", "## Status\n")])["0001-a.md"]
    assert kinds(draft) == {"status": ["accepted"], "supersedes": ["decision-0002-b"]}
    assert draft.created == "2017-07-05T00:00:00Z"
    assert "supersedes" in draft.record


def test_nygard_states_itself_in_lines_and_sections() -> None:
    files = [source("0003-use-redis.md", NYGARD)]
    files += [source(f"{n}.md", "## Status\n") for n in ("0002-use-memcached", "0004-use-valkey")]
    draft = run("nygard", files)["0003-use-redis.md"]
    assert draft.record["title"] == "Use Redis"
    assert draft.record["content"] == NYGARD.removesuffix("\n")
    assert kinds(draft) == {
        "status": ["accepted"],
        "supersedes": ["decision-0002-use-memcached"],
    }
    assert links(draft) == ["decision-0002-use-memcached", "decision-0004-use-valkey"]
    assert str(draft.record["source_status"]).startswith("Accepted\n\nSupersedes [2.")
    assert draft.created == "2017-07-05T00:00:00Z"


def test_a_successor_that_is_not_among_the_sources_is_told() -> None:
    draft = only("nygard", NYGARD, "0003-use-redis.md")
    assert kinds(draft) == {"status": ["accepted"]}
    assert not links(draft)
    assert draft.notes == (
        "supersedes [2. Use Memcached](0002-use-memcached.md): not among the sources",
        "related [4. Use Valkey](0004-use-valkey.md): not among the sources",
    )


def test_what_is_superseded_in_part_does_not_end_the_other() -> None:
    files = sources(
        **{"0001-a": "## Status\n\nAccepted\n\nPartly supersedes ADR 2\n", "0002-b": "## Status\n"}
    )
    draft = run("nygard", files)["0001-a.md"]
    assert kinds(draft) == {"status": ["accepted"]}
    assert links(draft) == ["decision-0002-b"]


def test_relations_may_be_fields_of_their_own() -> None:
    text = "---\nstatus: accepted\nsuperseded-by: 2\n---\n## Decision\n"
    draft = run("madr", [source("0001-a.md", text), source("0002-b.md", "## Status\n")])[
        "0001-a.md"
    ]
    assert kinds(draft) == {"status": ["superseded"], "superseded_by": ["decision-0002-b"]}
    assert draft.record["superseded-by"] == 2


def test_a_record_does_not_supersede_itself() -> None:
    draft = only("nygard", "## Status\n\nSuperseded by ADR 3\n", "0003-a.md")
    assert kinds(draft) == {"status": ["superseded"]}
    assert not links(draft)


def test_a_status_that_is_no_text_is_kept_as_it_is() -> None:
    draft = only("madr", "---\nstatus: { accepted }\n---\n## Decision\n")
    assert draft.record["source_status"] == {"accepted": None}
    assert kinds(draft) == {"status": ["accepted"]}


def test_a_choice_left_from_the_template_is_no_status() -> None:
    front = 'status: "{proposed | rejected | accepted}"\ndate: {YYYY-MM-DD}'
    draft = only("madr", f"---\n{front}\n---\n## Status\n\nAccepted\n")
    assert kinds(draft) == {"status": ["accepted"]}
    assert draft.record["status"] == "{proposed | rejected | accepted}"
    assert draft.record["source_status"] == "Accepted"
    assert draft.created is None
    assert not draft.notes


@pytest.mark.parametrize(
    "text",
    [
        "---\nstatus: proposed | rejected | accepted\n---\n## Decision\n",
        "---\nstatus: [proposed | rejected | accepted]\n---\n## Decision\n",
        "* Status: [proposed | accepted | superseded by ADR 5] <!-- optional -->\n\n## Decision\n",
        "## Status\n\nproposed|accepted\n\n## Decision\n",
    ],
)
def test_a_choice_that_nobody_made_is_said(text: str) -> None:
    draft = only("madr", text)
    assert "status" not in kinds(draft)
    (note,) = draft.notes
    assert note.startswith("its status still lists the choices of the template: ")
    assert "accepted" in note


def test_a_bar_beside_one_word_is_no_choice() -> None:
    draft = only("madr", "---\nstatus: accepted | 2020-03-04, by Ada\n---\n## Decision\n")
    assert kinds(draft) == {"status": ["accepted"]}


def test_an_unknown_word_is_kept_as_the_status() -> None:
    draft = only("madr", "---\nstatus: flummoxed\n---\n## Decision\n")
    assert kinds(draft) == {"status": ["flummoxed"]}
    assert not draft.notes


def test_nothing_is_made_up_where_nothing_is_stated() -> None:
    draft = only("madr", "# A\n\n## Decision Outcome\n\nWe take A.\n", "0001-a.md")
    assert "annotations" not in draft.record
    assert "source_status" not in draft.record
    assert draft.created is None


def test_fields_with_a_meaning_in_a_record_are_renamed() -> None:
    front = "id: ADR-1\ntype: adr\nscope: backend\ntitle: ADR-0001 Use A\ntags: [x]"
    record = only("madr", f"---\n{front}\n---\n## Decision\n", "0001-a.md").record
    assert record["id"] == "decision-0001-a"
    assert record["type"] == "decision"
    assert record["title"] == "Use A"
    assert record["source_id"] == "ADR-1"
    assert record["source_type"] == "adr"
    assert record["source_scope"] == "backend"
    assert record["tags"] == ["x"]


def test_front_matter_that_is_no_yaml_still_states_the_status() -> None:
    text = (
        "---\nstatus: accepted\ndeciders: @ada, @grace\ndate: 2022-01-02\n---\n# A\n\n## Decision\n"
    )
    draft = only("madr", text)
    assert kinds(draft) == {"status": ["accepted"]}
    assert draft.record["deciders"] == "@ada, @grace"
    assert draft.created == "2022-01-02T00:00:00Z"
    assert "line by line" in draft.notes[0]


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("12. Security groups", "Security groups"),
        ("ADR 3 - Use X", "Use X"),
        ("ADR-0012: Use X", "Use X"),
        ("ADR-0012 Use X", "Use X"),
        ("0012 Use X", "Use X"),
        ("3 \u2013 Use X", "Use X"),
        ("3-tier architecture", "3-tier architecture"),
        ("404 pages", "404 pages"),
        ("2FA for all", "2FA for all"),
        ("2.0 it is", "2.0 it is"),
        ("7.", "7."),
        ('Allow "neutral" `x`', 'Allow "neutral" `x`'),
    ],
)
def test_a_number_in_front_is_no_part_of_the_title(heading: str, title: str) -> None:
    assert only("nygard", f"# {heading}\n\n## Status\n").record["title"] == title


def test_without_a_heading_the_file_name_is_the_title() -> None:
    assert only("nygard", "## Status\n", "d/0007-use-x.md").record["title"] == "use x"


def test_templates_guides_and_other_files_are_no_decisions() -> None:
    assert "usual headings" in reason("madr", "# How we decide\n\nWe meet.\n", "guide.md")
    for name in ("adr-template.md", "template-bare.md", "0000-template.md", "README.md"):
        assert "ignored" in reason("madr", MADR4, name)
    assert "not a Markdown file" in reason("madr", b"\x89PNG", "0008-badge.png")
    assert only("madr", MADR4, "0012-template-engine.md").record["id"] == (
        "decision-0012-template-engine"
    )


def test_sub_folders_with_numbers_of_their_own_stay_apart() -> None:
    files = sources(
        backend__0001_a="## Status\n\nSuperseded by ADR 2\n",
        backend__0002_b="## Status\n",
        web__0002_b="## Status\n",
    )
    drafts = run("nygard", files)
    assert kinds(drafts["backend/0001_a.md"])["superseded_by"] == ["decision-backend-0002-b"]
    assert drafts["web/0002_b.md"].record["id"] == "decision-web-0002-b"


def test_an_sgm_decision_among_them_is_taken_as_it_is() -> None:
    text = "---\nid: d\ntype: decision\nprovenance: {}\nstatus: x\n---\n# A\n"
    imported = result("madr", [source("a.md", text), source("0001-b.md", MADR4)])
    assert imported.drafts[1].record == {
        "id": "d",
        "type": "decision",
        "provenance": {},
        "status": "x",
        "content": "# A",
    }
