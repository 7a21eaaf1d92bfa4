"""What of a list of signers git can read; held against ssh-keygen where that is here."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.signers import unreadable_line

if TYPE_CHECKING:
    from pathlib import Path

KEY = b"ssh-ed25519 " + b"A" * 68
GOOD = [
    b"",
    b"\n# ours\n  \n",
    b"ada@example.org %b" % KEY,
    b"ada@example.org,*@b.example %b Ada's\r\n" % KEY,
    b'\t"ada@example.org" namespaces="git",valid-after="20240101" %b\n' % KEY,
    b"ca@example.org cert-authority %b\n" % KEY,
]
BAD = [
    (b"garbage \xff\n", 1),
    (b"# ours\nada@example.org\n", 2),
    (b"%b\n" % KEY, 1),
    (b"a@b.example %b\n\nada@example.org ssh-ed25519 AAAA!\n" % KEY, 3),
    (b"ada@example.org ssh-ed25519 AAAAA\n", 1),
    (b"\0" * 20, 1),
]


@pytest.mark.parametrize("signers", GOOD)
def test_what_can_be_read(signers: bytes) -> None:
    assert unreadable_line(signers) is None


@pytest.mark.parametrize(("signers", "line"), BAD)
def test_what_cannot(signers: bytes, line: int) -> None:
    assert unreadable_line(signers) == line


@pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not here")
def test_a_signer_is_found_in_what_can_be_read(tmp_path: Path) -> None:
    key, text, listed = tmp_path / "key", tmp_path / "text", tmp_path / "signers"
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "x", "-f", str(key)]
    subprocess.run(make, check=True)
    text.write_text("text")
    sign = ["ssh-keygen", "-Y", "sign", "-n", "git", "-f", str(key), str(text)]
    subprocess.run(sign, check=True, capture_output=True)
    public = (tmp_path / "key.pub").read_bytes().rstrip()
    listed.write_bytes(b"# ours\n\nada@example.org %b\n" % public)
    assert unreadable_line(listed.read_bytes()) is None
    find = ["ssh-keygen", "-Y", "find-principals", "-f", str(listed), "-s", f"{text}.sig"]
    found = subprocess.run(find, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "ada@example.org"
