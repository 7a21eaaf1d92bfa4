"""A record that says itself all there is to say comes in exactly, whatever was there before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.support import PROVENANCE, begin, bring, lines, outcomes, record, whole

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonObject, JsonValue
    from tests.support import GitSandbox

_LATER: JsonObject = {
    "modified": True,
    "modified_at": "2026-10-10T18:21:50Z",
    "modified_by": "grace",
}


def _stamped(**more: JsonValue) -> JsonObject:
    return whole("one", **more) | {"provenance": PROVENANCE | _LATER}


@pytest.mark.parametrize("policy", ["declared", "always", "never"])
@pytest.mark.parametrize(
    "states",
    [
        (whole("one"), _stamped()),
        (_stamped(), whole("one")),
        (
            _stamped(),
            _stamped(title="Edited, its stamps forgotten"),
        ),
        (whole("one"), whole("one", title="Edited")),
    ],
    ids=["stamps come", "stamps go", "stamps stay", "no stamps"],
)
def test_a_whole_record_comes_in_exactly_stamps_too(
    sandbox: GitSandbox, tmp_path: Path, policy: str, states: tuple[JsonObject, JsonObject]
) -> None:
    store = begin(sandbox, config=f'[store]\nstamp = "{policy}"\n')
    source = tmp_path / "x.jsonl"
    for state, outcome in zip(states, ("added", "changed"), strict=True):
        assert outcomes(bring(store, lines(source, state))) == {"one": outcome}
        assert record(store, "one") == state
        assert outcomes(bring(store, source)) == {"one": "same"}
