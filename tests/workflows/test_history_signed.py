"""A version is as good as the signature that stands behind it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sgm_git.policy.config import CONFIG_PATH
from sgm_git.witness.trust import Trust
from sgm_git.workflows.accept import Request
from tests.git.test_signatures import SshKey, call, needs_ssh
from tests.store.support import BASE
from tests.workflows.support import begin
from tests.workflows.test_accept import ask
from tests.workflows.test_history import PATH, REF, change, history

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

pytestmark = needs_ssh
STRICT = "format = 1\n[checks]\nrequire_signed = true\n"


@pytest.fixture
def key(tmp_path: Path) -> SshKey:
    """Ada's key."""
    call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", tmp_path / "key")
    return SshKey(tmp_path / "key")


def verdicts(box: GitSandbox) -> list[Trust]:
    return [revision.verdict for revision in history(box, "git").revisions]


def signed_edit(box: GitSandbox, key: SshKey, title: str) -> None:
    change(box, title=title)
    box.run("add", "-A")
    key.sign(box)


def test_each_version_is_judged_by_its_own_signature(sandbox: GitSandbox, key: SshKey) -> None:
    begin(sandbox)
    sandbox.write(PATH, BASE)
    sandbox.commit("unsigned")
    signed_edit(sandbox, key, "Signed")
    assert verdicts(sandbox) == [Trust.CONSISTENT, Trust.CONSISTENT]  # nobody knows the key
    sandbox.write(".sgm/allowed_signers", f"ada@example.org {key.public}\n")
    assert verdicts(sandbox) == [Trust.CONSISTENT, Trust.CONSISTENT]  # not committed
    sandbox.commit("who signs")
    assert verdicts(sandbox) == [Trust.SIGNED, Trust.CONSISTENT]
    assert history(sandbox, "dulwich").revisions[0].verdict is Trust.SIGNED  # git has seen it
    shutil.rmtree(sandbox.path / ".git/sgm")
    assert history(sandbox, "dulwich").revisions[0].verdict is Trust.CONSISTENT


def test_a_missing_signature_disputes_where_one_is_required(
    sandbox: GitSandbox, key: SshKey
) -> None:
    begin(sandbox, config=STRICT)
    sandbox.write(".sgm/allowed_signers", f"ada@example.org {key.public}\n")
    sandbox.write(PATH, BASE)
    unsigned = sandbox.commit("unsigned")
    signed_edit(sandbox, key, "Signed")
    newest, first = history(sandbox, "git").revisions
    assert (newest.verdict, first.verdict) == (Trust.SIGNED, Trust.DISPUTED)
    assert "P312" in {finding.code for finding in first.findings}
    line, _ = ask(sandbox, "git", Request(REF, "P312", "Ada was on the road."))
    assert (line.commit, line.pointer, line.value) == (unsigned, "", None)
    signed_edit(sandbox, key, "The value may change: the commit does not")
    assert verdicts(sandbox)[-1] is Trust.UNKNOWN
    assert (sandbox.path / CONFIG_PATH).read_text() == STRICT
