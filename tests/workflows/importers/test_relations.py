from __future__ import annotations

import pytest

from sgm_git.workflows.importers.linking import Catalogue, file_number
from sgm_git.workflows.importers.relations import Relation, relations

CATALOGUE = Catalogue(
    {
        "0003-old.md": "d3",
        "0011-new.md": "d11",
        "0042-x.md": "d42",
        "sub/0003-other.md": "s3",
        "sub/adr-0007-y.md": "s7",
    }
)


def _found(text: str, path: str = "0001-first.md") -> list[tuple[str, str | None]]:
    return [(r.kind, r.path) for r in relations(text, path, CATALOGUE)]


@pytest.mark.parametrize(
    "text",
    [
        "superseded by [ADR-0042](0042-x.md)",
        'Superseded by [the new one](./0042-x.md#top "title")',
        "Superceded by 0042",
        "superseded by ADR-42.",
        "Superseded by [ADR #0042]",
        "superseded by [ADR-42][1]",
        "superseded by [[0042-x]]",
        "Superseded by: ADR 0042-x.md on 2020-01-02",
        "Superseded by:\n\n* [ADR](0042-renamed.md)",
        "replaced by ADR #42",
        "Superseded by `0042-x`",
        "superseded_by 42",
    ],
)
def test_the_successor_is_found_however_it_is_named(text: str) -> None:
    assert _found(text) == [("superseded_by", "0042-x.md")]


def test_each_relation_has_its_kind() -> None:
    text = "Accepted\n\nSupersedes [3](0003-old.md)\n\nAmends ADR 11, amended by ADR-42"
    assert _found(text) == [
        ("supersedes", "0003-old.md"),
        ("related", "0011-new.md"),
        ("related", "0042-x.md"),
    ]


def test_several_records_may_follow_one_phrase() -> None:
    text = "Superseded by [a](0011-new.md), [b](0042-x.md) and ADR 3. See [c](sub/adr-0007-y.md)"
    assert [path for _, path in _found(text)] == ["0011-new.md", "0042-x.md", "0003-old.md"]


def test_a_part_is_told_from_the_whole() -> None:
    (relation,) = relations("Partly superseded by ADR 3", "0001.md", CATALOGUE)
    assert relation == Relation("superseded_by", "ADR 3", "0003-old.md", partial=True)


def test_what_is_not_among_the_sources_has_no_path() -> None:
    assert _found("superseded by ADR-99") == [("superseded_by", None)]
    assert _found("superseded by [42](https://example.org/0042-x.md)") == [("superseded_by", None)]
    assert _found("superseded by [x](../../etc/passwd)") == [("superseded_by", None)]


def test_dates_and_prose_are_no_records() -> None:
    assert _found("Superseded by popular demand on 2020-01-02") == []
    assert _found("Superseded by 42 better ones") == []
    assert _found("Superseded by 3.11 and the like") == []
    assert _found("Superseded by #42") == []
    assert _found("Superseded by 2020-01-02") == []
    assert _found("Accepted on 2020-01-02") == []


def test_a_number_means_the_record_of_the_same_folder_first() -> None:
    assert _found("supersedes ADR 3", "sub/0009.md") == [("supersedes", "sub/0003-other.md")]
    assert _found("supersedes ADR 7") == [("supersedes", "sub/adr-0007-y.md")]
    assert _found("supersedes ADR 3", "elsewhere/0009.md") == [("supersedes", None)]


@pytest.mark.parametrize(
    ("target", "source", "path"),
    [
        ("0042-x.md", "0001.md", "0042-x.md"),
        ("./a/../0042-x.md?raw=true", "0001.md", "0042-x.md"),
        ("../0042-x.md", "sub/1.md", "0042-x.md"),
        ("/0042-x.md", "sub/1.md", "0042-x.md"),
        ("/adr-0007-y.md", "sub/1.md", "sub/adr-0007-y.md"),
        ("0042%2Dx.md", "0001.md", "0042-x.md"),
        ("../0042-x.md", "0001.md", None),
        ("..\\0042-x.md", "sub/1.md", None),
        ("file:0042-x.md", "0001.md", None),
        ("//host/0042-x.md", "0001.md", None),
        ("#0042-x.md", "0001.md", None),
        ("", "0001.md", None),
    ],
)
def test_links_are_resolved_inside_the_source_only(
    target: str, source: str, path: str | None
) -> None:
    assert CATALOGUE.find(target, source) == path


@pytest.mark.parametrize(
    ("path", "number"),
    [("a/0012-x.md", 12), ("adr-7.md", 7), ("ADR_007.md", 7), ("0000.md", 0), ("x-1.md", None)],
)
def test_a_file_name_begins_with_its_number(path: str, number: int | None) -> None:
    assert file_number(path) == number
