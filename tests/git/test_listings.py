"""Lists of trees are asked for once, and never too many are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git.engine import open_repository
from sgm_git.git.listings import Listings
from sgm_git.git.protocol import MODE_FILE, TreeEntry
from sgm_git.git.run import run

if TYPE_CHECKING:
    import pytest

    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


def entries(number: int) -> list[TreeEntry]:
    """So many entries."""
    return [TreeEntry(f"{each}.md", MODE_FILE, "0" * 40) for each in range(number)]


def test_git_is_asked_once(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.write("a/x.md", "x")
    sandbox.write("b.md", "b")
    oid = sandbox.commit()
    repository, asked = open_repository(sandbox.path, "git"), []

    def counted(arguments: list[str], **options: object) -> object:
        asked.append(arguments)
        return run(arguments, **options)  # type: ignore[arg-type]  # passed on as they are

    monkeypatch.setattr("sgm_git.git.command.run", counted)
    found = [repository.list_tree(oid, ("a", "c")), repository.list_tree(oid, ("c/", "a"))]
    assert [[each.path for each in one] for one in found] == [["a/x.md"]] * 2
    assert len(asked) == 1
    assert [each.path for each in repository.list_tree(oid)] == ["a/x.md", "b.md"]
    assert len(asked) == 2


def test_a_list_belongs_to_who_asked_for_it(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("a.md", "x")
    oid = sandbox.commit()
    repository.list_tree(oid).clear()
    assert len(repository.list_tree(oid)) == 1


def test_those_asked_for_last_stay() -> None:
    kept, read = Listings(), []

    def ask(name: str, number: int) -> int:
        def listed() -> list[TreeEntry]:
            read.append(name)
            return entries(number)

        return len(kept.get((name, ()), listed))

    assert [ask("a", 9000), ask("b", 9000), ask("a", 0), ask("c", 9000)] == [9000] * 4
    assert [ask("a", 0), ask("c", 0)] == [9000] * 2
    assert read == ["a", "b", "c"]
    assert ask("b", 9000) == 9000
    assert read == ["a", "b", "c", "b"]
    assert ask("large", 30_000) == 30_000
    assert ask("large", 30_000) == 30_000
    assert read[4:] == ["large", "large"]
