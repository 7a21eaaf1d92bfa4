"""No input makes an importer raise, hang, or lose the files beside it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.value import dumps
from sgm_git.workflows.importers import IMPORTERS, SourceFile, detect
from tests.support import untraced

NAMES = sorted(IMPORTERS)
PIECES = (
    *("---\n", "title: A\n", "status: accepted\n", "id: x\n", "type: t\n", "globs: **/*\n"),
    *("# 1. T\n", "## Status\n", "Superseded by [2](b.md)\n", "## Decision\n", "because\n", "\n"),
    *("* Date: 2020-01-02\n", "```\n", "<!--", "-->", "[a](../a.md)", "provenance: {}\n", "\r\n"),
    *('{"id": "a"}\n', '{"records": [', "]}", "\ufeff", "\u2028", "date: {a: *b}\n", "- x: y\n"),
)
texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join).map(str.encode)
paths = st.text(max_size=8).map(lambda name: f"{name}.md") | st.sampled_from(["a.md", "b/a.md"])
files = st.builds(SourceFile, paths, st.binary(max_size=200) | texts)


@pytest.mark.parametrize("name", NAMES)
@given(sources=st.lists(files, max_size=5, unique_by=lambda file: file.path))
@untraced
def test_every_file_gives_records_or_a_reason(name: str, sources: list[SourceFile]) -> None:
    imported = IMPORTERS[name].read(sources)
    told = {draft.source_path for draft in imported.drafts}
    told |= {item.source_path for item in imported.skipped}
    silent = [file for file in sources if file.path not in told]
    if name not in {"json", "jsonl"}:
        assert not silent
    ids = [draft.record["id"] for draft in imported.drafts]
    assert len(set(ids)) == len(ids)
    assert all(isinstance(name, str) and name for name in ids)
    assert all(dumps(draft.record) for draft in imported.drafts)
    assert detect(sources) in NAMES


@pytest.mark.parametrize("name", NAMES)
@given(sources=st.lists(files, max_size=4, unique_by=lambda file: file.path))
@untraced
def test_the_same_input_gives_the_same_drafts(name: str, sources: list[SourceFile]) -> None:
    assert IMPORTERS[name].read(sources) == IMPORTERS[name].read(reversed(sources))


@pytest.mark.parametrize(
    "unit",
    [
        *("# ", "because ", "`", "[", "](", "* Status: ", "superseded by ", "supersedes [1]("),
        *("Chosen option: ", ".\n", "\n\n", " ", "1, ", "<!--", "- ", "because\n\n* ", "&*_"),
    ],
)
@pytest.mark.parametrize("head", ["## Status\n\n", "## Decision\n\nbecause", "---\n", "# T\n"])
@untraced
def test_a_megabyte_of_one_thing_is_read_in_seconds(unit: str, head: str) -> None:
    text = head + unit * (500_000 // len(unit))
    start = time.process_time()
    for name in ("madr", "markdown"):
        IMPORTERS[name].read([SourceFile("0001-a.md", text.encode()), SourceFile("2.md", b"x")])
    assert time.process_time() - start < 10
