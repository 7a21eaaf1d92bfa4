"""What a reviewer is told to look at first, and what is left for later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.review.model import what_became_of
from tests.workflows.review.branch import CREATED, Branch, kinds, made, marks, told

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonObject, JsonValue

PROPOSED, ACCEPTED = marks(status="proposed"), marks(status="accepted")
REASONED = marks(rationale="It is cheap.", status="accepted")
OLD, NEW = "2026-10-01T00:00:00Z", "2026-11-20T00:00:00Z"


CHANGES: dict[str, tuple[JsonObject, JsonObject, list[str]]] = {
    "hidden": ({}, {"content": "Text. <!-- psst -->\n"}, ["hidden"]),
    "hidden-before": ({"content": "<!-- a -->\n"}, {"content": "<!-- a -->\n\nMore.\n"}, []),
    "its-words": ({}, {"content": "Other.\n"}, []),
    "its-agent": ({}, {"provenance": made(agent="Grace")}, ["disputed", "word-changes"]),
    "its-origin": ({}, {"provenance": made(origin="mcp")}, ["word-changes"]),
}
DECISIONS: dict[str, tuple[JsonObject, JsonObject, list[str]]] = {
    "rejected": ({"annotations": ACCEPTED}, {"annotations": marks(status="rejected")}, ["flips"]),
    "accepted": ({"annotations": PROPOSED}, {"annotations": ACCEPTED}, ["flips"]),
    "reworded": ({"annotations": ACCEPTED}, {"annotations": marks(status="done")}, ["flips"]),
    "rewritten": (
        {"annotations": ACCEPTED},
        {"annotations": ACCEPTED, "content": "Other.\n"},
        ["flips"],
    ),
    "draft": ({"annotations": PROPOSED}, {"annotations": PROPOSED, "content": "Other.\n"}, []),
    "no-reason": (
        {"annotations": REASONED},
        {"annotations": ACCEPTED},
        ["flips", "reason-lost"],
    ),
    "other-reason": (
        {"annotations": marks(rationale="It is cheap.", status="proposed")},
        {"annotations": marks(rationale="It is cheap.", status="proposed"), "title": "New"},
        [],
    ),
}
RULES: dict[str, tuple[JsonObject, JsonObject, list[str]]] = {
    "accepted": ({"annotations": PROPOSED}, {"annotations": ACCEPTED}, ["binds"]),
    "rewritten": ({}, {"content": "Other.\n"}, ["rule-changes"]),
    "draft": ({"annotations": PROPOSED}, {"annotations": PROPOSED, "content": "Other.\n"}, []),
    "rejected": ({}, {"annotations": marks(status="rejected")}, ["unbinds"]),
    "given-up": (
        {"annotations": PROPOSED},
        {"annotations": marks(status="rejected")},
        ["flips"],
    ),
}
STATUSES: dict[str, tuple[JsonObject, JsonObject, list[str]]] = {
    "reworded": (
        {"annotations": marks(as_of=NEW)},
        {"annotations": marks(as_of=NEW), "content": "Other.\n"},
        ["grew-old"],
    ),
    "renewed": (
        {"annotations": marks(as_of=OLD)},
        {"annotations": marks(as_of=NEW), "content": "Other.\n"},
        [],
    ),
}


@pytest.mark.parametrize(
    ("name", "table"),
    [("fact-a", CHANGES), ("dec-a", DECISIONS), ("rule-a", RULES), ("status-a", STATUSES)],
)
def test_each_change_is_of_the_concern_that_it_should_be(
    name: str, table: dict[str, tuple[JsonObject, JsonObject, list[str]]], tmp_sandbox: Path
) -> None:
    """All of a type at once: one repository for many records."""
    named = {f"{name}-{case}": each for case, each in table.items()}
    before = {each: states[0] for each, states in named.items()}
    branch = Branch(tmp_sandbox, before)
    for each, (_, after, _) in named.items():
        branch.put(each, **after)
    review = branch.review()
    found = {each: kinds(review, each) for each in named}
    assert found == {each: expected for each, (_, _, expected) in named.items()}


def test_what_is_new_binds_or_does_not(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox)
    branch.put("rule-a")
    branch.put("rule-b", annotations=PROPOSED)
    branch.put("dec-a", annotations=REASONED)
    branch.put("status-a", annotations=marks(as_of="2020-01-01T00:00:00Z"))
    review = branch.review()
    expected = {"rule-a": ["binds"], "rule-b": [], "dec-a": [], "status-a": ["grew-old"]}
    assert {name: kinds(review, name) for name in expected} == expected


def test_a_removed_rule_and_decision_are_told(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}, "dec-a": {"annotations": REASONED}, "fact-a": {}})
    for name in ("rule-a", "dec-a", "fact-a"):
        branch.remove(name)
    review = branch.review()
    assert kinds(review, "rule-a") == ["unbinds"]
    assert kinds(review, "dec-a") == ["flips"]
    assert kinds(review, "fact-a") == []


def test_a_rule_that_another_supersedes_is_told_though_nobody_touched_it(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}})
    branch.put("rule-b", annotations=marks(supersedes="rule-a"))
    review = branch.review()
    assert kinds(review, "rule-a") == ["unbinds"]
    assert what_became_of(told(review, "rule-a")) == "retired"
    assert "rule-b" in told(review, "rule-a").concerns[0].text


def test_a_rule_that_nothing_supersedes_any_more_is_told(tmp_sandbox: Path) -> None:
    branch = Branch(
        tmp_sandbox, {"rule-a": {}, "rule-b": {"annotations": marks(supersedes="rule-a")}}
    )
    branch.remove("rule-b")
    review = branch.review()
    assert kinds(review, "rule-a") == ["binds"]
    assert what_became_of(told(review, "rule-a")) == "affected"
    assert told(review, "rule-a").new == ()


def test_a_rule_whose_id_another_takes_is_told(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}})
    data = (branch.box.path / "memory/rule/rule-a.md").read_bytes()
    branch.box.write("memory/rule/twin.md", data.replace(b"Text.", b"Other."))
    review = branch.review()
    (mine,) = [each for each in review.records if each.diff.entry.path.endswith("rule-a.md")]
    assert {"unbinds", "disputed"} <= {each.kind.value for each in mine.concerns}


def test_what_is_consented_to_is_told_with_its_commit(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {"x_ticket": 7}})
    branch.put("fact-a")
    oid = branch.commit("drop it\n\nSGM-Allow: fact-a /x_ticket\nSGM-Allow: fact-b /x\n")
    found = told(branch.review(), "fact-a")
    assert [(each.pointer, each.commit) for each in found.consents] == [("/x_ticket", oid)]
    assert [each.kind.value for each in found.concerns] == ["gives-up"]


def test_another_word_or_time_is_told_once_as_what_it_is(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {}, "fact-b": {}})
    branch.put("fact-a", provenance=made(agent="Grace"))
    branch.put("fact-b", provenance=made(created_at=OLD))
    review = branch.review()
    assert [each.text for each in told(review, "fact-a").concerns] == [
        "P302 agent never changes",
        'agent was "Ada", and is "Grace"',
    ]
    assert [each.text for each in told(review, "fact-b").concerns] == [
        "P301 created_at never changes",
        f'given another time: created_at was "{CREATED}", and is "{OLD}"',
    ]


@pytest.mark.parametrize(
    ("theirs", "expected"),
    [
        ({"title": "Another"}, "both go together"),
        (
            {"content": "Theirs.\n"},
            'changed it too, and the merge will stop: they conflict in /content (there "Theirs.")',
        ),
        ({"content": "Ours.\n"}, None),
    ],
)
def test_a_record_that_main_has_changed_too_is_told(
    theirs: dict[str, JsonValue], expected: str | None, tmp_sandbox: Path
) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {}})
    branch.on_main("fact-a", **theirs)
    branch.put("fact-a", content="Ours.\n")
    said = [each.text for each in told(branch.review(), "fact-a").concerns]
    assert [text.endswith(expected or "") for text in said] == ([] if expected is None else [True])


def test_what_main_has_is_shown_shortly_where_the_merge_will_stop(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {"content": "One.\nTwo.\n", "x_note": "Was."}})
    branch.on_main("fact-a", content="One.\nMain.\n", title="T" * 80)
    branch.put("fact-a", content="One.\nOurs.\n", title="Ours", x_note="Is.")
    (concern,) = told(branch.review(), "fact-a").concerns
    shown = f'/content (there "Main."), /title (there "{"T" * 60}...") and /x_note (gone there)'
    assert concern.text.endswith(f"the merge will stop: they conflict in {shown}")


def test_a_record_that_both_began_or_that_one_removed_is_told(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {}, "fact-b": {}})
    branch.on_main("fact-new")
    branch.box.run("checkout", "-q", "main")
    branch.remove("fact-b")
    branch.commit("without b")
    branch.box.run("checkout", "-q", "topic")
    branch.put("fact-new", content="Ours.\n")
    branch.put("fact-b", content="Ours.\n")
    review = branch.review()
    assert kinds(review, "fact-new") == kinds(review, "fact-b") == ["behind"]
    assert told(review, "fact-b").concerns[0].text.endswith("removed it")


def test_what_lacks_a_signature_is_told_where_signatures_are_required(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, config="[checks]\nrequire_signed = true\n")
    branch.put("fact-a")
    oid = branch.commit()
    branch.put("fact-b")
    other = branch.commit()
    review = branch.review()
    assert [each.code for each in review.elsewhere] == ["P312", "P312"]
    for name, commit in (("fact-a", oid), ("fact-b", other)):
        (concern,) = told(review, name).concerns
        assert concern.kind.value == "unsigned"
        assert f"commit {commit[:10]} " in concern.text


def test_an_error_of_its_shape_is_no_word_of_git(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"fact-a": {}})
    branch.put("fact-a", annotations=None)
    found = told(branch.review(), "fact-a")
    assert [each.code for each in found.new] == ["S201"]
    assert found.concerns == ()


def test_a_rule_that_is_renamed_is_one_rule(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}, "rule-c": {}})
    branch.remove("rule-a")
    branch.put("rule-b", aliases=["rule-a"])
    review = branch.review()
    (found,) = review.records
    assert (found.diff.moved_from, what_became_of(found)) == ("memory/rule/rule-a.md", "changed")
    assert kinds(review, "rule-b") == ["rule-changes"]


@pytest.mark.parametrize(
    ("aliases", "rule", "decision"),
    [
        (["{}-a"], [], []),
        (["{}-a", "other"], ["rule-changes"], ["flips"]),
    ],
)
def test_a_new_name_alone_is_no_other_rule_or_decision(
    aliases: list[str], rule: list[str], decision: list[str], tmp_sandbox: Path
) -> None:
    said: JsonObject = {"title": "Same", "annotations": ACCEPTED}
    branch = Branch(tmp_sandbox, {"rule-a": said, "dec-a": said})
    for kind in ("rule", "dec"):
        branch.remove(f"{kind}-a")
        branch.put(f"{kind}-b", **said, aliases=[name.format(kind) for name in aliases])
    review = branch.review()
    assert (kinds(review, "rule-b"), kinds(review, "dec-b")) == (rule, decision)


def test_a_name_that_another_record_still_bears_is_no_old_one(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}})
    branch.put("rule-b", aliases=["rule-a"])
    review = branch.review()
    assert what_became_of(told(review, "rule-b")) == "added"
