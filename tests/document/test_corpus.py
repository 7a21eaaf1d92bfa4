"""Real documents from public repositories: read, left alone, changed one value at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import Remove, Set, read, splice, update
from sgm_git.document.changes import applied
from sgm_git.document.node import descend
from sgm_git.record.pointer import walk
from sgm_git.record.value import same
from tests.document.test_read import document
from tests.support import CORPUS, needs_corpus, untraced

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonValue

pytestmark = needs_corpus
WITH_FRONT_MATTER = [
    path for path in sorted(CORPUS.rglob("*.md")) if path.read_bytes().startswith(b"---\n")
]
WITHOUT = [path for path in sorted(CORPUS.rglob("*.md")) if path not in WITH_FRONT_MATTER]
NEW_VALUES: list[JsonValue] = ["a new text: yes", "two\nlines\n", 5, None, {"a": ["b"]}]


def name_of(path: Path) -> str:
    """A document's place in the corpus."""
    return str(path.relative_to(CORPUS))


@pytest.mark.parametrize("path", WITH_FRONT_MATTER, ids=name_of)
def test_every_document_with_front_matter_reads_and_stays_as_it_is(path: Path) -> None:
    data = path.read_bytes()
    record = document(data).record
    assert record
    assert update(data, record) is data


@pytest.mark.parametrize("path", WITHOUT, ids=name_of)
def test_every_other_document_has_no_front_matter_and_no_other_fault(path: Path) -> None:
    reading = read(path.read_bytes())
    assert [fault.code for fault in reading.faults] == ["F101"]


@pytest.mark.parametrize("crlf", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize("path", WITH_FRONT_MATTER, ids=name_of)
@untraced
def test_every_scalar_can_be_changed_alone(path: Path, crlf: bool) -> None:
    data = path.read_bytes().replace(b"\n", b"\r\n") if crlf else path.read_bytes()
    found = document(data)
    for number, (pointer, old) in enumerate(walk(found.record)):
        if isinstance(old, (dict, list)):
            continue
        for value in NEW_VALUES[number % 5 :][:1] if crlf else NEW_VALUES:
            change = Set(pointer, value)
            after = splice(data, [change])
            assert same(document(after).record, applied(found.record, change))
            if pointer == ("content",):
                continue
            key, node = list(descend(found.root, pointer))[-1]
            line = found.text.rfind("\n", 0, (key or node).start) + 1
            rest = found.text[found.text.find("\n", node.end) - crlf :]
            assert after.decode().startswith(found.text[:line])
            assert after.decode().endswith(rest)


@pytest.mark.parametrize("path", WITH_FRONT_MATTER, ids=name_of)
def test_every_value_can_be_removed_alone(path: Path) -> None:
    data = path.read_bytes()
    record = document(data).record
    for pointer, _ in walk(record):
        if pointer:
            after = document(splice(data, [Remove(pointer)])).record
            assert same(after, applied(record, Remove(pointer)))
