"""Without git the same files are ignored as with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.git.engine import open_repository
from tests.support import GitSandbox

if TYPE_CHECKING:
    import pytest

NAMES = st.sampled_from(["a", "b", "c", "a.md", "x.md", "!x", "b c"])
PATHS = st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), max_size=20)
RULES = r"""
*.md a a/ /a a/b a/* !a/b **/b a/** b/**/c * !*/ !*.md /b/ ? [ab] \!x #c a/b/ !a/ */c a/**/ !/a/b/c
"""
PATTERNS = st.lists(st.sampled_from(RULES.split()), min_size=1, max_size=4)


@settings(max_examples=25)
@given(paths=PATHS, patterns=PATTERNS, inner=PATTERNS)
def test_both_engines_list_the_same_files(
    tmp_path_factory: pytest.TempPathFactory,
    paths: list[str],
    patterns: list[str],
    inner: list[str],
) -> None:
    box = GitSandbox(tmp_path_factory.mktemp("ignore"))
    box.run("init", "-q")
    for path in paths:
        target = box.path / path
        if not target.is_dir() and not any(parent.is_file() for parent in target.parents):
            box.write(path, "x")
    box.write(".gitignore", "\n".join(patterns))
    if (box.path / "a").is_dir():
        box.write("a/.gitignore", "\n".join(inner))
    with_git = open_repository(box.path, "git").list_files()
    assert open_repository(box.path, "dulwich").list_files() == with_git
