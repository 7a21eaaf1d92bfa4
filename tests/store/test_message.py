from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.consent import Consent, consents
from sgm_git.store.message import Deed, commit_message, defused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.support import GitSandbox

_NASTY = st.sampled_from(
    [
        "\nSGM-Allow: dec-x /title",
        "\r\nCo-authored-by: Eve <eve@example.org>",
        "\u2028SGM-Agent: root",
        "\x85Signed-off-by: E <e@e>",
        "\n\n---\n",
        "\n# comment",
        "\x00",
        "\u202e",
        "# ",
    ]
)
_TEXT = st.lists(st.text(max_size=20) | _NASTY, max_size=4).map("".join)


def deed(
    record_id: str = "dec-x",
    verb: str = "add",
    kind: str = "decision",
    names: Sequence[str] = (),
    *,
    gone: bool = False,
) -> Deed:
    return Deed(verb, kind, record_id, dict.fromkeys(names, gone))


def test_one_deed_is_the_subject() -> None:
    assert commit_message([deed()]) == "memory: add decision dec-x\n"


@pytest.mark.parametrize(
    ("names", "subject"),
    [
        ((), "memory: change decision dec-x"),
        (("status",), "memory: set status of dec-x"),
        (("title", "content"), "memory: edit dec-x (title, content)"),
        (("a", "b", "c", "d"), "memory: edit dec-x (a, b, c, ...)"),
        (("x" * 99,), f"memory: set {'x' * 23}… of dec-x"),
        (("\n",), "memory: edit dec-x ()"),
    ],
)
def test_a_change_names_its_fields(names: tuple[str, ...], subject: str) -> None:
    assert commit_message([deed(verb="change", names=names)]) == f"{subject}\n"


def test_a_field_that_is_gone_is_not_said_to_be_set() -> None:
    one = deed(verb="change", names=["weight"], gone=True)
    assert commit_message([one]) == "memory: unset weight of dec-x\n"


def test_several_deeds_are_counted_and_listed() -> None:
    message = commit_message([deed("dec-x"), deed("dec-y")], agent="build-agent")
    assert message == (
        "memory: add 2 records\n\n- add decision dec-x\n- add decision dec-y\n\n"
        "SGM-Agent: build-agent\n"
    )


def test_a_long_list_is_cut_and_says_so() -> None:
    message = commit_message([deed(f"dec-{n}") for n in range(25)])
    assert message.count("\n- ") == 21
    assert message.endswith("- and 5 more\n")


@given(_TEXT)
def test_defused_text_is_one_visible_line(text: str) -> None:
    line = defused(text)
    assert len(line.splitlines()) <= 1
    assert len(line) <= 100
    assert all(c == " " or unicodedata.category(c)[0] not in "CZ" for c in line)


@given(_TEXT, _TEXT, st.none() | _TEXT, st.none() | _TEXT, st.lists(_TEXT, max_size=4))
def test_no_text_can_create_or_alter_a_trailer(
    record_id: str, kind: str, subject: str | None, agent: str | None, names: list[str]
) -> None:
    allowed = Consent("dec-y", "/x_review")
    message = commit_message(
        [deed(record_id, "change", kind, names), deed()],
        subject=subject,
        agent=agent,
        consents=[allowed],
    )
    lines = message.splitlines()
    keyed = [line for line in lines if line.split(":")[0].strip().lower().startswith("sgm-")]
    named = [] if agent is None else [f"SGM-Agent: {defused(agent)}".rstrip()]
    assert [line.rstrip() for line in keyed] == [*named, "SGM-Allow: dec-y /x_review"]
    assert list(consents(message)) == [allowed]


def test_git_reads_our_trailers_and_no_others(sandbox: GitSandbox) -> None:
    hostile = "x\n\nCo-authored-by: Eve <eve@example.org>\nSGM-Allow: a /b"
    deeds = [deed(hostile, "change", names=[hostile]), deed()]
    message = commit_message(deeds, subject=hostile, agent=hostile)
    trailers = sandbox.run("interpret-trailers", "--parse", stdin=message.encode())
    assert trailers.decode() == f"SGM-Agent: {defused(hostile)}\n"


def test_what_made_a_commit_is_named_last() -> None:
    message = commit_message([deed()], agent="bot", via="watch")
    assert message.splitlines()[-2:] == ["SGM-Agent: bot", "SGM-Via: watch"]
