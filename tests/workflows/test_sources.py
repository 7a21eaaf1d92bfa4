"""Which files of a source are read, in which order, and what they are called."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.workflows.sources import Origin, origin_of, read_source
from tests.workflows.support import another

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

BEGAN = 1_299_215_167  # 2011-03-04T05:06:07Z


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "notes"
    for name in ("b.md", "a/z.MD", "a/b/c.markdown", "rules.mdc", "x.json", "y.jsonl", "z.ndjson"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(name)
    for name in ("picture.png", "a.md.bak", ".git/config.md", "a/.draft.md", "Makefile"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(name)
    return place


def test_a_folder_is_read_with_all_that_importers_know(folder: Path) -> None:
    source = read_source(folder)
    assert {file.path: file.data for file in source.files} == {
        name: name.encode()
        for name in (
            *("b.md", "rules.mdc", "x.json", "y.jsonl", "z.ndjson"),
            *("a/b/c.markdown", "a/z.MD"),
        )
    }
    assert (source.name, source.skipped) == ("notes", ())


def test_the_order_is_the_same_everywhere(folder: Path) -> None:
    first = [file.path for file in read_source(folder).files]
    for name in sorted(first, reverse=True):
        data = (folder / name).read_bytes()
        (folder / name).unlink()
        (folder / name).write_bytes(data)
    assert [file.path for file in read_source(folder).files] == first


def test_a_file_is_a_source_of_its_own(folder: Path) -> None:
    source = read_source(folder / "b.md")
    assert (source.name, [file.path for file in source.files]) == ("b.md", ["b.md"])
    assert read_source(folder / "Makefile").files[0].data == b"Makefile"


def test_what_is_neither_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="no such file or folder"):
        read_source(tmp_path / "nowhere")
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(CannotRun, match="no such file or folder"):
        read_source(tmp_path / "dangling")


def test_a_folder_that_cannot_be_listed_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def refusing(place: str) -> Iterator[os.DirEntry[str]]:
        if str(place).endswith("/a"):
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refusing)
    source = read_source(folder)
    assert "b.md" in {file.path for file in source.files}
    assert [(s.source_path, s.reason) for s in source.skipped] == [
        ("a", "cannot be read: Permission denied")
    ]


class TestOrigins:
    """A file has one name, whatever way it is reached."""

    @pytest.fixture
    def source(self, tmp_path: Path) -> GitSandbox:
        box = another(tmp_path / "shop")
        box.write("docs/adr/0001.md", "x")
        box.write("top.md", "x")
        box.commit(date="2011-03-04T05:06:07Z")
        return box

    def test_in_no_repository_by_folder(self, folder: Path, engine: Engine) -> None:
        (folder / ".git/config.md").unlink()
        (folder / ".git").rmdir()
        assert origin_of(folder, None, engine) == Origin("notes/", {})
        assert origin_of(folder / "b.md", None, engine) == Origin("notes/", {})

    def test_in_another_repository_by_its_name(self, source: GitSandbox, engine: Engine) -> None:
        adr = source.path / "docs/adr"
        wanted = Origin("shop/docs/adr/", {"0001.md": BEGAN})
        assert origin_of(adr, None, engine) == wanted
        assert origin_of(adr / "0001.md", source.path / "other", engine) == wanted
        whole = {"docs/adr/0001.md": BEGAN, "top.md": BEGAN}
        assert origin_of(source.path, None, engine) == Origin("shop/", whole)

    def test_in_the_same_repository_by_path(self, source: GitSandbox, engine: Engine) -> None:
        adr = source.path / "docs/adr"
        assert origin_of(adr, source.path, engine) == Origin("docs/adr/", {"0001.md": BEGAN})
        assert origin_of(source.path, source.path, engine).prefix == ""

    def test_through_a_link_to_the_folder(
        self, source: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        (tmp_path / "link").symlink_to(source.path / "docs")
        assert origin_of(tmp_path / "link" / "adr", None, engine).prefix == "shop/docs/adr/"

    def test_where_history_is_cut_it_says_nothing(
        self, source: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        source.commit("later", date="2020-01-01T00:00:00Z")
        url = source.path.as_uri()
        source.run("clone", "-q", "--depth=1", url, str(tmp_path / "cut"))
        assert origin_of(tmp_path / "cut/docs", None, engine) == Origin("cut/docs/", {})

    def test_of_somebody_else_it_says_nothing(
        self, source: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        assert origin_of(source.path / "docs/adr", None, engine) == Origin("adr/", {})

    def test_an_unborn_repository_has_no_times(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write("docs/x.md", "x")
        assert origin_of(sandbox.path / "docs", None, engine) == Origin("repo/docs/", {})
