"""A mailmap says of everybody what git says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.commits import Identity
from sgm_git.policy.mailmap import Mailmap, parse_mailmap

if TYPE_CHECKING:
    from tests.support import GitSandbox

FORMS = """\
# Comment <comment@example.org> <ada@old.example>
Ada Lovelace <ada@example.org>
<ada@example.org> <ada@home.example>
Ada Lovelace <ada@example.org> <ada@old.example>
Build Agent <agent@example.org> Bot <shared@example.org>
Bob <bob@example.org> <shared@example.org>
"""


def real(text: str | bytes, name: str, email: str) -> Identity:
    data = text.encode() if isinstance(text, str) else text
    return parse_mailmap(data).real(Identity(name, email))


@pytest.mark.parametrize(
    ("name", "email", "expected"),
    [
        ("ada", "ada@example.org", "Ada Lovelace <ada@example.org>"),
        ("ada", "ADA@Example.ORG", "Ada Lovelace <ADA@Example.ORG>"),
        ("Countess", "ada@home.example", "Countess <ada@example.org>"),
        ("ada", "ada@old.example", "Ada Lovelace <ada@example.org>"),
        ("bot", "Shared@example.org", "Build Agent <agent@example.org>"),
        ("anyone", "shared@example.org", "Bob <bob@example.org>"),
        ("Bot", "other@example.org", "Bot <other@example.org>"),
        ("x", "comment@example.org", "x <comment@example.org>"),
    ],
)
def test_each_form_says_what_it_says_to_git(name: str, email: str, expected: str) -> None:
    assert real(FORMS, name, email).to_bytes().decode() == expected


def test_everybody_who_is_named_is_given() -> None:
    named = parse_mailmap(b"<new@x> <old@x>\nAda <ada@x>\nA <a@x> B <b@x>\n").named
    assert named == {
        *(Identity("", "new@x"), Identity("", "old@x"), Identity("Ada", "ada@x")),
        *(Identity("", "ada@x"), Identity("A", "a@x"), Identity("B", "b@x")),
    }


@pytest.mark.parametrize(
    "data",
    [
        *(None, b"", b"\n\n", b"#", b"no address", b"Ada <ada@x", b"Ada ada@x>", b"Ada <>"),
        *(b"\xff\xfe<\x80>", b"\0Ada <x@x>", b"<" * 100_000, b"<>" * 100_000),
        b"A" * 1_000_000 + b" <x>",
    ],
)
def test_what_is_no_mailmap_maps_nobody(data: bytes | None) -> None:
    person = Identity("Ada", "ada@x")
    assert parse_mailmap(data).real(person) == person


def test_it_ends_at_a_nul_as_a_blob_does_for_git(sandbox: GitSandbox) -> None:
    data = b"Ada <a@x>\n\0Eve <b@x>\nEve <c@x>\n"
    people = [Identity("n", f"{letter}@x") for letter in "abc"]
    assert by_git(sandbox, data, people) == [parse_mailmap(data).real(each) for each in people]


# Names and addresses of few letters meet often; nothing here is what check-mailmap cannot be asked.
names = st.text("aAbB é#\t\r", max_size=3)
addresses = st.text("aAbB@é ", max_size=2)
odd = st.text("aB<># \t\n\r@", max_size=12)
contacts = st.builds(
    Identity, st.sampled_from(["", "a", "A", "aB", "b a", "é"]), st.sampled_from([*"aAbB@é", "aB"])
)
lines = st.one_of(
    st.builds("{} <{}>".format, names, addresses),
    st.builds("{}<{}> {} <{}>".format, names, addresses, names, addresses),
    odd,
)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@settings(max_examples=60)
@given(drawn=st.lists(lines, max_size=8), people=st.lists(contacts, min_size=1, max_size=12))
def test_git_says_the_same(
    sandbox: GitSandbox, newline: str, drawn: list[str], people: list[Identity]
) -> None:
    data = newline.join(drawn).encode()
    mailmap = parse_mailmap(data)
    assert by_git(sandbox, data, people) == [mailmap.real(person) for person in people]


def test_git_says_the_same_of_bytes_that_are_no_text(sandbox: GitSandbox) -> None:
    data = b"J\xf8rn <j@x>\n\xef\xbb\xbfAda <a@x>\nNew <n@x> J\xf8 <o@x>\n\x0bV\x0c <v@x>"
    people = [Identity("x", f"{letter}@x") for letter in "jaov"]
    assert by_git(sandbox, data, people) == [parse_mailmap(data).real(each) for each in people]


def by_git(sandbox: GitSandbox, data: bytes, people: list[Identity]) -> list[Identity]:
    """What ``git check-mailmap`` says where the mailmap is in a blob."""
    blob = sandbox.run("hash-object", "-w", "--stdin", stdin=data).decode().strip()
    asked = b"".join(person.to_bytes() + b"\n" for person in people)
    said = sandbox.run("-c", f"mailmap.blob={blob}", "check-mailmap", "--stdin", stdin=asked)
    return [_identity(line) for line in said.decode("utf-8", "replace").split("\n")[:-1]]


def _identity(line: str) -> Identity:
    name, _, email = line.removesuffix(">").rpartition("<")
    return Identity(name.removesuffix(" "), email)


def test_nothing_is_mapped_without_one() -> None:
    assert Mailmap().real(Identity("a", "b")) == Identity("a", "b")
