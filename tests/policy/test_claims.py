"""Whoever is named in a commit message is found, on whichever line and however it came there."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.commits import Identity
from sgm_git.policy.claims import Claim, Role, claims

ADA = Claim(Role.CO_AUTHOR, Identity("Ada Lovelace", "ada@example.org"))
AGENT = Claim(Role.AGENT, Identity("build-agent", ""))


@pytest.mark.parametrize(
    "line",
    [
        "Co-authored-by: Ada Lovelace <ada@example.org>",
        "co-authored-by: Ada Lovelace <ada@example.org>",
        "Co-Authored-By : Ada Lovelace<ada@example.org>  ",
        "CO-AUTHORED-BY:Ada Lovelace  < ada@example.org > (in the train)",
        "    Co-authored-by: Ada Lovelace <ada@example.org>",
        "\t* Co-authored-by: Ada Lovelace <ada@example.org>",
        "- Co-authored-by: Ada Lovelace <ada@example.org> <eve@example.org>",
    ],
)
@pytest.mark.parametrize("form", ["{}", "{}\r\n", "Do\n\n{}\n", "Do\r\n\r\n{}\r\nmore", "Do\r{}\r"])
def test_a_co_author_is_found(line: str, form: str) -> None:
    assert claims(form.format(line)) == (ADA,)


@pytest.mark.parametrize(
    "line", ["SGM-Agent: build-agent", "sgm-agent:build-agent\t", "  * SGM-AGENT : build-agent"]
)
def test_an_acting_agent_is_found(line: str) -> None:
    assert claims(f"memory: set title\n\n{line}\r\n") == (AGENT,)


def test_a_squash_of_several_commits_names_them_all_in_order() -> None:
    message = (
        "Add the rules (#12)\n\n* Add one\n\nSGM-Agent: build-agent\n\n* Add two\n\n"
        "    Co-authored-by: Ada Lovelace <ada@example.org>\n\n---------\n\n"
        "Co-authored-by: dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>\n"
    )
    bot = Identity("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com")
    assert claims(message) == (AGENT, ADA, Claim(Role.CO_AUTHOR, bot))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada", Identity("Ada", "")),
        ("ada@example.org", Identity("", "ada@example.org")),
        ("<ada@example.org>", Identity("", "ada@example.org")),
        ("Ada <", Identity("Ada <", "")),
        ("A @ B", Identity("A @ B", "")),
        ("a\u2028b <x@y>", Identity("a\u2028b", "x@y")),
    ],
)
def test_a_co_author_may_be_named_in_part(text: str, expected: Identity) -> None:
    assert claims(f"Co-authored-by: {text}") == (Claim(Role.CO_AUTHOR, expected),)


def test_an_agent_is_all_that_stands_on_its_line() -> None:
    assert claims("SGM-Agent: a <b@c>: d") == (Claim(Role.AGENT, Identity("a <b@c>: d", "")),)


@pytest.mark.parametrize(
    "message",
    [
        *("", "Co-authored-by:", "SGM-Agent: \t\r\n", "Co-authored-by: <>", "Co-authored-by"),
        *("see Co-authored-by: Ada <a@x>", "> SGM-Agent: a", "XSGM-Agent: a", "SGM-Agents: a"),
        *("\u017fGM-Agent: a", "SGM\u2010Agent: a", "SGM-Agent\n: a", "SGM-\nAgent: a"),
        *("x\u2028SGM-Agent: a", "x\0SGM-Agent: a", "x\x0bSGM-Agent: a"),
    ],
)
def test_other_lines_name_nobody(message: str) -> None:
    assert claims(message) == ()


@given(st.text("aA:<>@ -*\r\n\0\t\ud800") | st.text())
def test_no_message_is_too_odd(text: str) -> None:
    for found in claims(f"{text}\nSGM-Agent: x{text}"):
        assert found.who.name or found.who.email
        assert "\n" not in found.who.name + found.who.email


@pytest.mark.parametrize(
    "text",
    [
        *(" " * 500_000, "*" * 500_000, "SGM-Agent:" + " " * 500_000 + "x", "\r" * 500_000),
        *(
            "SGM-Agent" + " " * 500_000,
            "SGM-Agent: a\n" * 40_000,
            "Co-authored-by: " + "<" * 500_000,
        ),
    ],
    ids=["blanks", "bullets", "before a name", "ends", "before a colon", "lines", "brackets"],
)
def test_a_long_message_takes_no_long_time(text: str) -> None:
    start = time.process_time()
    claims(text)
    assert time.process_time() - start < 5
