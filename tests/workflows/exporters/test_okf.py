from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.document.read import read
from sgm_git.document.write import write
from sgm_git.record.value import JsonObject, same
from sgm_git.workflows.exporters import StoredDocument, okf_bundle
from sgm_git.workflows.importers import IMPORTERS, SourceFile, detect
from tests.record.strategies import OBJECTS, TEXTS
from tests.support import CORPUS, needs_corpus
from tests.workflows.importers.support import folder

SGM = "---\nid: {id}\ntype: {type}\n{more}provenance: {{agent: a}}  # typed\n---\n\n{body}\n"


def _stored(path: str, text: str) -> StoredDocument:
    data = text.encode()
    document = read(data).document
    assert document is not None
    return StoredDocument(path, data, document.record)


def _sgm(
    path: str, name: str, kind: str = "rule", more: str = "", body: str = "x"
) -> StoredDocument:
    return _stored(path, SGM.format(id=name, type=kind, more=more, body=body))


def _back(files: dict[str, bytes]) -> list[SourceFile]:
    return [SourceFile(path, data) for path, data in files.items()]


def test_documents_go_out_byte_for_byte() -> None:
    document = _sgm("rule/a.md", "a")
    bundle = okf_bundle([document])
    assert bundle.files["rule/a.md"] == document.data
    assert not bundle.problems


def test_every_folder_has_an_index_by_type() -> None:
    documents = [
        _sgm("a/b/x.md", "x", "Big Table", "title: The X\ndescription: All of X.\n"),
        _sgm("a/y.md", "y", "rule", "title: The Y\n"),
        _sgm("a/z.md", "z", "fact"),
    ]
    files = okf_bundle(documents).files
    assert files["index.md"].decode() == (
        '---\nokf_version: "0.2"\n---\n\n# Subdirectories\n\n* [a](a/index.md)\n'
    )
    assert files["a/index.md"].decode() == (
        "# Subdirectories\n\n* [b](b/index.md)\n\n"
        "# fact\n\n* [z.md](z.md)\n\n# rule\n\n* [The Y](y.md)\n"
    )
    assert files["a/b/index.md"].decode() == "# Big Table\n\n* [The X](x.md) - All of X.\n"
    assert list(files) == sorted(files)


def test_an_empty_store_is_an_empty_bundle() -> None:
    assert okf_bundle([]).files == {"index.md": b'---\nokf_version: "0.2"\n---\n\n'}


def test_no_text_of_a_record_breaks_out_of_its_line() -> None:
    more = 'title: "x](/evil)\\n# H\\e[2J <b>"\ndescription: "a\\n\\n* [y](z)"\n'
    index = okf_bundle([_sgm("a (1) #.md", "a", more=more)]).files["index.md"].decode()
    assert index.splitlines()[-1] == (
        "* [x\\](/evil) # H \\[2J \\<b\\>](a%20%281%29%20%23.md) - a * \\[y\\](z)"
    )


def test_a_record_without_a_type_is_a_problem_of_the_bundle() -> None:
    bundle = okf_bundle([_stored("a.md", "---\nid: a\n---\n"), _sgm("b.md", "b")])
    assert bundle.problems == ("a.md has no type, which OKF requires",)
    assert sorted(bundle.files) == ["a.md", "b.md", "index.md"]


def test_importing_a_bundle_gives_the_records_back() -> None:
    documents = [
        _sgm(
            "rule/a.md", "a", more="title: T\nn: 1.10\nstatus: s\naliases: [o]\n", body="[b](b.md)"
        ),
        _sgm("rule/b.md", "b", more="x: {y: [1, null]}\n", body="# H\n\n\n"),
        _sgm("Big Table/c.md", "c", "Big Table", "annotations: [{kind: k, w: 1}]\n"),
        _sgm("rule/readme.md", "readme"),
    ]
    sources = _back(okf_bundle(documents).files)
    assert detect(sources) == "okf"
    imported = IMPORTERS["okf"].read(sources)
    expected = {document.path: document.record for document in documents}
    assert {draft.source_path: draft.record for draft in imported.drafts} == expected
    assert {item.source_path.rpartition("/")[2] for item in imported.skipped} == {"index.md"}


def _bundled(records: list[JsonObject]) -> list[SourceFile]:
    """The files of a bundle of records, as the store would have written them."""
    documents = [
        StoredDocument(f"type/{number}.md", write(record), record)
        for number, record in enumerate(records)
    ]
    return _back(okf_bundle(documents).files)


def _same_by_id(sources: list[SourceFile], records: list[JsonObject]) -> bool:
    drafts = IMPORTERS["okf"].read(sources).drafts
    found: JsonObject = {str(draft.record["id"]): draft.record for draft in drafts}
    return same(found, {str(record["id"]): record for record in records})


@given(
    names=st.lists(TEXTS.filter(bool), max_size=3, unique=True),
    kind=TEXTS.filter(str.strip),
    fields=OBJECTS,
    provenance=OBJECTS,
)
def test_any_record_with_provenance_comes_back(
    names: list[str], kind: str, fields: JsonObject, provenance: JsonObject
) -> None:
    records = [{**fields, "id": name, "type": kind, "provenance": provenance} for name in names]
    assert _same_by_id(_bundled(records), records)


@needs_corpus
@pytest.mark.parametrize("name", ["madr", "nygard", "okf"])
def test_what_was_imported_goes_out_and_comes_back(name: str) -> None:
    drafts = IMPORTERS[name].read(folder(CORPUS / name)).drafts
    records: list[JsonObject] = [{"provenance": {}, **draft.record} for draft in drafts]
    assert len(records) == {"madr": 19, "nygard": 38, "okf": 18}[name]
    assert _same_by_id(_bundled(records), records)


@needs_corpus
def test_the_index_of_a_real_bundle_lists_what_its_own_lists() -> None:
    root = CORPUS / "okf" / "acme_retail"
    paths = [path for path in root.rglob("*.md") if path.name not in {"index.md", "log.md"}]
    documents = [
        _stored(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
        for path in paths
    ]
    index = okf_bundle(documents).files["metrics/index.md"].decode()
    for name in ("revenue.md", "gross-margin.md", "gross-margin-legacy.md"):
        assert f"]({name})" in index
        assert f"]({name})" in (root / "metrics" / "index.md").read_text(encoding="utf-8")
