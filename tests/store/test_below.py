"""No read and no write goes through a link, not even one that comes while they are made."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from sgm_git.store.below import Below, OversizeError
from tests.store.swapping import needs_swapping, swapping

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def top(tmp_path: Path) -> Path:
    (tmp_path / "top/a/b").mkdir(parents=True)
    (tmp_path / "top/a/b/x.md").write_bytes(b"inside")
    (tmp_path / "outside/b").mkdir(parents=True)
    (tmp_path / "outside/b/x.md").write_bytes(b"secret")
    return tmp_path / "top"


def test_what_is_there_is_read_once_it_is_small_enough(top: Path) -> None:
    with Below(top) as tree:
        assert tree.read("a/b/x.md", 6) == b"inside"
        with pytest.raises(OversizeError) as refusal:
            tree.read("a/b/x.md", 5)
        assert refusal.value.size == 6
        assert tree.look("a/b/x.md").st_size == 6


@pytest.mark.parametrize("path", ["a/b/none.md", "a/b", "a/none/x.md"])
def test_what_is_no_file_is_not_there(top: Path, path: str) -> None:
    with Below(top) as tree, pytest.raises(FileNotFoundError) as refusal:
        tree.read(path, 9)
    assert refusal.value.filename == str(top / path)


@pytest.mark.parametrize("path", ["../outside/b/x.md", "a/../a/b/x.md", "a//b/x.md", "/etc/passwd"])
def test_no_path_leads_out(top: Path, path: str) -> None:
    with Below(top) as tree, pytest.raises(OSError, match="Invalid argument"):
        tree.read(path, 9)


def test_files_are_written_replaced_and_removed_with_their_folders(top: Path) -> None:
    with Below(top) as tree:
        tree.create("n/m/.t", b"one", mode=0o640, durable=True)
        tree.rename(".t", "n/m/y.md")
        tree.flush("n/m/y.md")
        assert (top / "n/m/y.md").read_bytes() == b"one"
        with pytest.raises(FileExistsError):
            tree.create("n/m/y.md", b"two", mode=None, durable=False)
        tree.unlink("n/m/y.md")
        tree.unlink("n/m/y.md")
        tree.remove_empty_parents("n/m/y.md")
        assert not (top / "n").exists()
        tree.create("n/m/.t", b"again", mode=None, durable=False)
        assert (top / "n/m/.t").read_bytes() == b"again"


@pytest.mark.parametrize("link", ["a", "a/b", "a/b/x.md"])
def test_nothing_goes_through_a_link_that_is_there(top: Path, link: str) -> None:
    place, outside = top / link, top.parent / "outside"
    place.rename(top / "aside")
    place.symlink_to({"a": outside, "a/b": outside / "b"}.get(link, outside / "b/x.md"))
    with Below(top) as tree:
        for act in (
            lambda: tree.read("a/b/x.md", 9),
            lambda: tree.create("a/b/x.md", b"", mode=None, durable=False),
        ):
            with pytest.raises(OSError, match=r"symbolic|directory|exists"):
                act()
        if link != "a/b/x.md":
            with pytest.raises(OSError, match=r"symbolic|directory"):
                tree.unlink("a/b/x.md")
    assert (outside / "b/x.md").read_bytes() == b"secret"


@needs_swapping
def test_nothing_goes_through_a_link_that_comes_meanwhile(top: Path) -> None:
    outside = top.parent / "outside"
    with swapping(top / "a", outside):
        for number in range(500):
            with Below(top) as tree, suppress(OSError):
                assert tree.read("a/b/x.md", 9) == b"inside"
                tree.create(f"a/b/.t{number}", b"ours", mode=None, durable=False)
                tree.rename(f".t{number}", f"a/b/n{number}.md")
                tree.unlink(f"a/b/n{number}.md")
    with Below(top) as tree:
        assert tree.read("a/b/x.md", 9) == b"inside"
    assert [str(path.relative_to(outside)) for path in outside.rglob("*")] == ["b", "b/x.md"]
    assert (outside / "b/x.md").read_bytes() == b"secret"
