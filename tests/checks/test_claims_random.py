"""Whatever a history holds, the rules of family P say something or nothing, and never fail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.edits import apply_edits
from sgm_git.document.read import read
from sgm_git.findings import Severity
from sgm_git.record.value import same
from sgm_git.witness.effective import effective, effective_object
from sgm_git.witness.trust import Trust, trust
from tests.checks.witness_support import ADA, BOB, GONE, Past, Step
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonValue

CONTROLS = re.compile("[\x00-\x1f]")
TIMES: st.SearchStrategy[JsonValue] = st.sampled_from(
    [
        *("2026-10-10T08:00:00Z", "2026-10-12T09:00:00+02:00", "2026-10-14T10:00:00.5Z"),
        *("9999-12-31T23:59:60Z", "0000-01-01T00:00:00Z", "2027-01-15T08:00:00Z", "soon"),
    ]
)
NAMES: st.SearchStrategy[JsonValue] = st.sampled_from(
    ["Ada", "Bob", "scribe", "ada@example.org", "\u202e\n\x1b[1m", ""]
)
PEOPLE = st.sampled_from([ADA, BOB, "\x1b[31m\n <a\x00@b>", " <>", "Ada <eve@evil.example>"])
MESSAGES = st.sampled_from(
    [
        *("", "x\n\nSGM-Agent: scribe\n", "x\n\nCo-authored-by: Ada <ada@example.org>"),
        "SGM-Allow: fact-a /provenance/agent\nSGM-Allow: fact-a /provenance/created_at",
    ]
)
ODD: st.SearchStrategy[JsonValue] = st.sampled_from(
    [GONE, 5, 1.5, True, [], ["Ada"], {}, {"a": None}, "\u0410d\u0430", " "]
)
SAYS: st.SearchStrategy[Mapping[str, JsonValue]] = st.fixed_dictionaries(
    {},
    optional={
        "agent": NAMES | ODD,
        "created_at": TIMES | ODD,
        "origin": ODD | st.sampled_from(["cli", "import"]),
        "modified": ODD | st.booleans(),
        "modified_at": TIMES | ODD,
        "modified_by": NAMES | ODD,
    },
)
WHEN = st.none() | st.integers(-(2**63), 2**63 - 1) | st.integers(1_791_000_000, 1_800_090_000)
STEPS = st.lists(
    st.builds(
        Step,
        at=WHEN,
        commit_at=WHEN,
        who=PEOPLE,
        committer=PEOPLE,
        says=SAYS,
        text=st.none() | st.sampled_from(["Text 1", "Text 2"]),
        message=MESSAGES,
        returns=st.sampled_from([False, False, False, True]),
    ),
    min_size=1,
    max_size=5,
)


@st.composite
def pasts(draw: st.DrawFn) -> Past:
    """A history of a few commits, some of them merges."""
    steps = draw(STEPS)
    shaped = [
        Step(**{**vars(step), "parents": tuple(draw(st.sets(st.integers(0, n - 1), max_size=2)))})
        for n, step in enumerate(steps)
        if n
    ]
    last = Step(is_committed=draw(st.booleans()), says=draw(SAYS), who=draw(PEOPLE))
    doubt = draw(st.sampled_from([None, None, None, "its id stands more than once"]))
    return Past(
        steps[0],
        *shaped,
        last,
        is_cut=draw(st.booleans()),
        doubt=doubt,
        now=draw(st.sampled_from([1_800_000_000, 0])),
        identities_strict=draw(st.booleans()),
    )


@given(pasts())
@untraced
def test_rules_never_raise_and_say_what_can_be_shown(past: Past) -> None:
    found = past.findings()
    for finding in found:
        assert not CONTROLS.search(finding.message)
        assert finding.span is not None
    told = trust(found, past.testimony)
    assert (told is Trust.DISPUTED) == any(f.severity is Severity.ERROR for f in found)
    assert past.testimony.life.doubt is None or found == []


@given(pasts())
@untraced
def test_a_fix_clears_its_finding_and_keeps_all_else(past: Past) -> None:
    for finding in past.findings():
        if finding.fix is None:
            continue
        document = read(apply_edits(past.subject.data, finding.fix.edits)).document
        assert document is not None
        says = document.record["provenance"]
        assert isinstance(says, dict)
        changed = {
            name for name in says if name not in past.said or not same(says[name], past.said[name])
        }
        assert changed <= {"modified", "modified_at", "modified_by"}
        shared = {**past.shared, "now": 1_800_000_000}
        fixed = Past(
            *past.steps[:-1],
            Step(**{**vars(past.steps[-1]), "is_committed": True}),
            Step(1_800_000_000, BOB, says, past.text),
            is_cut=past.is_cut,
            **shared,  # type: ignore[arg-type]  # fields of the history
        )
        assert finding.code not in {each.code for each in fixed.findings()}


@given(pasts())
def test_effective_provenance_keeps_what_is_declared(past: Past) -> None:
    record = past.case.record
    known = effective(record, past.testimony)
    declared: dict[str, JsonValue] = {n: f.value for n, f in known.fields.items()}
    assert all(same(declared[name], value) for name, value in past.said.items())
    assert effective_object(record, known)["record"] is record
