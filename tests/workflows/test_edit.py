"""A person edits text; nothing typed is lost, and only what is fit is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.document import read
from sgm_git.errors import Refused
from sgm_git.findings import Severity
from sgm_git.workflows.edit import (
    Composed,
    composed,
    judge_edit,
    judge_new,
    kept,
    new_copy,
    stem_of,
    stem_of_new,
    template,
)

if TYPE_CHECKING:
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from tests.support import GitSandbox

NOW = 1_791_656_507
DOCUMENT = """---
id: rule-x
type: rule
title: No prototypes  # a remark of somebody
owner: {team: core}
provenance:
  agent: Ada
  created_at: "2026-10-10T18:21:47Z"
  origin: editor
  scope: {}
---

Build it to last.
"""


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    sandbox.write("memory/rule/rule-x.md", DOCUMENT)
    sandbox.commit()
    return Store.open(sandbox.path, clock=lambda: float(NOW))


@pytest.fixture
def entry(store: Store) -> Entry:
    return store.get("rule-x")


@pytest.fixture
def actor(store: Store) -> Actor:
    return store.actor(origin="cli")


def _write(store: Store, actor: Actor, entry: Entry, data: bytes) -> str:
    with store.transaction(actor) as transaction:
        transaction.rewrite(entry.ref, data, expect=entry.blob)
    return store.get("rule-x").data.decode()


def test_the_very_bytes_that_were_typed_are_written(
    store: Store, actor: Actor, entry: Entry
) -> None:
    typed = DOCUMENT.replace("# a remark", "# another  remark").replace("{team: core}", "{team: x}")
    assert _write(store, actor, entry, typed.encode()) == typed


def test_a_declared_stamp_is_kept_true(store: Store, actor: Actor, sandbox: GitSandbox) -> None:
    stamped = DOCUMENT.replace(
        "  origin",
        '  modified: true\n  modified_at: "2026-10-10T18:22:00Z"\n  modified_by: Ada\n  origin',
    )
    sandbox.write("memory/rule/rule-x.md", stamped)
    sandbox.commit()
    written = _write(store, actor, store.get("rule-x"), stamped.replace("last", "stay").encode())
    assert '"2026-10-10T18:22:01Z"' in written


def test_a_copy_is_a_file_of_its_own_and_is_found_again(store: Store, entry: Entry) -> None:
    one = new_copy(store.repository, stem_of(entry), b"one")
    two = new_copy(store.repository, stem_of(entry), b"two")
    new_copy(store.repository, stem_of_new({"type": "rule"}), b"other")
    assert one.path != two.path
    assert set(kept(store.repository, stem_of(entry))) == {one.path, two.path}
    one.discard()
    assert kept(store.repository, stem_of(entry)) == [two.path]
    assert two.data() == b"two"


def test_copies_lie_in_the_git_directory_whatever_the_id_is(store: Store) -> None:
    copy = new_copy(store.repository, stem_of_new({"type": "../../x"}), b"")
    assert copy.path.parent == store.repository.git_dir / "sgm" / "edits"


def test_a_fit_text_has_no_findings(store: Store, actor: Actor, entry: Entry) -> None:
    verdict = judge_edit(store.records, actor, entry, entry.data + b"More.\n", NOW)
    assert (verdict.findings, verdict.refusal) == ((), None)
    assert store.get("rule-x").data == entry.data


def test_only_what_the_text_brings_in_is_told(store: Store, actor: Actor, entry: Entry) -> None:
    worse = DOCUMENT.replace("type: rule", "type: rul").encode()
    codes = {f.code for f in judge_edit(store.records, actor, entry, worse, NOW).findings}
    assert "S203" in codes
    unchanged = judge_edit(store.records, actor, entry, entry.data + b"\n", NOW)
    assert unchanged.findings == ()


def test_a_text_that_cannot_be_read_may_not_be_written(
    store: Store, actor: Actor, entry: Entry
) -> None:
    verdict = judge_edit(store.records, actor, entry, b"---\nid: [\n---\n", NOW)
    assert verdict.refusal is not None
    assert verdict.drop == ()
    assert [f.severity for f in verdict.findings] == [Severity.ERROR]


def test_an_unknown_field_is_dropped_only_on_purpose(
    store: Store, actor: Actor, entry: Entry
) -> None:
    without = DOCUMENT.replace("owner: {team: core}\n", "").encode()
    verdict = judge_edit(store.records, actor, entry, without, NOW)
    assert [finding.code for finding in verdict.findings] == ["K401"]
    assert verdict.drop == (("owner",),)
    with store.transaction(actor) as transaction:
        transaction.rewrite(entry.ref, without, drop=verdict.drop)
    assert store.get("rule-x").data == without


def test_what_no_consent_can_mend_cannot_be_dropped(
    store: Store, actor: Actor, entry: Entry
) -> None:
    broken = DOCUMENT.replace("scope: {}", "scope: {a: b}").encode()
    verdict = judge_edit(store.records, actor, entry, broken, NOW)
    assert verdict.refusal is not None
    assert [finding.code for finding in verdict.findings] == ["S210"]
    assert verdict.drop == ()


def test_who_made_a_record_is_changed_only_on_purpose(
    store: Store, actor: Actor, entry: Entry
) -> None:
    other = DOCUMENT.replace("agent: Ada", "agent: Bob").encode()
    verdict = judge_edit(store.records, actor, entry, other, NOW)
    assert [finding.code for finding in verdict.findings] == ["P302"]
    assert verdict.drop == (("provenance", "agent"),)


def test_another_id_is_refused(store: Store, actor: Actor, entry: Entry) -> None:
    other = DOCUMENT.replace("id: rule-x", "id: rule-y").encode()
    with pytest.raises(Refused, match="the id of rule-x was changed"):
        judge_edit(store.records, actor, entry, other, NOW)


def test_a_change_of_somebody_else_meanwhile_is_not_overwritten(
    store: Store, actor: Actor, entry: Entry, sandbox: GitSandbox
) -> None:
    theirs = DOCUMENT.replace("last", "please")
    sandbox.write("memory/rule/rule-x.md", theirs)
    sandbox.commit()
    with pytest.raises(Refused, match="has changed"):
        _write(store, actor, entry, DOCUMENT.replace("last", "win").encode())
    assert store.get("rule-x").data.decode() == theirs


def test_a_new_record_is_judged_without_writing_it(store: Store, actor: Actor) -> None:
    record: JsonObject = {"type": "rul", "title": "x", "content": "y"}
    verdict = judge_new(store.records, actor, Composed(record))
    assert {f.code for f in verdict.findings} == {"S203"}
    assert len(list(store.entries())) == 1


def test_without_a_template_there_is_a_bare_form(store: Store) -> None:
    record = read(template(store.records, {"type": "rule"})).document
    assert record is not None
    assert record.record == {"type": "rule", "title": "", "content": ""}


def test_a_template_is_filled_in_and_keeps_its_remarks(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(".sgm/templates/rule.md", "---\ntitle: A  # short\nowner: me\n---\n\n# Why\n")
    form = template(store.records, {"type": "rule", "title": "B"})
    assert b"# short" in form
    document = read(form).document
    assert document is not None
    assert document.record == {"type": "rule", "title": "B", "owner": "me", "content": "# Why"}


def test_a_template_may_be_a_body_alone(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(".sgm/templates/rule.md", "# Why\n\n# How\n")
    document = read(template(store.records, {"type": "rule"})).document
    assert document is not None
    assert document.record["content"] == "# Why\n\n# How"


def test_a_template_behind_a_link_is_not_read(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("secret.md", "secret\n")
    sandbox.write(".sgm/templates/other.md", "x")
    (sandbox.path / ".sgm/templates/rule.md").symlink_to(sandbox.path / "secret.md")
    assert b"secret" not in template(store.records, {"type": "rule"})


def test_what_was_left_empty_in_the_form_is_no_field() -> None:
    form = b'---\ntype: rule\ntitle: ""\nowner: ""\n---\n\n'
    assert composed(form, {}) == Composed({"type": "rule", "owner": ""}, form)


def test_a_text_without_front_matter_is_the_content() -> None:
    record: JsonObject = {"type": "fact", "content": "Just text."}
    assert composed(b"\nJust text.\n\n", {"type": "fact"}) == Composed(record)


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "typed",
    [
        "---\n# why: below\ntype: rule   # no decision\ntitle: 'T'\n---\n\n<!-- x -->\nT.\n\n",
        "---\nid: mine\n\ntype: rule\n# last remark\n---\n\nText.\n",
        "---\ntype: rule\nprovenance:   # who\n    origin: chat\n# end\n---\nT.\n",
    ],
)
def test_every_line_of_a_new_record_stays_as_it_was_typed(
    store: Store, actor: Actor, typed: str, eol: str
) -> None:
    new = composed(typed.replace("\n", eol).encode(), {})
    with store.transaction(actor) as transaction:
        added = transaction.add(new.record, typed=new.typed)
    entry = store.get(added.id)
    written = iter(entry.data.decode().split(eol))
    assert all(line in written for line in typed.split("\n"))
    assert {"id", "type", "provenance"} <= (entry.record or {}).keys()


def test_a_new_record_may_be_typed_in_braces(store: Store, actor: Actor) -> None:
    typed = b"---\n{type: rule, # a remark\n title: T}\n---\n"
    with store.transaction(actor) as transaction:
        added = transaction.add({"type": "rule", "title": "T"}, typed=typed)
    assert store.get(added.id).data.startswith(b"---\n{type: rule, # a remark\n title: T,")


def test_what_cannot_be_read_is_not_filled_in(store: Store, actor: Actor) -> None:
    with pytest.raises(Refused, match="cannot be read"), store.transaction(actor) as transaction:
        transaction.add({"type": "rule"}, typed=b"---\nid: [\n---\n")


def test_the_id_of_a_new_record_comes_first(store: Store, actor: Actor) -> None:
    typed = b"---\n# a remark\ntype: rule\ntitle: yes\n---\n"
    with store.transaction(actor) as transaction:
        added = transaction.add({"type": "rule", "title": "yes"}, typed=typed)
    assert store.get(added.id).data.startswith(b"---\nid: rule-yes\n# a remark\ntype: rule\n")


def test_a_text_that_cannot_be_read_says_where() -> None:
    with pytest.raises(Refused, match=r"line \d+, column \d+: "):
        composed(b"---\nid: [\n---\n", {})
