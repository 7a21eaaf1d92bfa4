from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.value import JsonObject, loads, same
from sgm_git.workflows.exporters import TEXT_EXPORTERS
from sgm_git.workflows.importers import IMPORTERS, SourceFile
from tests.record.strategies import OBJECTS, TEXTS
from tests.support import untraced

RECORD: JsonObject = {
    "z": Decimal("1.10000000000000000001"),
    "id": "a",
    "x": [1, 1.0, None, {"é": "\ud800"}],
}
records = st.lists(
    st.tuples(TEXTS.filter(bool), OBJECTS), max_size=4, unique_by=lambda pair: pair[0]
).map(lambda pairs: [{**fields, "id": name} for name, fields in pairs])


def _export(name: str, items: list[JsonObject]) -> bytes:
    return b"".join(TEXT_EXPORTERS[name](items))


def test_jsonl_is_one_record_a_line_as_declared() -> None:
    text = '{"z": 1.10000000000000000001, "id": "a", "x": [1, 1.0, null, {"é": "\\ud800"}]}\n'
    assert _export("jsonl", [RECORD, {"id": "b"}]) == text.encode() + b'{"id": "b"}\n'


def test_json_is_one_object_with_the_records() -> None:
    text = _export("json", [RECORD, {"id": "b"}])
    assert same(loads(text), {"records": [RECORD, {"id": "b"}]})
    assert _export("json", []) == b'{"records": []}\n'


@pytest.mark.parametrize("name", sorted(TEXT_EXPORTERS))
@given(items=records)
@untraced
def test_importing_an_export_gives_the_records_back(name: str, items: list[JsonObject]) -> None:
    data = _export(name, items)
    imported = IMPORTERS[name].read([SourceFile(f"export.{name}", data)])
    assert not imported.skipped
    assert same([draft.record for draft in imported.drafts], [*items])


@pytest.mark.parametrize("name", sorted(TEXT_EXPORTERS))
def test_an_export_is_written_as_the_records_come(name: str) -> None:
    items: list[JsonObject] = [{"id": "a"}, {"id": "b"}]
    chunks = TEXT_EXPORTERS[name](iter(items))
    assert b'"a"' in next(chunks)
    assert b'"b"' in next(chunks)
