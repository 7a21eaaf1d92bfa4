"""What other signers, accepted findings, mailmaps and schemas do."""

from __future__ import annotations

import json

import pytest

from sgm_git.workflows.review.people_effects import (
    accepted_changes,
    mailmap_changes,
    signer_changes,
)
from sgm_git.workflows.review.schema_effects import schema_changes

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE/x"
ADA = f"ada@example.org {KEY}\n".encode()
ACCEPTED = b'[[accepted]]\nid = "dec-1"\ncode = "P301"\nreason = "old"\n'
PATH = ".sgm/schemas/incident.json"


def test_a_signer_comes_with_its_key_and_options() -> None:
    data = f'ada@example.org,bob namespaces="git" {KEY}\n'.encode()
    said = list(signer_changes(ADA, data))
    assert [each.partition(" signs as ")[2] for each in said] == [
        '"ada@example.org" now, with "namespaces=\\"git\\""',
        '"bob" now, with "namespaces=\\"git\\""',
        '"ada@example.org" no more',
    ]
    assert all(each.startswith("the key SHA256:") for each in said)


@pytest.mark.parametrize(
    ("principal", "said"),
    [
        ("*@example.org", 'as every address of "example.org"'),
        ("*", "as everybody"),
        ("a?a@example.org", 'as all that are named like "a?a@example.org"'),
        ("*@*.example.org", 'as all that are named like "*@*.example.org"'),
        ("!eve@example.org", 'not as "eve@example.org"'),
        ("eve@example.org", 'as "eve@example.org"'),
    ],
)
def test_a_pattern_is_told_as_whom_it_stands_for(principal: str, said: str) -> None:
    (line,) = signer_changes(b"# none\n", f"{principal} {KEY}\n".encode())
    assert line.endswith(f" signs {said} now")


@pytest.mark.parametrize("options", ["cert-authority", 'namespaces="git",CERT-Authority'])
def test_a_key_that_issues_others_is_told_as_such(options: str) -> None:
    (line,) = signer_changes(ADA, ADA + f"*@example.org {options} {KEY}\n".encode())
    assert "lets other keys sign, by certificates that it issues, as every address of" in line
    (line,) = signer_changes(ADA, ADA + f'b namespaces="cert-authority" {KEY}\n'.encode())
    assert "certificates" not in line


def test_a_list_of_signers_that_goes_leaves_no_signature_good() -> None:
    assert next(iter(signer_changes(ADA, None))).startswith("no signature can be good any more")


def test_a_line_without_a_key_is_told() -> None:
    assert list(signer_changes(ADA, ADA + b"mallory\n")) == [
        "git finds no signer at all: line 2 names no signer and key"
    ]


def test_remarks_among_signers_have_no_effect() -> None:
    assert not list(signer_changes(ADA, b"# ours\n\n" + ADA))


def test_an_accepted_finding_is_told_with_its_reason() -> None:
    assert list(accepted_changes(None, ACCEPTED)) == ['"P301" about "dec-1" is accepted now: "old"']
    assert list(accepted_changes(ACCEPTED, None)) == ['"P301" about "dec-1" is accepted no more']
    assert not list(accepted_changes(ACCEPTED, b"# why\n" + ACCEPTED))


def test_acceptances_that_cannot_be_read_are_told() -> None:
    (said,) = accepted_changes(ACCEPTED, b"accepted = 1")
    assert said.startswith("nothing is accepted any more, because it cannot be read: ")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", "Ada <a@x> <m@x>", ['"<m@x>" is taken for "Ada <a@x>" now']),
        ("Ada <a@x> <m@x>", "", ['"<m@x>" is taken for "Ada <a@x>" no more']),
        (
            "A <a@x> <m@x>",
            "B <b@x> <m@x>",
            ['"<m@x>" is taken for "B <b@x>" now, for "A <a@x>" before'],
        ),
        ("A <a@x> <m@x>", "# x\nA  <a@x>   <m@x>", []),
    ],
)
def test_a_mailmap_says_who_becomes_whom(before: str, after: str, said: list[str]) -> None:
    assert list(mailmap_changes(before.encode(), after.encode())) == said


def schema(**more: object) -> bytes:
    return json.dumps({"type": "object", **more}).encode()


def test_a_schema_says_whom_it_judges() -> None:
    assert list(schema_changes(PATH, None, schema())) == [
        'it judges records of the type "incident" now'
    ]
    assert list(schema_changes(PATH, schema(), None)) == [
        'it judges records of the type "incident" no more'
    ]


def test_a_schema_says_what_it_asks_no_more() -> None:
    before = schema(required=["a", "b"], properties={"a": {"enum": [1, 2], "pattern": "^x"}})
    after = schema(required=["b"], properties={"a": {"enum": [2, 3]}}, title="words")
    assert list(schema_changes(PATH, before, after)) == [
        'it does not ask for "a" at "/" any more',
        '1 is none of the values at "/properties/a" any more',
        'it does not ask for "pattern" "^x" at "/properties/a" any more',
        '3 is one of the values at "/properties/a" now',
    ]


def test_a_schema_that_is_only_described_otherwise_has_no_effect() -> None:
    assert not list(schema_changes(PATH, schema(), schema(title="x", description="y")))


def test_a_schema_that_is_none_judges_nothing() -> None:
    problem, judged = schema_changes(PATH, schema(), b"{")
    assert problem.startswith("this schema is not used: ")
    assert judged == 'it judges records of the type "incident" no more'


def test_a_schema_that_is_called_otherwise_is_told() -> None:
    before, after = (schema(**{"$id": f"urn:team:{name}"}) for name in "ab")
    assert list(schema_changes(PATH, before, after)) == [
        'it is called "urn:team:b" now: what refers to its former $id does not find it'
    ]
