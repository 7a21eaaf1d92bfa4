"""Consents that wait for a commit: about one blob, and over with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.consent import Consent
from sgm_git.store.consents import remember, remembered
from sgm_git.store.records import Writing
from sgm_git.workflows.check import check
from tests.store.support import BASE, NOW, ada, open_store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
_ONE, _TWO = Consent("a", "/x"), Consent("ä b", "/annotations/kind=y", "root")


def test_what_is_remembered_is_found_by_its_blob(tmp_path: Path) -> None:
    assert remembered(tmp_path) == {}
    remember(tmp_path, [("1" * 40, _ONE), ("2" * 40, _TWO)], {"1" * 40, "2" * 40})
    remember(tmp_path, [("1" * 40, _ONE)], {"1" * 40, "2" * 40})
    assert remembered(tmp_path) == {"1" * 40: [_ONE], "2" * 40: [_TWO]}


def test_what_is_committed_is_forgotten(tmp_path: Path) -> None:
    remember(tmp_path, [("1" * 40, _ONE)], {"1" * 40})
    remember(tmp_path, [("2" * 40, _TWO)], {"2" * 40})
    assert remembered(tmp_path) == {"2" * 40: [_TWO]}


def test_a_spoiled_file_allows_nothing(tmp_path: Path) -> None:
    (tmp_path / "sgm").mkdir()
    (tmp_path / "sgm/consents").write_bytes(b"\xff\n\n" + b"1" * 40 + b"\nSGM-Allow: a /x\n")
    assert not any(remembered(tmp_path).values())


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
