"""SGM records as JSON: one a line, or a text with one or many; they stay exactly as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.value import loads, same
from sgm_git.workflows.importers.drafts import Draft, Imported, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.record.value import JsonValue
    from sgm_git.workflows.importers.drafts import SourceFile

LINES = (".jsonl", ".ndjson")
_MARKDOWN = (".md", ".markdown", ".mdc")
_Found = tuple["JsonValue | Skipped", int | None]


def read_jsonl(sources: Iterable[SourceFile]) -> Imported:
    """Give a record for each line of each file; blank lines are passed over.

    Files that end in ``.json`` are read as ``read_json`` does.
    """
    return _read(sources, _lines)


def read_json(sources: Iterable[SourceFile]) -> Imported:
    """Give the records of each file: one, a list of them, or ``{"records": [...]}``.

    Files that end in ``.jsonl`` or ``.ndjson`` are read as ``read_jsonl`` does.
    """
    return _read(sources, _values)


def _read(
    sources: Iterable[SourceFile], values: Callable[[SourceFile], Iterator[_Found]]
) -> Imported:
    drafts: dict[str, Draft] = {}
    skipped: list[Skipped] = []
    for source in sorted(sources, key=lambda source: source.path):
        for value, line in _values_in(source, values):
            found = value if isinstance(value, Skipped) else _draft(source.path, value, line)
            if isinstance(found, Draft):
                found = _only_once(found, drafts)
            if isinstance(found, Skipped):
                skipped.append(found)
    return Imported(tuple(drafts.values()), tuple(skipped))


def _values_in(
    source: SourceFile, otherwise: Callable[[SourceFile], Iterator[_Found]]
) -> Iterator[_Found]:
    name = source.path.casefold()
    if name.endswith(_MARKDOWN):
        return iter([(Skipped(source.path, "not a JSON file"), None)])
    if name.endswith(LINES):
        return _lines(source)
    return _values(source) if name.endswith(".json") else otherwise(source)


def _lines(source: SourceFile) -> Iterator[_Found]:
    for number, line in enumerate(source.data.split(b"\n"), start=1):
        if line.strip(b" \t\r\xef\xbb\xbf"):
            yield _loaded(source.path, line, number), number


def _values(source: SourceFile) -> Iterator[_Found]:
    value = _loaded(source.path, source.data, None)
    if isinstance(value, dict) and "id" not in value and isinstance(value.get("records"), list):
        value = value["records"]
    for item in value if isinstance(value, list) else [value]:
        yield item, None


def _loaded(path: str, data: bytes, line: int | None) -> JsonValue | Skipped:
    try:
        return loads(data)
    except ValueError as error:
        return Skipped(path, f"not JSON: {error}", line, is_fault=True)


def _draft(path: str, value: JsonValue, line: int | None) -> Draft | Skipped:
    if not isinstance(value, dict):
        return Skipped(path, "no record: not a JSON object", line, is_fault=True)
    record_id = value.get("id")
    if not isinstance(record_id, str) or not record_id:
        return Skipped(path, "no record: it has no id that is a text", line, is_fault=True)
    return Draft(value, path, line)


def _only_once(draft: Draft, drafts: dict[str, Draft]) -> Draft | Skipped:
    record_id = str(draft.record["id"])
    first = drafts.setdefault(record_id, draft)
    if first is draft:
        return draft
    place = first.source_path if first.line is None else f"{first.source_path}:{first.line}"
    is_same = "the same record" if same(first.record, draft.record) else "another record"
    return Skipped(draft.source_path, f'its id "{record_id}" is at {place}: {is_same}', draft.line)
