from __future__ import annotations

import pytest

from sgm_git.workflows.importers.documents import MarkdownDocument, read_document, read_documents
from sgm_git.workflows.importers.drafts import Skipped
from sgm_git.workflows.importers.lenient import VERBATIM, read_lines
from tests.workflows.importers.support import source


def _read(data: str | bytes) -> MarkdownDocument:
    found = read_document(source("a.md", data))
    assert isinstance(found, MarkdownDocument)
    return found


def _skipped(data: str | bytes) -> str:
    found = read_document(source("a.md", data))
    assert isinstance(found, Skipped)
    return found.reason


def test_front_matter_and_body_are_told_apart() -> None:
    found = _read("---\nn: 1.50\nwhen: 2020-01-01\n---\n\n# T\n\nx\n")
    assert found.fields == {"n": 1.5, "when": "2020-01-01"}
    assert found.body == "# T\n\nx"
    assert not found.notes


@pytest.mark.parametrize(
    ("data", "body"),
    [
        ("# T\n\nx\n", "# T\n\nx"),
        ("# T\r\n\r\nx\r\n", "# T\n\nx"),
        ("\ufeff# T", "# T"),
        ("\n\n# T\n\n\n", "\n\n# T\n\n"),
        ("# T\n\nx\r\n", "# T\n\nx\r\n"),
        ("---js\n1\n---\n", "---js\n1\n---"),
    ],
)
def test_without_front_matter_all_of_the_text_is_the_body(data: str, body: str) -> None:
    assert _read(data) == MarkdownDocument("a.md", {}, body)


def test_an_empty_file_has_no_body() -> None:
    assert _read("").body is None
    assert _read("---\na: 1\n---\n").body is None


def test_front_matter_that_is_never_closed_is_text() -> None:
    found = _read("---\n\nAfter the rule.\n")
    assert found.body == "---\n\nAfter the rule."
    assert "not closed" in found.notes[0]


def test_front_matter_that_is_not_yaml_is_read_line_by_line_and_said_so() -> None:
    block = 'description: "Rules: all"\nglobs: **/*\nalwaysApply: true\n'
    found = _read(f"---\n{block}---\n\nUse tabs.\n")
    assert found.fields == {
        "description": "Rules: all",
        "globs": "**/*",
        "alwaysApply": "true",
        VERBATIM: block,
    }
    assert found.body == "Use tabs."
    assert "line by line" in found.notes[0]
    assert "line 3" in found.notes[0]


def test_a_repeated_key_is_kept_in_the_verbatim_block() -> None:
    found = _read("---\ntitle: A\ntitle: B\n---\n")
    assert found.fields == {"title": "A", VERBATIM: "title: A\ntitle: B\n"}


def test_code_tags_are_text() -> None:
    found = _read("---\ntitle: !!python/object/apply:os.system ['touch x']\n---\n")
    assert found.fields["title"] == "!!python/object/apply:os.system ['touch x']"


def test_line_by_line_keeps_what_follows_a_key() -> None:
    block = (
        "# c\nkey one: 'a'\nlist:\n  - x\n  - y: z\nurl: http://e\n- loose: 1\nbad\n:x\n'q': \"d'\n"
    )
    fields = read_lines(block)
    assert fields.pop(VERBATIM) == block
    assert fields == {
        "key one": "a",
        "list": "- x\n- y: z",
        "url": "http://e\n- loose: 1\nbad\n:x",
        "'q'": "\"d'",
    }


def test_an_sgm_record_with_broken_yaml_is_not_guessed_at() -> None:
    data = "---\nid: a\ntype: rule\ntitle: Release: the plan\nprovenance: {agent: x}\n---\n"
    assert "line 4" in _skipped(data)


def test_content_in_front_matter_does_not_hide_the_body() -> None:
    found = _read("---\ncontent: meta\n---\nbody\n")
    assert (found.fields, found.body) == ({"content": "meta"}, "body")
    assert _read("---\ncontent: meta\n---\n").body == "meta"
    assert _read("---\ncontent: [1]\n---\n").fields == {"content": [1]}
    assert "F111" in _skipped("---\ntype: rule\nprovenance: {}\ncontent: a\n---\nb\n")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"# T\n\0", "NUL"),
        (b"# T\n\xff", "UTF-8"),
        ("---\na: b\n---\n" + "x" * 2**20, "over the limit"),
        ("---\na: " + "b" * 2**18 + "\n---\n", "F107"),
        ("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "conflict"),
        ("---\na: 1\n---\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "conflict"),
    ],
)
def test_what_is_no_document_is_skipped_with_a_reason(data: str | bytes, words: str) -> None:
    assert words in _skipped(data)


def test_an_alias_bomb_is_refused() -> None:
    lines = ["a0: &a0 [z,z,z,z,z,z,z,z,z]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    assert "F107" in _skipped("---\n" + "\n".join(lines) + "\n---\n")


def test_only_markdown_that_is_not_hidden_or_ignored_is_read() -> None:
    paths = ["b.md", "a.mdc", "x.png", ".git/a.md", "d/.a.md", "README.md", "d/_x.md", "C.MD"]
    documents, skipped = read_documents([source(p, "x") for p in paths], ("README.md", "_*.md"))
    assert [document.path for document in documents] == ["C.MD", "a.mdc", "b.md"]
    assert {item.source_path: item.reason.split(":")[0] for item in skipped} == {
        ".git/a.md": "hidden",
        "README.md": "holds no record",
        "d/.a.md": "hidden",
        "d/_x.md": "holds no record",
        "x.png": "not a Markdown file",
    }
