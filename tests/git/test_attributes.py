"""Attributes without git are those that git names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from tests.git.support import commit

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

PATHS = (
    "a.md",
    "a b.md",
    "dir/a.md",
    "dir/b.txt",
    "dir/sub/a.md",
    "dir/sub/new\nline.md",
    "dir/café.md",
    "[attr]",
    "#x",
)

TABLE = {
    "binary after text": "*.md text eol=lf\n*.md binary\n",
    "text after binary": "*.md binary\n*.md text\n",
    "both in a line": "*.md text binary\n",
    "both in a line, turned": "*.md binary text\n",
    "binary taken back": "*.md text=auto\n*.md binary\n*.md -binary\n",
    "not text": "* text=auto\n*.md -text\n",
    "auto": "*.md text=auto\n",
    "unspecified": "* text\n*.md !text\n",
    "unspecified below a macro": "* binary\n*.md !text\n",
    "macro": "[attr]lines text eol=lf\n*.md lines\n",
    "macro is defined later": "*.md lines\n[attr]lines text eol=lf\n",
    "macro is defined twice": "[attr]lines text\n[attr]lines -text\n*.md lines\n",
    "macro of a macro": "[attr]raw binary eol=lf\n*.md text\n*.md raw\n",
    "macro of itself": "[attr]raw raw -text\n*.md raw\n",
    "macro is not set": "[attr]lines text\n*.md -lines\ndir/* lines=auto\n",
    "macro redefines binary": "[attr]binary text\n*.md binary\n",
    "macro with a bad name": "[attr]-x text\n*.md x\n",
    "macro apart from its name": "[attr] text eol=lf\n",
    "value taken back": "*.md -text=auto eol=crlf\n",
    "bad name drops the line": "*.md text\n*.md -text f@o\n",
    "negative pattern": "*.md text\n!a.md -text\n",
    "quoted": '"a b.md" text\n"dir/caf\\303\\251.md" -text\n',
    "quote without end": '"a b.md text\n',
    "comment and blanks": "# *.md text\n  *.md\ttext \r\n\n",
    "hash by a bracket": "[#]x text\n",
    "byte order mark": "\ufeff*.md text\n",
    "long line": f"*.md text\n*.md -text {'x' * 2050}\n",
    "folders": "dir text\ndir/ eol=lf\n/a.md -text\ndir/* text=auto\n**/sub/** crlf\n",
    "wild": "?.md text\n[!b].md eol=crlf\ndir/**/*.md text=auto\n[ text\n",
    "foreign": "*.md filter=x ident working-tree-encoding=UTF-16 crlf=input\n",
}
DEEPER = {
    "dir/.gitattributes": "[attr]lines -text\n*.md text=auto lines\n/b.txt eol=lf\n",
    "dir/sub/.gitattributes": "*.md !text eol=crlf\n",
}
NAMES = ("text", "crlf", "eol", "filter", "ident", "working-tree-encoding")
DATA = b"a\r\nb\r\n"


def compare(sandbox: GitSandbox) -> None:
    """Hold the engine without git to what the other gives, content by content."""
    with_git, without = (open_repository(sandbox.path, name) for name in ("git", "dulwich"))
    said = sandbox.run("check-attr", "-a", *PATHS).decode()
    for path in PATHS:
        for data in (DATA, b"a\r\nb\n\0"):
            given = [repository.blob_id(data, path) for repository in (without, with_git)]
            assert given[0] == given[1], (path, said)


def stored(sandbox: GitSandbox, repository: Repository) -> None:
    """Hold it to what ``git add`` stores."""
    for path in PATHS:
        sandbox.write(path, DATA)
    sandbox.run("-c", "filter.x.clean=", "add", "--", *PATHS)
    entries = {entry.path: entry.oid for entry in repository.list_index() if entry.path in PATHS}
    assert entries == {path: repository.blob_id(DATA, path) for path in PATHS}


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("case", TABLE)
def test_both_engines_read_them_alike(sandbox: GitSandbox, case: str, *, deep: bool) -> None:
    sandbox.write(".gitattributes", TABLE[case])
    for path, text in DEEPER.items() if deep else ():
        sandbox.write(path, text)
    compare(sandbox)
    if case != "foreign":
        stored(sandbox, open_repository(sandbox.path, "dulwich"))


def test_files_of_user_work_tree_and_repository_go_by_rank(sandbox: GitSandbox) -> None:
    personal = sandbox.write("../personal", "[attr]lines text\n*.md lines\n*.txt lines\n")
    sandbox.run("config", "core.attributesFile", str(personal))
    compare(sandbox)
    sandbox.write(".gitattributes", "[attr]lines -text\ndir/* lines\n")
    compare(sandbox)
    sandbox.write(".git/info/attributes", "[attr]lines text eol=lf\na.md -text\n")
    compare(sandbox)


def test_what_is_missing_in_the_work_tree_is_read_from_the_index(sandbox: GitSandbox) -> None:
    sandbox.write(".gitattributes", "*.md text\n")
    sandbox.write("dir/.gitattributes", "*.md -text\n")
    sandbox.commit()
    sandbox.write(".gitattributes", "*.md -text\n")
    sandbox.write("dir/.gitattributes", "*.md text\n")
    sandbox.run("add", "-A")
    for name in (".gitattributes", "dir/.gitattributes"):
        (sandbox.path / name).unlink()
    compare(sandbox)
    (sandbox.path / ".gitattributes").symlink_to(sandbox.write("elsewhere", "* text\n"))
    compare(sandbox)


def test_a_binary_record_is_committed_as_it_is(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write(".gitattributes", TABLE["binary after text"])
    sandbox.write("memory/a.md", DATA)
    commit(repository, "memory/a.md")
    assert sandbox.run("cat-file", "blob", "HEAD:memory/a.md") == DATA
