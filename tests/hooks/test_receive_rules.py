"""Files that judge: none gets in that would judge nobody any more, and all can be mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.git.test_signatures import SshKey, call, needs_ssh
from tests.hooks.push_support import (
    CONFIG,
    SIGNERS,
    begun,
    codes,
    fact,
    passes,
    refused,
    said,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hooks.push_support import Forge

SCHEMA = ".sgm/schemas/fact.json"
ACCEPTED = ".sgm/accepted.toml"
FAULTY = {
    SCHEMA: ('{"type": "object",}\n', f"{SCHEMA}:1:19: this schema is not used"),
    ".sgm/schemas/big.json": (" " * 300_000, "it is larger than 256 KiB"),
    ACCEPTED: ("[[\n", f"{ACCEPTED}:1:3: "),
    ".mailmap": ("\n" * 1_100_000, ".mailmap is over the limit of 1,048,576 bytes"),
    SIGNERS: ("# ours\nada garbage\n", f"{SIGNERS}:2:1: this line names no signer and key"),
    CONFIG: ("\n" * 1_100_000, f"{CONFIG} is over the limit of 1,048,576 bytes"),
}


@pytest.mark.parametrize("ref", ["refs/heads/main", "refs/heads/new"])
@pytest.mark.parametrize("path", FAULTY)
def test_a_faulty_one_is_not_let_in(forge: Forge, path: str, ref: str) -> None:
    text, why = FAULTY[path]
    forge.commit(text, path)
    outcome = refused(forge, f"HEAD:{ref}")
    assert why in outcome.err
    assert codes(outcome) == []


def test_too_many_schemas(forge: Forge) -> None:
    for number in range(65):
        forge.write("{}\n", f".sgm/schemas/s{number}.json")
    forge.commit("again\n", "notes.txt")
    assert "there are more than 64" in refused(forge).err


def test_not_as_the_first_thing_either(empty: Forge) -> None:
    empty.write("{", SCHEMA)
    empty.commit("format = 1\n", CONFIG)
    assert f"{SCHEMA}:1:2: this schema is not used" in refused(empty, "HEAD:refs/heads/main").err


def test_those_that_are_well_pass(forge: Forge) -> None:
    forge.write('{"type": "object"}\n', SCHEMA)
    forge.write('[[accepted]]\nid = "fact-a"\ncode = "P302"\nreason = "it was so"\n', ACCEPTED)
    forge.write("Ada <ada@example.org> <old@example.org>\n", ".mailmap")
    forge.write("# nobody yet\n\n", SIGNERS)
    forge.commit(fact("B"))
    assert passes(forge) == []


@pytest.mark.parametrize("path", [SCHEMA, ACCEPTED, ".mailmap", SIGNERS])
@pytest.mark.parametrize("is_removed", [False, True])
def test_one_that_is_there_can_be_mended(forge: Forge, path: str, *, is_removed: bool) -> None:
    """As it came there before the gate did."""
    forge.commit(FAULTY[path][0], path)
    unguarded(forge)
    mended = "{}\n" if path == SCHEMA else "# nothing\n"
    forge.write(None if is_removed else mended, path)
    forge.commit(fact("B"))
    assert " error: " not in "".join(passes(forge))
    forge.commit(fact("C"))
    assert passes(forge) == []


def test_what_does_not_mend_a_schema_is_refused(forge: Forge) -> None:
    forge.commit(FAULTY[SCHEMA][0], SCHEMA)
    unguarded(forge)
    forge.commit(fact("B"))
    assert codes(refused(forge)) == ["S207"]


def test_a_faulty_excuse_excuses_nobody(forge: Forge) -> None:
    forge.commit(FAULTY[ACCEPTED][0], ACCEPTED)
    unguarded(forge)
    forge.commit(fact(agent="Eve"))
    assert codes(refused(forge)) == ["P302"]


@needs_ssh
def test_an_admin_cannot_shut_everybody_out(empty: Forge, tmp_path: Path) -> None:
    call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", tmp_path / "ada")
    key = SshKey(tmp_path / "ada")
    signers = f"ada@example.org {key.public}\n"
    begun(empty, "format = 1\n[trust]\nadmins = ['ada@example.org']\n", **{SIGNERS: signers})
    first = empty.clone.run("rev-parse", "HEAD").decode().strip()
    empty.sign(key, "ada@example.org ssh-ed25519 AAAA!\n", SIGNERS)
    assert f"{SIGNERS}:1:1: this line names no signer and key" in "".join(said(refused(empty)))
    empty.go("--detach", first)
    empty.sign(key, f"# ours\n{signers}", SIGNERS)
    assert passes(empty) == []


def unguarded(forge: Forge) -> None:
    """Push past the gate."""
    hook = forge.server.path / "hooks" / "pre-receive"
    hook.rename(hook.with_suffix(".off"))
    passes(forge)
    hook.with_suffix(".off").rename(hook)
