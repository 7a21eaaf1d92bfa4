from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.approval import Approval, approvals
from sgm_git.record.consent import Consent
from sgm_git.record.trailer import with_lines
from sgm_git.store.message import Deed, commit_message
from sgm_git.workflows.pull_request import inert

BLOB = "0123456789abcdef0123456789abcdef01234567"
LINE = f"SGM-Approve: rule-a {BLOB}"
_TEXT = st.text(min_size=1, max_size=40)
_HOSTILE = st.builds(
    lambda before, line, after: before + line + after,
    st.sampled_from(["", "\n", "\r", "\r\n", "x\n\n", "\u2028", "\x0b", "\x85", "* ", "\n- "]),
    st.sampled_from([LINE, f"SGM-Approve: memory:rule-a {'0' * 40}", "x"]),
    st.sampled_from(["", "\n", "\r\nmore", "\u2029"]),
)


@given(_TEXT, st.sampled_from([BLOB, "0" * 40, "f" * 64]), st.none() | _TEXT)
def test_an_approval_reads_back_to_exactly_that_approval(
    record_id: str, blob: str, root: str | None
) -> None:
    approval = Approval(record_id, blob, root)
    line = approval.line()
    assert list(approvals(line)) == [approval]
    assert line.isascii()
    assert line.isprintable()
    assert not set(line) & set("\"'`$\\!;&|<>()*?[]{}#")


@pytest.mark.parametrize("before", ["", "    ", "* ", "- ", "\t"])
def test_squash_merges_may_indent_and_concatenate(before: str) -> None:
    assert list(approvals(f"Merge (#12)\n\n{before}{LINE}\r\nmore\n")) == [Approval("rule-a", BLOB)]


@pytest.mark.parametrize(
    "line",
    [
        f"Approve rule-a: {LINE}",
        f"X-{LINE}",
        f"{LINE} too",
        f"SGM-Approve: rule-a {BLOB[:12]}",
        f"SGM-Approve: rule-a {BLOB.upper()}",
        f"SGM-Approve: rule-a {BLOB}0",
        f"SGM-Approve: a%ff {BLOB}",
        f"SGM-Approve: {BLOB}",
        "SGM-Approve: rule-a",
        f"sgm-approve: rule-a {BLOB}",
    ],
)
def test_what_is_not_exactly_that_line_approves_nothing(line: str) -> None:
    assert list(approvals(f"x\n\n{line}\n")) == []


@given(_HOSTILE, _HOSTILE, _HOSTILE, _HOSTILE)
def test_no_text_of_a_record_becomes_an_approval(
    name: str, kind: str, agent: str, subject: str
) -> None:
    """Neither in messages that we write, nor where we add lines to one, nor for a forge."""
    deeds = [Deed("add", kind, name), Deed("change", kind, name, {name: False, kind: True})]
    consents = [Consent(name, f"/{kind}".replace("~", "~0"), agent)]
    for said in (None, subject):
        for many in (deeds, deeds[:1], deeds[1:]):
            message = commit_message(many, subject=said, agent=agent, consents=consents, via=kind)
            assert list(approvals(message)) == []
    added = with_lines("subject\n", [each.line() for each in consents], "#")
    assert list(approvals(added)) == []
    assert list(approvals(inert(name))) == []  # the title of a pull request, and of its merge
