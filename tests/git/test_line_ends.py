"""Blobs are what ``git add`` would make of a file, also without git."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.eol import Conversion, seems_binary, to_blob
from tests.git.support import commit

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

CONTENTS = (
    b"a\r\nb\r\n",
    b"a\r\nb\n",
    b"a\rb\r\n",
    b"a\r\r\nb",
    b"\0a\r\n",
    b"a\r\n\x1a",
    b"\x01\r\n",
    b"\x01" + b"x" * 200 + b"\r\n",
    b"",
    b"\r\n",
    b"\r",
)
ATTRIBUTES = (
    "",
    "* text=auto",
    "* text",
    "* -text",
    "* eol=lf",
    "* eol=crlf",
    "* text=auto eol=lf",
    "* binary",
    "* -crlf",
    "* crlf=input",
    "memory/** text eol=lf\nother text=auto",
)


@pytest.mark.parametrize(
    ("attributes", "autocrlf"), list(product(ATTRIBUTES, ["false", "true", "input"]))
)
def test_both_engines_store_what_git_stores(
    sandbox: GitSandbox, repository: Repository, attributes: str, autocrlf: str
) -> None:
    sandbox.write(".gitattributes", attributes)
    sandbox.run("config", "core.autocrlf", autocrlf)
    paths = [f"memory/{number}" for number in range(len(CONTENTS))]
    for path, data in zip(paths, CONTENTS, strict=True):
        sandbox.write(path, data)
    sandbox.run("add", *paths)
    stored = {entry.path: entry.oid for entry in repository.list_index(["memory"])}
    for path, data in zip(paths, CONTENTS, strict=True):
        assert repository.blob_id(data, path) == stored[path], data
    assert not any(state.changed_in_work_tree for state in repository.states(paths).values())
    sandbox.run("read-tree", "--empty")
    commit(repository, *paths)
    assert {entry.path: entry.oid for entry in repository.list_index(["memory"])} == stored
    assert sandbox.run("status", "--porcelain", "--", "memory") == b""


def test_names_are_read_as_they_are(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write(".gitattributes", "memory/** text eol=lf\n")
    converted = repository.blob_id(b"a\r\n", "memory/new line\n.md")
    assert converted == repository.blob_id(b"a\n")
    assert repository.blob_id(b"a\r\n", "-other") == repository.blob_id(b"a\r\n")
    assert repository.blob_id(b"a\r\n") != converted


def test_a_crlf_checkout_shows_no_false_change(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("memory/a", b"a\nb\n")
    sandbox.commit()
    sandbox.run("config", "core.autocrlf", "true")
    (sandbox.path / "memory/a").unlink()
    sandbox.run("checkout", "-q", "--", "memory/a")
    assert (sandbox.path / "memory/a").read_bytes() == b"a\r\nb\r\n"
    assert not repository.states(["memory/a"])["memory/a"].differs_from_head
    (sandbox.path / "memory/a").write_bytes(b"a\r\nb\r\nc\r\n")
    commit(repository, "memory/a")
    assert sandbox.run("cat-file", "blob", "HEAD:memory/a") == b"a\nb\nc\n"
    assert sandbox.status() == ""


def test_what_was_stored_with_crlf_stays_so_under_autocrlf(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write("memory/a", b"a\r\n")
    sandbox.commit()
    sandbox.run("config", "core.autocrlf", "input")
    sandbox.write("memory/a", b"a\r\nb\r\n")
    commit(repository, "memory/a")
    assert sandbox.run("cat-file", "blob", "HEAD:memory/a") == b"a\r\nb\r\n"


def test_attributes_of_folders_and_of_the_user_count(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write("deep/.gitattributes", "*.md -text\n")
    sandbox.write(".git/info/attributes", "forced text\n")
    personal = sandbox.write("../personal", "*.md text\n")
    sandbox.run("config", "core.attributesFile", str(personal))
    lf, crlf = repository.blob_id(b"a\n"), repository.blob_id(b"a\r\n")
    assert repository.blob_id(b"a\r\n", "x.md") == lf
    assert repository.blob_id(b"a\r\n", "deep/x.md") == crlf
    assert repository.blob_id(b"a\r\n", "forced") == lf
    assert repository.blob_id(b"a\r\n", "other") == crlf


@pytest.mark.parametrize(
    ("attribute", "said"),
    [
        ("filter=up", "filter 'up'"),
        ("working-tree-encoding=UTF-16", "encoding"),
        ("ident", "ident"),
    ],
)
def test_what_only_git_can_convert_is_refused_without_git(
    sandbox: GitSandbox, attribute: str, said: str
) -> None:
    sandbox.run("config", "filter.up.clean", "tr a-z A-Z")
    sandbox.write(".gitattributes", f"memory/* {attribute}\n")
    sandbox.write("memory/a", "$Id$")
    without = open_repository(sandbox.path, "dulwich")
    with pytest.raises(CannotRun, match=said):
        commit(without, "memory/a")
    assert without.head().oid is None
    assert sandbox.status().count("?") == 2


@pytest.mark.parametrize("attribute", ["filter=up", "working-tree-encoding=UTF-16", "ident"])
def test_what_only_git_can_convert_is_read_as_it_is(
    sandbox: GitSandbox, repository: Repository, attribute: str
) -> None:
    data = b"$Id: 1 $\r\n"
    sandbox.write("memory/a", data)
    sandbox.write("memory/b", b"b\r\n")
    sandbox.run("add", "memory")
    sandbox.run("config", "filter.up.clean", "tr a-z A-Z")
    sandbox.write(".gitattributes", f"* text\nmemory/a {attribute}\n")
    assert repository.blob_id(data, "memory/a") == repository.blob_id(data)
    assert repository.blob_id(b"b\r\n", "memory/b") == repository.blob_id(b"b\n")
    states = repository.states(["memory/a", "memory/b"])
    assert not states["memory/a"].changed_in_work_tree
    assert states["memory/b"].changed_in_work_tree
    sandbox.write("memory/a", b"$Id: 2 $\r\n")
    assert repository.states(["memory/a"])["memory/a"].changed_in_work_tree


def test_in_a_conflict_our_side_says_how_lines_ended(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.run("config", "core.autocrlf", "true")
    crlf, lf = (
        sandbox.run("hash-object", "-w", "--stdin", stdin=data).decode().strip()
        for data in (b"a\r\n", b"a\n")
    )
    rows = (f"100644 {oid} {stage}\ta\n" for oid, stage in ((lf, 1), (crlf, 2), (lf, 3)))
    sandbox.run("update-index", "--index-info", stdin="".join(rows).encode())
    assert repository.blob_id(b"b\r\n", "a") == repository.blob_id(b"b\r\n")


def test_the_filters_of_git_are_applied_with_git(sandbox: GitSandbox) -> None:
    sandbox.run("config", "filter.up.clean", "tr a-z A-Z")
    sandbox.write(".gitattributes", "memory/* filter=up\n")
    sandbox.write("memory/a", "text")
    commit(open_repository(sandbox.path, "git"), "memory/a")
    assert sandbox.run("cat-file", "blob", "HEAD:memory/a") == b"TEXT"


def test_a_filter_that_is_not_configured_does_nothing(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write(".gitattributes", "memory/* filter=unknown\n")
    sandbox.write("memory/a", "text")
    commit(repository, "memory/a")
    assert sandbox.run("cat-file", "blob", "HEAD:memory/a") == b"text"


@settings(max_examples=300)
@given(st.lists(st.sampled_from([b"a", b"\r\n", b"\n", b"\r", b"\0", b"\x01"])).map(b"".join))
def test_conversion_takes_away_nothing_but_cr_before_lf(data: bytes) -> None:
    for how in Conversion:
        stored = to_blob(data, how, lambda: None)
        assert stored in {data, data.replace(b"\r\n", b"\n")}
        if how is Conversion.NONE or (how is Conversion.AUTO and seems_binary(data)):
            assert stored == data
