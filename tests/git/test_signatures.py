"""Signatures: good, bad, of an unknown key, missing and unverifiable are five different things."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Signature, SignatureState
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.signers import all_principals
from tests.git.support import program, stored_commit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

needs_ssh = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed"
)
needs_gpg = pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")

GOOD, BAD, UNKNOWN_KEY = SignatureState.GOOD, SignatureState.BAD, SignatureState.UNKNOWN_KEY
UNSIGNED, UNVERIFIABLE = SignatureState.UNSIGNED, SignatureState.UNVERIFIABLE


def call(*command: str | Path, stdin: bytes | None = None) -> str:
    """Run a program; give what it says."""
    done = subprocess.run(command, input=stdin, capture_output=True, check=True, timeout=60)
    return done.stdout.decode()


def judged(sandbox: GitSandbox, oid: str, signers: str | None = None) -> Signature:
    """What git makes of a commit's signature."""
    allowed = None if signers is None else signers.encode()
    (signature,) = open_repository(sandbox.path, "git").signatures([oid], allowed).values()
    return signature


def tampered(sandbox: GitSandbox, oid: str) -> str:
    """A commit with the same signature and another message."""
    raw = sandbox.run("cat-file", "commit", oid)
    return stored_commit(sandbox, raw=raw.replace(b"\n\nsigned", b"\n\ntampered"))


@dataclass(frozen=True)
class SshKey:
    """A key pair of ssh-keygen's."""

    file: Path

    @property
    def public(self) -> str:
        """Kind and key, as a line of allowed signers ends."""
        return " ".join(self.file.with_suffix(".pub").read_text().split()[:2])

    @property
    def fingerprint(self) -> str:
        """``SHA256:...``."""
        return call("ssh-keygen", "-lf", self.file).split()[1]

    def sign(self, sandbox: GitSandbox, date: str = "2026-10-10T18:21:47Z") -> str:
        """Make a signed commit."""
        for key, value in {"gpg.format": "ssh", "user.signingKey": str(self.file)}.items():
            sandbox.run("config", key, value)
        dated = {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
        signing = ("commit", "-q", "-S", "--allow-empty", "-m", "signed")
        type(sandbox)(sandbox.path, dated).run(*signing)
        return sandbox.head()


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[SshKey, SshKey]:
    """Two SSH keys."""
    folder = tmp_path_factory.mktemp("ssh")
    for name in ("ada", "eve"):
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name)
    return SshKey(folder / "ada"), SshKey(folder / "eve")


@needs_ssh
def test_ssh_signatures_of_five_kinds(sandbox: GitSandbox, keys: tuple[SshKey, SshKey]) -> None:
    ada, eve = keys
    oids = [ada.sign(sandbox), eve.sign(sandbox)]
    oids += [tampered(sandbox, oid) for oid in oids]
    oids += [stored_commit(sandbox), oids[0]]
    signers = f"# our people\n\nada@example.org {ada.public} laptop\n".encode()
    found = open_repository(sandbox.path, "git").signatures(oids, signers)
    good, unknown, bad, worse, unsigned = (found[oid] for oid in oids[:5])
    assert list(found) == oids[:5]
    assert good == Signature(GOOD, "ada@example.org", ada.fingerprint)
    assert (unknown.state, unknown.signer, unknown.key) == (UNKNOWN_KEY, "", eve.fingerprint)
    assert "allowed signer" in unknown.reason
    for each in (bad, worse):
        assert (each.state, each.signer, each.key) == (BAD, "", "")
        assert "incorrect signature" in each.reason
    assert unsigned == Signature(UNSIGNED)


@needs_ssh
@pytest.mark.parametrize(
    ("line", "state", "signer"),
    [
        ("ada@x {key}", GOOD, "ada@x"),
        ("ada@x {key}\nbob@x {key}", GOOD, "ada@x,bob@x"),
        ("bob@x,ada@x {key}", GOOD, "bob@x,ada@x"),
        ('"ada two,ada@x" {key}', GOOD, "ada two,ada@x"),
        ("*@x {key}", GOOD, "*@x"),
        ("*@x,!eve@x {key}", GOOD, "*@x"),
        ('ada@x namespaces="git" {key}', GOOD, "ada@x"),
        ('ada@x namespaces="file" {key}', BAD, ""),
        ('ada@x valid-before="20260101" {key}', UNKNOWN_KEY, ""),
        ('ada@x valid-before="20270101" {key}', GOOD, "ada@x"),
        ('ada@x valid-after="20270101" {key}', UNKNOWN_KEY, ""),
        ('eve@x valid-before="20260101" {key}\nada@x {key}', GOOD, "ada@x"),
        ("ada@x cert-authority {key}", UNKNOWN_KEY, ""),
        ("no key\nada@x {key}", GOOD, "ada@x"),
        ("ada@x {other}", UNKNOWN_KEY, ""),
        ("", UNKNOWN_KEY, ""),
        (None, UNKNOWN_KEY, ""),
    ],
)
def test_allowed_signers_count_as_git_reads_them(
    sandbox: GitSandbox,
    keys: tuple[SshKey, SshKey],
    line: str | None,
    state: SignatureState,
    signer: str,
) -> None:
    ada, eve = keys
    oid = ada.sign(sandbox)
    signers = line and line.format(key=ada.public, other=eve.public) + "\n"
    found = judged(sandbox, oid, signers)
    assert (found.state, found.signer) == (state, signer)
    assert found.key == ("" if state is BAD else ada.fingerprint)
    assert str(tempfile.gettempdir()) not in found.reason


@needs_ssh
def test_signers_of_the_users_own_or_of_the_work_tree_do_not_count(
    sandbox: GitSandbox, keys: tuple[SshKey, SshKey]
) -> None:
    ada, _ = keys
    oid = ada.sign(sandbox)
    own = sandbox.write("own", f"ada@example.org {ada.public}\n")
    sandbox.run("config", "gpg.ssh.allowedSignersFile", str(own))
    sandbox.write(".sgm/allowed_signers", own.read_bytes())
    assert judged(sandbox, oid, None).state is UNKNOWN_KEY
    assert judged(sandbox, oid, "").state is UNKNOWN_KEY


def test_a_key_belongs_to_all_who_are_named_with_it_as_surely() -> None:
    key, other = "ssh-ed25519 AAAA", "ssh-ed25519 BBBB"
    mine = "SHA256:cJ6AyISHokEeHuTfufIqhhSS0gxHZRUMDHlKvXD4FHw"
    for signers, expected in {
        f"a@x,b@x {key}": "a@x,b@x",
        f"b@x,a@x {key}\nc@x {key}\nd@x {other}": "a@x,b@x,c@x",
        f'a@x valid-before="2020" {key}\na@x,b@x {key}': "a@x",
        f'a@x {key}\nb@x valid-before="2020" {key}': "a@x",
        f'a@x namespaces="git, file" {key}\nb@x namespaces="git, file" {key}': "a@x,b@x",
        f"a@x,!c@x,b@x {key}": "a@x",
        f"c@x {key}": "a@x",
        "a@x ssh-ed25519 A": "a@x",
        "": "a@x",
    }.items():
        assert all_principals(signers.encode(), "a@x", mine) == expected, signers


LOOKALIKE = b"""text

gpgsig -----BEGIN SSH SIGNATURE-----
 U1NIU0lHAAAAAQ
 -----END SSH SIGNATURE-----
-----BEGIN PGP SIGNATURE-----
-----END PGP SIGNATURE-----
Good "git" signature for ada@example.org with ED25519 key SHA256:x
"""


def test_text_in_a_message_that_looks_like_a_signature_is_none(
    sandbox: GitSandbox, engine: Engine
) -> None:
    person = b"Ada <ada@example.org> 1 +0000"
    within = b"\nmergetag object 1\n gpgsig -----BEGIN SSH SIGNATURE-----\n gpgsig x\nxgpgsig y"
    oids = [
        stored_commit(sandbox, message=LOOKALIKE),
        stored_commit(sandbox, committer=person + within),
        stored_commit(sandbox, committer=person + b"\ngpgsig-sha256 -----BEGIN SSH SIGNATURE-----"),
        stored_commit(sandbox, author=b"gpgsig <-----BEGIN PGP SIGNATURE-----> 1 +0000"),
    ]
    found = open_repository(sandbox.path, engine).signatures(oids, b"ada@x ssh-ed25519 AAAA\n")
    assert found == dict.fromkeys(oids, Signature(UNSIGNED))


@pytest.mark.parametrize(
    "signature",
    [
        b"",
        b"garbage",
        b"-----BEGIN SSH SIGNATURE-----",
        b"-----BEGIN SSH SIGNATURE-----\n !\n -----END SSH SIGNATURE-----",
        b"-----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----",
        b"-----BEGIN PGP MESSAGE-----",
        b"-----BEGIN SIGNED MESSAGE-----\n AAAA\n -----END SIGNED MESSAGE-----",
    ],
)
def test_what_is_no_signature_is_never_good_and_spoils_no_other(
    sandbox: GitSandbox, engine: Engine, signature: bytes
) -> None:
    person = b"Ada <ada@example.org> 1 +0000\ngpgsig "
    strange = stored_commit(sandbox, committer=person + signature)
    plain = stored_commit(sandbox)
    found = open_repository(sandbox.path, engine).signatures([strange, plain], None)
    assert found[strange].state in {BAD, UNVERIFIABLE}
    assert found[strange].reason
    assert (found[strange].signer, found[strange].key) == ("", "")
    assert found[plain] == Signature(UNSIGNED)


@needs_ssh
def test_without_git_a_signature_cannot_be_verified(
    sandbox: GitSandbox, keys: tuple[SshKey, SshKey]
) -> None:
    ada, _ = keys
    signed, unsigned = ada.sign(sandbox), stored_commit(sandbox)
    signers = f"ada@x {ada.public}\n".encode()
    found = open_repository(sandbox.path, "dulwich").signatures([signed, unsigned], signers)
    assert (found[signed].state, found[unsigned].state) == (UNVERIFIABLE, UNSIGNED)
    assert "git" in found[signed].reason


@needs_ssh
def test_without_ssh_keygen_a_signature_cannot_be_verified(
    sandbox: GitSandbox,
    keys: tuple[SshKey, SshKey],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, _ = keys
    oid = ada.sign(sandbox)
    git = shutil.which("git")
    assert git
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/git").symlink_to(git)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = judged(sandbox, oid, f"ada@x {ada.public}\n")
    assert (found.state, found.signer, found.key) == (UNVERIFIABLE, "", "")
    assert "could not be run" in found.reason


@needs_ssh
def test_no_program_runs_that_a_configuration_names(
    sandbox: GitSandbox, keys: tuple[SshKey, SshKey], engine: Engine, tmp_path: Path
) -> None:
    ada, _ = keys
    person = b"Ada <ada@example.org> 1 +0000\ngpgsig -----BEGIN "
    oids = [
        ada.sign(sandbox),
        stored_commit(sandbox, committer=person + b"PGP SIGNATURE-----\n x"),
        stored_commit(sandbox, committer=person + b"SIGNED MESSAGE-----\n x"),
    ]
    trap = program(tmp_path / "trap", f"echo sprung >> {tmp_path / 'sprung'}; exit 0")
    for kind in ("", "openpgp.", "x509.", "ssh."):
        sandbox.run("config", f"gpg.{kind}program", str(trap))
    sandbox.run("config", "gpg.ssh.defaultKeyCommand", str(trap))
    sandbox.run("config", "gpg.format", "x509")
    sandbox.run("config", "gpg.minTrustLevel", "ultimate")
    sandbox.run("config", "log.showSignature", "true")
    sandbox.run("config", "format.pretty", "oneline")
    sandbox.run("config", "color.ui", "always")
    repository = open_repository(sandbox.path, engine)
    found = repository.signatures(oids, f"ada@x {ada.public}\n".encode())
    assert [found[oid].state is GOOD for oid in oids] == [engine == "git", False, False]
    assert [commit.message for commit in repository.history(oids[0])] == ["signed\n"]
    assert not (tmp_path / "sprung").exists()


def test_what_is_no_commit_has_no_signature(sandbox: GitSandbox, repository: Repository) -> None:
    assert repository.signatures([], None) == {}
    blob = sandbox.run("hash-object", "-w", "--stdin", stdin=b"x").decode().strip()
    for oid in ("1" * 40, blob, "HEAD", "--all"):
        with pytest.raises(CannotRun):
            repository.signatures([stored_commit(sandbox), oid], None)


@dataclass(frozen=True)
class Keyring:
    """A home of gpg's, with a short name: its agent listens on a socket in it."""

    home: Path

    def gpg(self, *arguments: str | Path, stdin: bytes | None = None) -> str:
        """Run gpg with this keyring."""
        options = ("--batch", "--yes", "--passphrase", "", "--pinentry-mode", "loopback")
        return call("gpg", "--homedir", self.home, *options, *arguments, stdin=stdin)

    def make(self, owner: str, *options: str) -> str:
        """Make a key; give its fingerprint."""
        self.gpg(
            *options, "--quick-gen-key", owner, "ed25519", "sign", "1d" if options else "never"
        )
        listed = self.gpg("--list-keys", "--with-colons", f"={owner}").splitlines()
        return next(line.split(":")[9] for line in listed if line.startswith("fpr"))

    def sign(self, sandbox: GitSandbox, key: str, *options: str) -> str:
        """Make a signed commit."""
        words = " ".join(["--homedir", str(self.home), *options])
        script = program(self.home / "sign", f'exec gpg {words} "$@"')
        chosen = ("-c", f"gpg.program={script}", "-c", f"user.signingKey={key}")
        sandbox.run(*chosen, "commit", "-q", "-S", "--allow-empty", "-m", "signed")
        return sandbox.head()


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyring]:
    """A fresh keyring, the one that gpg takes."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="g") as home:
        monkeypatch.setenv("GNUPGHOME", home)
        yield Keyring(Path(home))
        subprocess.run(["gpgconf", "--kill", "all"], check=False, env=os.environ)


@needs_gpg
def test_gpg_signatures_of_five_kinds(sandbox: GitSandbox, keyring: Keyring) -> None:
    ada = keyring.make("Ada Lovelace <ada@example.org>")
    eve = keyring.make("Ada Lovelace <eve@example.org>")
    lost = keyring.make("Lost <lost@example.org>")
    oids = [keyring.sign(sandbox, key) for key in (ada, eve, lost)]
    oids += [tampered(sandbox, oids[0]), stored_commit(sandbox)]
    keyring.gpg("--import-ownertrust", stdin=f"{eve}:2:\n".encode())
    keyring.gpg("--delete-secret-and-public-key", lost)
    found = open_repository(sandbox.path, "git").signatures(oids, None)
    good, uncertain, unknown, bad, unsigned = (found[oid] for oid in oids)
    assert good == Signature(GOOD, "Ada Lovelace <ada@example.org>", ada)
    assert (uncertain.state, uncertain.signer, uncertain.key) == (UNKNOWN_KEY, "", eve)
    assert (unknown.state, unknown.signer, unknown.key) == (UNKNOWN_KEY, "", "")
    assert "No public key" in unknown.reason
    assert (bad.state, bad.signer, bad.key) == (BAD, "", "")
    assert "BAD signature" in bad.reason
    assert unsigned == Signature(UNSIGNED)


@needs_gpg
def test_keys_that_are_over(sandbox: GitSandbox, keyring: Keyring) -> None:
    long_ago = ("--faked-system-time", "20200101T000000")
    expired = keyring.make("Old <old@example.org>", *long_ago)
    revoked = keyring.make("Revoked <revoked@example.org>")
    oids = [keyring.sign(sandbox, expired, *long_ago), keyring.sign(sandbox, revoked)]
    certificate = (keyring.home / "openpgp-revocs.d" / f"{revoked}.rev").read_bytes()
    keyring.gpg("--import", stdin=certificate.replace(b":-----BEGIN", b"-----BEGIN"))
    found = open_repository(sandbox.path, "git").signatures(oids, None)
    assert found[oids[0]] == Signature(UNKNOWN_KEY, "", expired, "its key has expired")
    assert found[oids[1]] == Signature(BAD, "", "", "its key was revoked")


@needs_gpg
def test_a_subkey_signs_for_its_owner(sandbox: GitSandbox, keyring: Keyring) -> None:
    ada = keyring.make("Ada <ada@example.org>")
    keyring.gpg("--quick-add-key", ada, "ed25519", "sign", "never")
    listed = keyring.gpg("--list-keys", "--with-colons").splitlines()
    subkey = [line.split(":")[9] for line in listed if line.startswith("fpr")][1]
    oid = keyring.sign(sandbox, f"{subkey}!")
    assert judged(sandbox, oid) == Signature(GOOD, "Ada <ada@example.org>", ada)
