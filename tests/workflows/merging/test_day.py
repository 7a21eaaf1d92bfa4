"""A day of people who edit the same records: what is left to settle, and that nothing is lost."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from sgm_git.document.read import read
from sgm_git.record import fields
from sgm_git.workflows.merging.registering import driver_command
from tests.benchmarks.day import Day, Plan
from tests.programs import put_sgm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.record.value import JsonObject
    from tests.support import GitSandbox

SMALL = Plan(people=3, edits=12, at_once=3, records=8)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return put_sgm(tmp_path_factory.mktemp("programs") / "sgm")


def record(data: bytes) -> JsonObject:
    reading = read(data)
    assert reading.faults == ()
    assert reading.document is not None
    return reading.document.record


def parts(value: JsonObject) -> Iterator[tuple[str, object]]:
    """What a person can change in a record of the day, each part by a name."""
    for name, part in value.items():
        if name == "content":
            yield from (
                (f"paragraph {at}", text) for at, text in enumerate(str(part).split("\n\n"))
            )
        elif name not in {"annotations", "provenance"}:
            yield name, part
    yield "status", [item for _, kind, item in fields.annotations(value) if kind == "status"]


def changed(before: JsonObject, after: JsonObject) -> dict[str, object]:
    known = dict(parts(before))
    return {name: part for name, part in parts(after) if known.get(name) != part}


@pytest.mark.parametrize("seed", [1, 2])
def test_only_what_contradicts_is_left_and_every_note_is_kept(
    sandbox: GitSandbox, program: Path, seed: int
) -> None:
    day = Day(sandbox, driver_command(program), SMALL, Random(seed))
    tally = day.pass_by()
    assert tally.files > 5
    assert tally.with_driver * 2 <= tally.with_git
    for base, theirs, ours in day.left:
        one, other = (changed(record(base), record(each)) for each in (theirs, ours))
        assert any(name in other and other[name] != part for name, part in one.items())
    for path, notes in day.notes.items():
        kept = fields.annotations(record(day.files[path]))
        assert set(notes) <= {item for _, kind, item in kept if kind == "note"}
