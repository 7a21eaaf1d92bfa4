"""Rules P312-P314, about commits and about a whole run."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sgm_git.checks.claims_signed import (
    Signing,
    history_cut,
    signature_missing,
    trust_file_changed,
)
from sgm_git.checks.governance import Writing, scope_guarded, type_guarded
from sgm_git.checks.governance_approvals import RuleChange, rule_unapproved
from sgm_git.checks.registry import rule
from sgm_git.commits import Change, Commit, Identity, Signature, SignatureState
from sgm_git.findings import Fault, Severity
from sgm_git.policy.governance import Governance
from sgm_git.record.approval import Approval
from tests.checks.witness_support import ADA, EVE, Step, identity, people

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
KEY = "SHA256:uNiVztksCsDhcc0u9e8BrNJLcYWBIiuKuYXrgPlvDGY"
OID = "0123456789abcdef" * 2
GOOD = SignatureState.GOOD
_POLICY = re.compile(r"(.*?) = \[.Ada.\]: commit by (.*>)[,:] (.*)")
_EXAMPLE = re.compile(r"commit by (.*>), (?:unsigned|good signature of ([^\s:]+))(?:: (.*))?")


def commit(author: str = ADA, *paths: str, parents: int = 1) -> Commit:
    """A commit that has some files otherwise than each of its parents."""
    changes = tuple(Change(path, None, "b") for path in paths)
    above = tuple(f"{n}" * 40 for n in range(parents))
    who = Identity("GitHub", "noreply@github.com")
    return Commit(OID, above, identity(author), 0, who, 0, "", (changes,) * max(parents, 1))


def signing(
    signature: Signature | None = None,
    *,
    admins: tuple[str, ...] = ("ada@example.org",),
    has_signers: bool = True,
) -> Signing:
    return Signing(
        people(Step(who=ADA), Step(who=EVE)),
        {} if signature is None else {OID: signature},
        ("forge.example.org",),
        admins,
        has_signers,
    )


def ssh(principal: str, state: SignatureState = GOOD, reason: str = "") -> Signature:
    return Signature(state, principal, KEY, reason)


def example(text: str) -> tuple[Commit, Signing]:
    match = _EXAMPLE.fullmatch(text)
    assert match is not None, text
    author, signer, path = match.groups()
    paths = () if path is None else (path,)
    return commit(author, *paths), signing(ssh(signer) if signer else None)


def codes(one: Commit, by: Signing) -> set[str]:
    found = [*signature_missing([one], by), *(f for _, f in trust_file_changed([one], by))]
    return {fault.code for fault in found}


@pytest.mark.parametrize("code", ["P312", "P314"])
def test_the_bad_example_is_bad_and_the_good_one_good(code: str) -> None:
    found = rule(code)
    assert found is not None
    assert code in codes(*example(found.explanation.bad))
    assert codes(*example(found.explanation.good)) == set()


@pytest.mark.parametrize(
    ("signature", "said"),
    [
        (None, "is not signed"),
        (ssh("eve@evil.example"), 'is signed by "eve@evil.example", who is not its author'),
        (
            ssh("", SignatureState.BAD, "it was tampered with"),
            "has a bad signature: it was tampered with",
        ),
        (ssh("", SignatureState.UNKNOWN_KEY), "is signed with a key that nobody here knows"),
        (
            ssh("", SignatureState.UNVERIFIABLE, "no ssh-keygen"),
            "is signed, but that cannot be verified here: no ssh-keygen",
        ),
    ],
)
def test_p312_keeps_all_that_is_not_enough_apart(signature: Signature | None, said: str) -> None:
    (fault,) = signature_missing([commit()], signing(signature))
    assert fault == Fault(
        "P312",
        f'commit 0123456789 by "Ada <ada@example.org>" {said}; let its author sign it with a key'
        " that is in .sgm/allowed_signers",
        commit=OID,
    )


@pytest.mark.parametrize("principal", ["ada@example.org", "forge.example.org"])
def test_p312_takes_the_author_and_a_host(principal: str) -> None:
    assert list(signature_missing([commit()], signing(ssh(principal)))) == []
    assert list(signature_missing([], signing())) == []


def test_p313_says_once_how_many_records_it_is_about() -> None:
    (one,) = history_cut(1)
    (many,) = history_cut(7, Severity.INFO)
    assert one == Fault(
        "P313",
        "history is cut: 1 record begins where it cannot be seen, and what provenance says of"
        " that is not checked; git fetch --unshallow",
        severity=E,
    )
    assert "7 records begin where" in many.message
    assert many.severity is I
    assert list(history_cut(0)) == []


@pytest.mark.parametrize(
    ("path", "is_trusted_by"),
    [
        (".sgm/config.toml", True),
        (".sgm/schemas/a.json", True),
        (".SGM/config.toml", True),
        (".mailmap", True),
        (".gitattributes", True),
        ("memory/.gitattributes", True),
        ("memory/.mailmap", False),
        ("memory/.sgm/config.toml", False),
        (".sgmx", False),
        ("memory/rule/a.md", False),
    ],
)
def test_p314_guards_the_files_on_which_trust_rests(path: str, is_trusted_by: bool) -> None:
    found = list(trust_file_changed([commit(EVE, path, "README.md")], signing()))
    assert [where for where, _ in found] == [path] * is_trusted_by


@pytest.mark.parametrize(
    ("author", "signature", "expected"),
    [
        (ADA, ssh("ada@example.org"), []),
        (EVE, ssh("ada@example.org"), []),  # whoever wrote it, an admin stands for it
        (ADA, ssh("forge.example.org"), []),  # merged by a forge for an admin
        (EVE, ssh("forge.example.org"), [None]),
        ("ada@example.org <eve@evil.example>", ssh("forge.example.org"), [None]),
        (ADA, ssh("eve@evil.example"), [None]),
        (ADA, ssh("ada@example.org", SignatureState.BAD), [None]),
        (ADA, None, [None]),
    ],
)
def test_p314_counts_only_good_signatures_of_admins(
    author: str, signature: Signature | None, expected: list[Severity | None]
) -> None:
    found = trust_file_changed([commit(author, ".mailmap")], signing(signature))
    assert [fault.severity for _, fault in found] == expected


def test_p314_is_silent_without_admins_and_advice_without_signers() -> None:
    changed = [commit(EVE, ".mailmap")]
    assert list(trust_file_changed(changed, signing(admins=()))) == []
    ((_, fault),) = trust_file_changed(changed, signing(has_signers=False))
    assert fault.severity is W
    ((path, fault),) = trust_file_changed(changed, signing())
    assert path == ".mailmap"
    assert fault == Fault(
        "P314",
        'commit 0123456789 by "Eve <eve@evil.example>" changed .mailmap, but no admin signed it'
        " (it is not signed); let one of trust.admins commit that",
        commit=OID,
    )


def test_p314_says_of_a_good_signature_that_it_is_no_admins() -> None:
    """Its signer may well be the author, and an admin by another name."""
    signed = signing(ssh("eve@evil.example"))
    ((_, fault),) = trust_file_changed([commit(EVE, ".mailmap")], signed)
    assert '(it is signed by "eve@evil.example", who is no admin by that name)' in fault.message


def test_p314_blames_no_merge_for_what_came_with_a_parent() -> None:
    one, other = Change(".mailmap", "a", "b"), Change("x.md", "a", "b")
    who = identity(EVE)
    merge = Commit(OID, ("0" * 40, "1" * 40), who, 0, who, 0, "", ((one, other), (other,)))
    assert list(trust_file_changed([merge], signing())) == []
    evil = commit(EVE, ".mailmap", parents=2)
    assert len(list(trust_file_changed([evil], signing()))) == 1
    cut = Commit(OID, ("0" * 40,), who, 0, who, 0, "", (), is_cut=True)
    assert list(trust_file_changed([cut], signing())) == []


def governed(text: str) -> set[str]:
    """The codes of what an example of a policy's rule is told."""
    match = _POLICY.fullmatch(text)
    assert match is not None, text
    what, who, told = match.groups()
    one, by = commit(who), signing(ssh("ada@example.org") if "good" in told else None)
    policy = Governance(
        types={"rule": ("Ada",)} if what == "rule" else {},
        scopes={"team=payments": ("Ada",)} if "team" in what else {},
        approvers=("ada@example.org",) if what == "approvers" else (),
    )
    change = RuleChange(Approval("a", "0" * 40), "it goes", (one,))
    writing = Writing(one, (), {"type": "rule", "scope": {"team": "payments"}})
    by = replace(by, has_signers=what == "approvers")
    faults = [*type_guarded(writing, policy, by), *scope_guarded(writing, policy, by)]
    faults += rule_unapproved(change, (), policy, by)
    return {fault.code for fault in faults}


@pytest.mark.parametrize("code", ["G901", "G902", "G903"])
def test_the_examples_of_policies_are_bad_and_good(code: str) -> None:
    found = rule(code)
    assert found is not None
    assert governed(found.explanation.bad) == {code}
    assert governed(found.explanation.good) == set()
