"""A repository may be asked to keep to its configuration as it is, for as long as one looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


def test_it_does_not_notice_what_is_configured_later(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.run("config", "sgm.agent", "one")
    steady = repository.steady()
    sandbox.run("config", "sgm.agent", "two")
    sandbox.run("remote", "add", "origin", "somewhere")
    assert steady.config("sgm.agent") == steady.steady().config("sgm.agent") == "one"
    assert not steady.has_remote()
    assert repository.config("sgm.agent") == "two"
    assert repository.has_remote()


def test_everything_else_is_as_it_is_now(sandbox: GitSandbox, repository: Repository) -> None:
    steady = repository.steady()
    assert steady == repository
    sandbox.write("memory/a.md", "1")
    assert steady.changed_paths() == ["memory/a.md"]
    assert steady.head().oid is None
    assert sandbox.commit() == steady.head().oid
    assert steady.changed_paths() == []
