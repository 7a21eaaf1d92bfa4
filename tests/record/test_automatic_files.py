"""Merges that git makes of record files by itself add nothing to the records."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import TYPE_CHECKING, cast

from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.document.read import read
from sgm_git.document.splice import update
from sgm_git.document.write import write
from sgm_git.record.automatic import is_automatic
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.record.value import JsonObject, JsonValue
    from tests.support import GitSandbox

WORDS = [f"word {number}" for number in range(30)]


class Writer:
    """Makes a record and edits it, at random; every new value is one of its words."""

    def __init__(self, seed: int, words: list[str]) -> None:
        self._chance, self._words = random.Random(seed), words

    def record(self) -> JsonObject:
        """A record in which nothing stands twice."""
        words = self._chance.sample(self._words, k=15)
        kinds = ("status", "rationale", "note")
        return {
            "id": "x",
            "title": words[0],
            "content": "\n".join([words[1], "", *words[2:10]]),
            "scope": {"project": "p", "area": words[10]},
            "annotations": [
                {"kind": k, "value": w} for k, w in zip(kinds, words[11:14], strict=True)
            ],
            "provenance": {"agent": "a", "links": ["x", "y", words[14]]},
        }

    def edited(self, record: JsonObject) -> JsonObject:
        result = deepcopy(record)
        for edit in self._chance.choices(self._edits(), k=self._chance.choice([1, 1, 2, 3])):
            edit(result)
        return result

    def _edits(self) -> list[Callable[[JsonObject], None]]:
        return [
            lambda record: record.update(title=self._word()),
            lambda record: record.update(x=[self._word()]),
            lambda record: cast("JsonObject", record["scope"]).update(area=self._word()),
            lambda record: self._change(record["annotations"], self._annotation()),
            lambda record: self._change(
                cast("JsonObject", record["provenance"])["links"], self._word()
            ),
            self._change_content,
        ]

    def _change(self, value: JsonValue, new: JsonValue) -> None:
        items = cast("list[JsonValue]", value)
        start = self._chance.randint(0, len(items))
        items[start : start + self._chance.randint(0, 1)] = self._chance.choice([[], [new]])

    def _change_content(self, record: JsonObject) -> None:
        lines: list[JsonValue] = [*str(record["content"]).split("\n")]
        self._change(lines, self._word())
        record["content"] = "\n".join(map(str, lines))

    def _annotation(self) -> JsonValue:
        kind = self._chance.choice(["status", "rationale", "note", "risk"])
        return {"kind": kind, "value": self._word()}

    def _word(self) -> str:
        return self._chance.choice(self._words)


@given(st.integers())
def test_a_merge_of_files_by_git_is_automatic_until_somebody_adds_to_it(
    sandbox: GitSandbox, seed: int
) -> None:
    base = Writer(seed, WORDS).record()
    ours = Writer(seed, ["ours", "also ours"]).edited(base)
    theirs = Writer(seed + 1, ["theirs", "also theirs"]).edited(base)
    merged = merged_by_git(sandbox, base, ours, theirs)
    assume(merged is not None)
    assert merged is not None
    assert is_automatic(base, [ours, theirs], merged)
    evil = Writer(seed + 2, ["evil"]).edited(merged)
    if evil["content"] in (ours["content"], theirs["content"]):
        evil["content"] = merged["content"]  # one side's text may be taken as a whole
    assert is_automatic(base, [ours, theirs], evil) == (in_any_order(evil) == in_any_order(merged))


def merged_by_git(
    box: GitSandbox, base: JsonObject, ours: JsonObject, theirs: JsonObject
) -> JsonObject | None:
    """What the files become by ``git merge-file``; None where it finds a conflict."""
    whole = write(base)
    box.write("base", whole)
    box.write("ours", update(whole, ours))
    box.write("theirs", update(whole, theirs))
    merged = box.run("merge-file", "-p", "ours", "base", "theirs", check=False)
    if b"<<<<<<<" in merged:
        return None
    document = read(merged).document
    assert document is not None
    return document.record


def in_any_order(record: JsonObject) -> str:
    """A text that is equal for records that differ in the order of annotations and links alone."""
    bare = deepcopy(record)
    for items in (bare["annotations"], cast("JsonObject", bare["provenance"])["links"]):
        cast("list[JsonValue]", items).sort(key=canonical)
    return canonical(bare)
