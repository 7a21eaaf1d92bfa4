"""What is kept of the documents of a commit is found by key, whatever was kept before."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.brief import Brief
from sgm_git.checks.vicinity import keys_of, layered
from sgm_git.findings import Edit, Finding, Fix, Severity, Span
from sgm_git.policy.paths import Roots
from sgm_git.record.fields import Reference
from sgm_git.store.index.database import NONSENSE, Unusable, with_index
from sgm_git.store.index.stock import KeptStock
from sgm_git.store.index.verdicts import findings_from, said_text
from tests.checks.brief_support import ROOTS, briefs
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.checks.vicinity import Finder

CONFIGURED = Roots(tuple(root.config for root in ROOTS), ())
SOME = Brief("m/\udcff.md", ROOTS[0], b"1", "a\ud800", supersedes=(Reference(("x",), "b"),))
BLOB = "0" * 40

stores = st.lists(briefs(), max_size=8, unique_by=lambda brief: brief.path)
words = st.text(st.characters(exclude_categories=[]), max_size=5)
spans = st.builds(Span, *([st.integers(0, 9)] * 4))
fixes = st.builds(Fix, st.tuples(st.builds(Edit, spans, words)), st.none() | words)
findings = st.builds(
    Finding,
    st.sampled_from(["F101", "S201"]),
    st.sampled_from(Severity),
    st.just("m/a.md"),
    words,
    *(st.none() | each for each in (spans, words, words, fixes, words)),
)
steps = st.lists(st.tuples(st.booleans(), stores), min_size=1, max_size=4)


def shown(found: Iterable[Brief]) -> list[list[object]]:
    """All that is kept of documents; what stood there before is not."""
    names = [each.name for each in fields(Brief) if each.name not in {"root", "former"}]
    by_path = sorted(found, key=lambda brief: brief.path)
    return [[each.root.path, *(getattr(each, name) for name in names)] for each in by_path]


def stored(told: Iterable[Brief]) -> list[tuple[str, Brief]]:
    """Each with the blob that it lies in."""
    return [(BLOB, brief) for brief in told]


def by_each_key(find: Finder, told: Iterable[Brief]) -> list[list[list[object]]]:
    """What is found by each key of some documents."""
    return [shown(find([key])) for brief in told for key in sorted(keys_of(brief))]


def take(
    connection: sqlite3.Connection, changes: Iterable[tuple[bool, list[Brief]]]
) -> list[Brief]:
    """Keep one commit after the other; give what is there at last."""
    expected: dict[str, Brief] = {}
    for number, (is_whole, told) in enumerate(changes):
        kept = KeptStock(connection, CONFIGURED)
        assert kept.tip == (str(number - 1) if number else None)
        if is_whole or number == 0:
            kept.replace(str(number), stored(told))
            expected = {brief.path: brief for brief in told}
        else:  # half of them only go away
            come, gone = told[::2], [brief.path for brief in told]
            kept.move(str(number), gone, stored(come))
            expected = {path: expected[path] for path in expected if path not in gone}
            expected |= {brief.path: brief for brief in come}
    return list(expected.values())


@given(steps, stores)
@untraced
def test_whatever_changed_everything_is_found_by_its_keys_and_nothing_else(
    changes: list[tuple[bool, list[Brief]]], probes: list[Brief]
) -> None:
    def look(connection: sqlite3.Connection) -> None:
        expected = take(connection, changes)
        kept, whole = KeptStock(connection, CONFIGURED), layered(lambda _: (), (), expected)
        told = [*expected, *probes]
        assert by_each_key(kept.find, told) == by_each_key(whole, told)

    with TemporaryDirectory() as folder:
        with_index(Path(folder), look)


def begin(common_dir: Path, roots: Roots = CONFIGURED) -> None:
    """Keep one document."""
    with_index(common_dir, lambda index: KeptStock(index, roots).replace("1", stored([SOME])))


def test_nothing_is_lost_on_the_way_whatever_names_hold(tmp_path: Path) -> None:
    begin(tmp_path)
    assert found(tmp_path, CONFIGURED) == shown([SOME])


def test_each_division_into_roots_has_its_own_and_only_the_last_two_are_kept(
    tmp_path: Path,
) -> None:
    divisions = [Roots((ROOTS[0].config,), (pattern,)) for pattern in ("x", "y", "z")]
    for roots in divisions:
        begin(tmp_path, roots)
    assert [len(found(tmp_path, roots)) for roots in divisions] == [0, 1, 1]


def found(common_dir: Path, roots: Roots) -> list[list[object]]:
    """What the index gives for the keys of a document."""
    return with_index(common_dir, lambda index: shown(KeptStock(index, roots).find(keys_of(SOME))))


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "[1]", '["zz"]', '["00", "a"]'),
        '["00", 1, null, [], [], [], [], null, null]',
        '["00", "a", null, "ab", [["x", "y", "z"]], [], [], null, null]',
    ],
)
def test_what_makes_no_sense_is_not_believed(tmp_path: Path, text: str) -> None:
    def look(connection: sqlite3.Connection) -> None:
        kept = KeptStock(connection, CONFIGURED)
        kept.replace("1", stored([SOME]))
        connection.execute("UPDATE documents SET brief = ?", (text,))
        with pytest.raises(Unusable):
            list(kept.find(keys_of(SOME)))

    with_index(tmp_path, look)


def test_a_path_of_no_root_is_not_believed(tmp_path: Path) -> None:
    def look(connection: sqlite3.Connection) -> None:
        kept = KeptStock(connection, CONFIGURED)
        kept.replace("1", stored([SOME]))
        connection.execute("UPDATE documents SET path = ?", (json.dumps("elsewhere/a.md"),))
        with pytest.raises(Unusable):
            list(kept.find(keys_of(SOME)))

    with_index(tmp_path, look)


def test_while_another_process_writes_nothing_is_kept_and_nobody_waits(tmp_path: Path) -> None:
    begin(tmp_path)
    with closing(sqlite3.connect(tmp_path / "sgm" / "index.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        with_index(tmp_path, lambda index: KeptStock(index, CONFIGURED).move("2", [SOME.path], []))
        with_index(tmp_path, lambda index: KeptStock(index, CONFIGURED).replace("3", []))
    assert with_index(tmp_path, lambda index: KeptStock(index, CONFIGURED).tip) == "1"
    assert found(tmp_path, CONFIGURED) == shown([SOME])


def judged(common_dir: Path, judge: str, now: int) -> list[tuple[str, str | None]]:
    """What the index gives of documents: blob, and what was said."""
    kept = with_index(common_dir, lambda index: KeptStock(index, CONFIGURED).judged(judge, now))
    return [(each.blob, each.said) for each in kept.values()]


def test_what_was_said_holds_for_the_same_blob_by_the_same_judge_and_from_then_on(
    tmp_path: Path,
) -> None:
    def write(connection: sqlite3.Connection) -> None:
        kept = KeptStock(connection, CONFIGURED)
        kept.replace("1", stored([SOME]))
        kept.keep_verdicts("ada", 10, [(SOME.path, BLOB, "fine"), ("m/a.md", BLOB, "bad")])
        kept.keep_verdicts("ada", 12, [(SOME.path, "1" * 40, "bad")])

    with_index(tmp_path, write)
    assert judged(tmp_path, "ada", 10) == [(BLOB, "fine")]
    assert judged(tmp_path, "ada", 9) == judged(tmp_path, "eve", 10) == [(BLOB, None)]
    move = [SOME.path], stored([SOME])
    with_index(tmp_path, lambda index: KeptStock(index, CONFIGURED).move("2", *move))
    assert judged(tmp_path, "ada", 10) == [(BLOB, None)]


@given(st.lists(findings, max_size=3))
def test_a_finding_comes_back_as_it_was(said: list[Finding]) -> None:
    assert findings_from("m/a.md", said_text(said)) == said


@pytest.mark.parametrize("text", ["{", "1", "[1]", '[["S201"]]', '[["S201", "bad", "", null]]'])
def test_findings_that_make_no_sense_are_none(text: str) -> None:
    with pytest.raises(NONSENSE):
        findings_from("m/a.md", text)
