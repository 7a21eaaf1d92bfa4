from __future__ import annotations

from decimal import Decimal

from sgm_git.record.value import same
from tests.workflows.importers.support import only, reason, result, source


def test_each_line_is_a_record_exactly_as_it_is() -> None:
    text = '\ufeff{"id":"a","n":1.10,"big":1e400,"z":-0.0,"x":{"k":[null,true]}}\r\n\n{"id":"b"}'
    imported = result("jsonl", [source("r.jsonl", text)])
    first, second = imported.drafts
    assert same([*first.record.values()], ["a", 1.1, Decimal("1e400"), -0.0, {"k": [None, True]}])
    assert (first.line, second.line) == (1, 3)
    assert second.record == {"id": "b"}
    assert not imported.skipped


def test_one_bad_line_hides_no_other() -> None:
    lines = [
        b'{"id":"a"}',
        b"{",
        b"[1]",
        b'{"id":5}',
        b'{"id":""}',
        b'{"id":"\xff"}',
        b'{"id":"b"}',
    ]
    imported = result("jsonl", [source("r.jsonl", b"\n".join(lines))])
    assert [draft.line for draft in imported.drafts] == [1, 7]
    assert [item.line for item in imported.skipped] == [2, 3, 4, 5, 6]
    assert "1:2" in imported.skipped[0].reason


def test_a_line_separator_inside_a_text_ends_no_line() -> None:
    assert only("jsonl", '{"id":"a","title":"x\u2028y"}', "r.jsonl").record["title"] == "x\u2028y"


def test_an_id_that_stands_twice_is_taken_once_and_said_so() -> None:
    text = '{"id":"a","n":1}\n{"id":"a","n":1}\n{"id":"a","n":1.0}\n'
    imported = result("jsonl", [source("r.jsonl", text)])
    assert [draft.line for draft in imported.drafts] == [1]
    assert [item.line for item in imported.skipped] == [2, 3]
    assert "r.jsonl:1: the same record" in imported.skipped[0].reason
    assert "r.jsonl:1: another record" in imported.skipped[1].reason


def test_json_is_one_record_or_a_list_or_an_export() -> None:
    assert only("json", '{"id": "a", "records": []}', "r.json").record == {"id": "a", "records": []}
    for text in ('[{"id": "a"}, 5, {"id": "b"}]', '{"records": [{"id": "a"}, 5, {"id": "b"}]}'):
        imported = result("json", [source("r.json", text)])
        assert [draft.record["id"] for draft in imported.drafts] == ["a", "b"]
        assert [item.reason for item in imported.skipped] == ["no record: not a JSON object"]


def test_other_json_is_skipped_with_a_reason() -> None:
    assert "no id" in reason("json", '{"name": "package"}', "a.json")
    assert "not JSON: 1:1" in reason("json", "nope", "a.json")
    assert "stands twice" in reason("json", '{"id": "a", "id": "b"}', "a.json")
    assert "nested too deeply" in reason("json", "[" * 100_000, "a.json")
    assert reason("jsonl", '{"id": "a"}', "README.md") == "not a JSON file"


def test_a_files_name_says_how_its_json_stands_in_it() -> None:
    files = [source("a.json", '{\n"id": "a"}'), source("b.ndjson", '{"id": "b"}\n{"id": "c"}')]
    for name in ("json", "jsonl"):
        assert [draft.record["id"] for draft in result(name, files).drafts] == ["a", "b", "c"]
    assert only("jsonl", '{"id": "a"}\n', "export.txt").line == 1
    assert only("json", '{"id": "a"}\n', "export.txt").line is None
