"""Laws of merges of documents, held against the merge of their records."""

from __future__ import annotations

from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.document.merging import Marks, MergedDocument, merge_documents
from sgm_git.document.read import read
from sgm_git.document.splice import update
from sgm_git.document.write import write
from sgm_git.record.automatic import is_automatic
from sgm_git.record.merge import merge, resolved
from sgm_git.record.value import normal, same
from tests.document.typed import DOCUMENTS
from tests.record.strategies import RECORDS
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.merge import Merged
    from sgm_git.record.value import JsonObject

SIZE = 11  # of markers that nothing here looks like


class Part(NamedTuple):
    """Lines as ours and as theirs has them."""

    ours: list[str]
    theirs: list[str]
    is_open: bool = True


TYPED = st.sampled_from([*DOCUMENTS.values()]).map(str.encode)


@st.composite
def forks(draw: st.DrawFn) -> tuple[bytes, bytes, bytes]:
    """A document and two edits of it, as people type it or as this program writes it."""
    if draw(st.booleans()):
        base = write(draw(RECORDS))
        return base, update(base, draw(RECORDS)), update(base, draw(RECORDS))
    base = draw(TYPED)
    record = record_of(base)
    names = st.sampled_from([*record, "x_new"])
    fields = st.dictionaries(names, RECORDS.map(lambda each: each.get("title", each)), max_size=3)
    ours, theirs = (update(base, {**record, **draw(fields)}) for _ in range(2))
    return base, ours, theirs


def record_of(data: bytes) -> JsonObject:
    """The record of a document without faults."""
    reading = read(data)
    assert reading.document is not None
    assert reading.faults == ()
    return reading.document.record


def merged_of(base: bytes | None, ours: bytes, theirs: bytes) -> tuple[MergedDocument, Merged]:
    """What the documents become, and what their records do."""
    document = merge_documents(base, ours, theirs, Marks(SIZE))
    assert document is not None
    before = None if base is None else record_of(base)
    return document, merge(before, record_of(ours), record_of(theirs))


@given(forks())
def test_without_conflicts_the_document_reads_as_the_merged_record(
    fork: tuple[bytes, bytes, bytes],
) -> None:
    base, ours, theirs = fork
    document, merged = merged_of(base, ours, theirs)
    other, _ = merged_of(base, theirs, ours)
    assert len(document.conflicts) == len(merged.conflicts) == len(other.conflicts)
    assume(not merged.conflicts)
    record = record_of(document.data)
    assert same(record, normal(merged.value))
    assert same(record, record_of(other.data))
    assert is_automatic(record_of(base), [record_of(ours), record_of(theirs)], record)


@given(forks())
def test_a_change_of_one_side_is_taken_byte_for_byte(fork: tuple[bytes, bytes, bytes]) -> None:
    base, changed, _ = fork
    for sides in ((base, changed), (changed, base), (changed, changed)):
        assert merge_documents(base, *sides) == MergedDocument(changed)


@untraced
@given(forks(), st.sampled_from([1, 1, 0]))
def test_every_choice_reads_and_gives_what_was_chosen(
    fork: tuple[bytes, bytes, bytes], bases: int
) -> None:
    base, ours, theirs = fork
    document, merged = merged_of(base if bases else None, ours, theirs)
    assume(merged.conflicts)
    assert [fault.code for fault in read(document.data).faults] == ["F106"]
    parts = parts_of(document.data.decode())
    count = sum(part.is_open for part in parts)
    assert count > 0
    records = {picks: record_of(settled(parts, picks)) for picks in product((0, 1), repeat=count)}
    for picks, states in ((0, "ours"), (1, "theirs")):
        wanted = resolved(merged, [getattr(each, states) for each in merged.conflicts])
        assert same(records[(picks,) * count], normal(wanted))
    possible = [without_content(each) for each in resolutions(merged)]
    for record in records.values():
        assert any(same(without_content(record), each) for each in possible)


@untraced
@given(forks())
def test_one_conflict_that_is_forgotten_is_found(fork: tuple[bytes, bytes, bytes]) -> None:
    document, merged = merged_of(*fork)
    assume(merged.conflicts)
    parts = parts_of(document.data.decode())
    places = [place for place, part in enumerate(parts) if part.is_open]
    for place, pick in product(places, (0, 1)):
        ours, theirs, _ = parts[place]
        marked = ["<<<<<<< a\n", *ours, "=======\n", *theirs, ">>>>>>> b\n"]
        left = [*parts[:place], Part(marked, marked), *parts[place + 1 :]]
        faults = read(settled(left, [pick] * len(places))).faults
        assert [fault.code for fault in faults] == ["F106"]


def parts_of(text: str) -> list[Part]:
    """The lines of a text with markers, those between markers by sides."""
    signs = {sign * SIZE: sign for sign in "<=>"}
    parts: list[Part] = []
    seen = ""
    for line in (each + "\n" for each in text.removesuffix("\n").split("\n")):
        sign = signs.get("".join(line.split()[:1]), "")
        if sign == "<":
            parts.append(Part([], []))
        elif not sign and seen == "<":
            parts[-1].ours.append(line)
        elif not sign and seen == "=":
            parts[-1].theirs.append(line)
        elif not sign:
            parts.append(Part([line], [line], is_open=False))
        seen = sign or seen
    return parts


def settled(parts: Sequence[Part], picks: Sequence[int]) -> bytes:
    """The document with one side's lines of each conflict."""
    picked = iter(picks)
    lines = ((part.ours, part.theirs)[part.is_open and next(picked)] for part in parts)
    return "".join(chain.from_iterable(lines)).encode()


def resolutions(merged: Merged) -> Iterator[JsonObject]:
    """Every record that choosing in each of the conflicts gives."""
    for states in product(*((each.ours, each.theirs) for each in merged.conflicts)):
        yield resolved(merged, states)


def without_content(record: JsonObject) -> JsonObject:
    """The record but for the text, whose lines are chosen hunk by hunk."""
    return {name: value for name, value in record.items() if name != "content"}
