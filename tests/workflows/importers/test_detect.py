from __future__ import annotations

import pytest

from sgm_git.workflows.importers import SourceFile, detect
from tests.workflows.importers.support import source

MADR = "# A\n\n## Decision Outcome\n"
NYGARD = "# A\n\n## Status\n\nAccepted\n"
TYPED = "---\ntype: Metric\n---\n"
SGM = "---\nid: a\ntype: rule\nprovenance: {}\n---\n"


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ([("a.jsonl", "{}")], "jsonl"),
        ([("a.ndjson", "{}"), ("b.jsonl", "")], "jsonl"),
        ([("a.json", "{}")], "json"),
        ([("a.json", "{}"), ("README.md", "# Data")], "json"),
        ([("a.json", "{}"), ("b.md", "# Note")], "markdown"),
        ([("a.md", "# A")], "markdown"),
        ([("a.md", MADR), ("b.md", MADR), ("c.md", NYGARD), ("a.png", "")], "madr"),
        ([("a.md", NYGARD), ("b.md", NYGARD), ("README.md", "# A")], "nygard"),
        ([("a.md", NYGARD), ("b.md", "x"), ("c.md", "y")], "markdown"),
        ([("a.md", TYPED), ("index.md", "# M")], "okf"),
        ([("a.md", TYPED), ("log.md", "# M"), ("README.md", "x"), ("b.md", TYPED)], "okf"),
        ([("a.md", TYPED)], "markdown"),
        ([("a.md", SGM), ("index.md", '---\nokf_version: "0.2"\n---\n')], "okf"),
        ([("a.md", SGM), ("index.md", "# M")], "markdown"),
        ([("a.md", SGM + "## Status\n")], "markdown"),
        ([("a.mdc", "---\nglobs: **/*\n---\n")], "markdown"),
        ([], "markdown"),
    ],
)
def test_a_source_is_told_by_what_most_of_it_looks_like(
    files: list[tuple[str, str]], name: str
) -> None:
    assert detect([source(path, text) for path, text in files]) == name


def test_the_order_of_files_does_not_matter() -> None:
    files = [SourceFile(f"{n:03}.md", (MADR if n % 3 else NYGARD).encode()) for n in range(30)]
    assert detect(files) == detect(files[::-1]) == "madr"
