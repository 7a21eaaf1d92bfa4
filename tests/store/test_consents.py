"""Consents that wait for a commit: about one blob, and over with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.record.consent import Consent
from sgm_git.store.consents import forget_used, remember, remembered
from sgm_git.store.writing import Writing
from sgm_git.workflows.check import check
from tests.store.support import BASE, NOW, ada, open_store

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
_ONE, _TWO = Consent("a", "/x"), Consent("ä b", "/annotations/kind=y", "root")


@pytest.fixture
def repository(sandbox: GitSandbox) -> Repository:
    """One with a commit."""
    sandbox.write(PATH, BASE)
    sandbox.commit()
    return open_store(sandbox.path).repository


def test_what_is_remembered_is_found_by_its_blob(repository: Repository) -> None:
    assert remembered(repository) == {}
    remember(repository, [("1" * 40, _ONE), ("2" * 40, _TWO)], {"1" * 40, "2" * 40})
    remember(repository, [("1" * 40, _ONE)], {"1" * 40, "2" * 40})
    assert remembered(repository) == {"1" * 40: [_ONE], "2" * 40: [_TWO]}


def test_what_is_committed_is_forgotten(repository: Repository) -> None:
    remember(repository, [("1" * 40, _ONE)], {"1" * 40})
    remember(repository, [("2" * 40, _TWO)], {"2" * 40})
    assert remembered(repository) == {"2" * 40: [_TWO]}


def test_what_is_used_up_is_forgotten_and_what_is_not_stays(
    sandbox: GitSandbox, repository: Repository
) -> None:
    place = repository.git_dir / "sgm" / "consents"
    blob = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    remember(repository, [(blob, _ONE), ("2" * 40, _TWO)], {blob, "2" * 40})
    text = place.read_text()
    sandbox.write(PATH, BASE + b"less\n")
    forget_used(repository)
    assert place.read_text() == text
    sandbox.write(PATH, BASE + b"more\n")
    sandbox.commit()
    forget_used(repository)
    assert remembered(repository) == {"2" * 40: [_TWO]}
    assert len(place.read_text().splitlines()) == 1


@pytest.mark.parametrize("how", ["staged", "removed", "moved"])
def test_what_waits_for_a_change_is_forgotten_where_that_was_taken_back(
    sandbox: GitSandbox, repository: Repository, how: str
) -> None:
    blob = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    remember(repository, [(blob, _ONE)], {blob})
    if how == "staged":
        sandbox.write(PATH, BASE + b"more\n")
        sandbox.run("add", PATH)
        sandbox.write(PATH, BASE)
    elif how == "removed":
        (sandbox.path / PATH).unlink()
    else:
        sandbox.run("mv", PATH, f"{PATH}.md")
    forget_used(repository)
    assert remembered(repository) == {blob: [_ONE]}
    sandbox.run("reset", "-q", "--hard")
    forget_used(repository)
    assert remembered(repository) == {}


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\xff\n\n" + b"1" * 40 + b"\nSGM-Allow: a /x\n",
        b"a b SGM-Allow: a /x\n",
        b"1 2 x",
        b"1" * 40 + b" " + b"2" * 40 + b" SGM-Allow: \xff /x\n",
    ],
)
def test_a_spoiled_file_allows_nothing(repository: Repository, rubbish: bytes) -> None:
    place = repository.git_dir / "sgm" / "consents"
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(rubbish)
    assert not any(remembered(repository).values())
    forget_used(repository)
    remember(repository, [("1" * 40, _ONE)], {"1" * 40})
    assert remembered(repository) == {"1" * 40: [_ONE]}


def _losses(sandbox: GitSandbox) -> list[str]:
    found = check(open_store(sandbox.path).records, NOW).findings
    return [finding.code for finding in found if finding.code[0] == "K"]


def test_a_loss_on_purpose_is_told_neither_before_nor_after_its_commit(
    sandbox: GitSandbox,
) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit()
    store = open_store(sandbox.path)
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.unset("dec-keep-datastore", ("x_review",))
    assert _losses(sandbox) == []
    sandbox.commit()
    assert _losses(sandbox) == []


def test_a_consent_is_used_up_by_the_commit_even_if_the_blob_comes_back(
    sandbox: GitSandbox,
) -> None:
    """Once for each change (DESIGN 6)."""
    sandbox.write(PATH, BASE)
    sandbox.commit()
    store = open_store(sandbox.path)
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.unset("dec-keep-datastore", ("x_review",))
    assert tx.result.notes == (
        "the message of your commit needs the line  SGM-Allow: dec-keep-datastore /x_review",
    )
    without = (sandbox.path / PATH).read_bytes()
    sandbox.write("notes.txt", "something else")
    sandbox.run("add", "notes.txt")
    sandbox.run("commit", "-q", "-m", "else")
    assert _losses(sandbox) == []
    sandbox.commit()
    sandbox.write(PATH, BASE)
    sandbox.commit()
    sandbox.write(PATH, without)
    assert _losses(sandbox) == ["K401"]


@pytest.mark.parametrize(
    ("script", "mode", "notes"),
    [
        ("# sgm-git hook, version 1: prepare-commit-msg", 0o755, 0),
        ("# sgm-git hook, version 1: prepare-commit-msg", 0o644, 1),
        ("# somebody else's", 0o755, 1),
    ],
)
def test_the_line_is_told_only_where_no_hook_of_ours_adds_it(
    sandbox: GitSandbox, script: str, mode: int, notes: int
) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit()
    sandbox.run("config", "core.hooksPath", ".team-hooks")
    sandbox.write(".team-hooks/prepare-commit-msg", f"#!/bin/sh\n{script}\n").chmod(mode)
    store = open_store(sandbox.path)
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.unset("dec-keep-datastore", ("x_review",))
    assert len(tx.result.notes) == notes


def test_consent_to_one_loss_is_none_to_another(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"x_review:", b"x_other: 1\nx_review:"))
    sandbox.commit()
    store = open_store(sandbox.path)
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.unset("dec-keep-datastore", ("x_review",))
    text = (sandbox.path / PATH).read_bytes()
    sandbox.write(PATH, text.replace(b"x_other: 1\n", b""))
    assert _losses(sandbox) == ["K401"]


def test_during_a_merge_head_is_but_one_side(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit()
    sandbox.write(PATH, BASE.replace(b"x_review: {by: 'grace'}\n", b""))
    assert _losses(sandbox)
    sandbox.write(".git/MERGE_HEAD", sandbox.head() + "\n")
    assert _losses(sandbox) == []
