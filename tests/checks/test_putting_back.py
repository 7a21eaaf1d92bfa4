"""What a document lost since HEAD is found, placed, and put back without touching the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.edits import apply_edits
from sgm_git.checks.keeping import keep
from sgm_git.checks.putting_back import Base, way_back
from sgm_git.checks.run import check_document
from sgm_git.document.read import read
from sgm_git.document.splice import splice
from sgm_git.record.value import same
from tests.checks.support import FIELDS, POLICY, document, subject

if TYPE_CHECKING:
    from sgm_git.findings import Finding
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject

_NOTES = "annotations:\n  - {kind: risk, value: 1, x_by: ada}\n  - {kind: status, value: accepted}"
BASE = document(
    "x_review: {by: grace, at: [1, {deep: true}]}",
    "x_build: '42'",
    _NOTES,
    FIELDS["provenance"] + "\n  session: s1\n  x_run: r",
)


def _record(text: str) -> JsonObject:
    found = read(text.encode()).document
    assert found is not None
    return found.record


def _lost(text: str, base: str = BASE, allowed: tuple[Pointer, ...] | None = ()) -> list[Finding]:
    given = subject(text, previous=_record(base), allowed=allowed)
    return [each for each in check_document(given, POLICY) if each.code[0] == "K"]


@pytest.mark.parametrize(
    ("old", "new", "code", "pointer"),
    [
        ("x_review: {by: grace, at: [1, {deep: true}]}\n", "", "K401", "/x_review"),
        ("by: grace, ", "", "K401", "/x_review/by"),
        ("{deep: true}", "{}", "K401", "/x_review/at/1/deep"),
        (", x_by: ada", "", "K401", "/annotations/0/x_by"),
        ("  - {kind: risk, value: 1, x_by: ada}\n", "", "K402", "/annotations/0"),
        (f"{_NOTES}\n", "", "K402", "/annotations/0"),
        ("kind: risk", "kind: confidence", "K402", "/annotations/0/kind"),
        ("'42'", "42", "K404", "/x_build"),
        ("value: 1,", "value: '1',", "K404", "/annotations/0/value"),
        ("  session: s1\n", "", "K405", "/provenance/session"),
        ("session: s1", "session: s2", "K405", "/provenance/session"),
        ("  x_run: r\n", "", "K405", "/provenance/x_run"),
    ],
)
def test_each_loss_is_put_back(old: str, new: str, code: str, pointer: str) -> None:
    text = BASE.replace(old, new).replace("title: Keep", "# a remark\ntitle:   Hold")
    assert text != BASE
    (finding,) = _lost(text)
    assert (finding.code, finding.pointer) == (code, pointer)
    assert finding.span is not None
    assert finding.fix is not None
    mended = apply_edits(text.encode(), finding.fix.edits).decode()
    assert _lost(mended) == []
    assert "# a remark\ntitle:   Hold" in mended
    assert _record(mended)["title"] == "Hold the store"


def test_all_that_one_edit_lost_comes_back() -> None:
    text = BASE.replace("x_build: '42'\n", "").replace("  session: s1\n", "")
    data = text.encode()
    for _ in range(2):
        data = apply_edits(data, _lost(data.decode())[0].fix.edits)  # type: ignore[union-attr]  # there is one
    assert same(_record(data.decode()), _record(BASE))


def test_where_annotations_moved_the_right_one_gets_its_field_back() -> None:
    lines = _NOTES.split("\n")
    text = BASE.replace(
        _NOTES, "\n".join([lines[0], lines[2], lines[1].replace(", x_by: ada", "")])
    )
    (finding,) = _lost(text)
    assert finding.fix is not None
    mended = _record(apply_edits(text.encode(), finding.fix.edits).decode())
    assert mended["annotations"] == [
        {"kind": "status", "value": "accepted"},
        {"kind": "risk", "value": 1, "x_by": "ada"},
    ]


def test_a_type_that_was_claimed_is_a_decision_of_a_person() -> None:
    base = document("type: musing")
    (finding,) = _lost(document("type: rule"), base)
    assert (finding.code, finding.fix) == ("K403", None)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        (BASE, ()),
        (BASE.replace("title: Keep", "title: Hold"), ()),
        (BASE.replace("x_build: '42'\n", ""), (("x_build",),)),
        (BASE.replace("{kind: risk", "{kind: other"), (("annotations", "kind=risk"),)),
        (BASE.replace("x_build: '42'\n", ""), None),
        (BASE.replace("x_build: '42'\n", "").replace("id: dec-x", "id: dec-y"), ()),
        ("---\nid: [\n---\n", ()),
    ],
    ids=["same", "known", "dropped", "dropped by kind", "not asked", "another record", "broken"],
)
def test_what_is_no_loss_is_not_told(text: str, allowed: tuple[Pointer, ...] | None) -> None:
    assert _lost(text, allowed=allowed) == []


def _way_back(text: str, base: str = BASE) -> tuple[JsonObject, int]:
    """The record with all losses put back that can be, and how many changes that takes."""
    old, new = _record(base), _record(text)
    vocabulary = POLICY.schemas.vocabulary
    changes = way_back(Base(old), new, keep(old, new, vocabulary), vocabulary)
    return _record(splice(text.encode(), changes).decode()), len(changes)


def test_all_losses_have_one_way_back() -> None:
    text = (
        BASE.replace(f"{_NOTES}\n", "")
        .replace("x_build: '42'", "x_build: 42")
        .replace("  session: s1\n", "")
        .replace("by: grace, ", "")
        .replace("title: Keep", "title: Hold")
    )
    record, number = _way_back(text)
    assert keep(_record(BASE), record, POLICY.schemas.vocabulary) == []
    assert (record["title"], number) == ("Hold the store", 4)
    assert record["annotations"] == [{"kind": "risk", "value": 1, "x_by": "ada"}]


def test_a_claimed_type_has_no_way_back_but_the_rest_has() -> None:
    base = document("type: musing", "x_a: 1")
    record, number = _way_back(document("type: rule"), base)
    assert (record["type"], record["x_a"], number) == ("rule", 1, 1)


def test_very_many_losses_have_one_change() -> None:
    base = document(*(f"x_{n}: {n}" for n in range(60)))
    record, number = _way_back(document("title: Other"), base)
    assert (record["x_59"], record["title"], number) == (59, "Other", 1)


def test_what_an_item_of_a_list_lost_comes_back_where_the_item_is_now() -> None:
    base = document("x_list: [{a: 1, b: 2}, one, {c: 3}]")
    record, _ = _way_back(document("x_list: [one, {a: 1}, {c: 3}]"), base)
    assert record["x_list"] == ["one", {"a": 1, "b": 2}, {"c": 3}]
