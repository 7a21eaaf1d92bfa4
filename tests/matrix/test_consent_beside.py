"""Who names what an edit has changed or lost already consents to it, and commits it then."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.matrix.support import PLAIN, PLAIN_BEFORE, Bench, Outcome

EDITS = [
    (b"agent: Ada", b"agent: Grace", "/provenance/agent"),
    (b"agent: Ada", b"agent: O'Neil $HOME", "/provenance/agent"),
    (b"2026-10-10T18:21:47Z", b"2026-10-09T18:21:47Z", "/provenance/created_at"),
]


def ours(bench: Bench, line: str) -> Outcome:
    """Run a command of ours as a shell does."""
    return bench.start("sh", "-c", f'sgm() {{ "$(git config sgm.path)" "$@"; }}\n{line}')


def commit(bench: Bench) -> Outcome:
    """Commit all."""
    return bench.attempt("commit", "-qam", "on purpose")


@pytest.mark.parametrize(("before", "after", "pointer"), EDITS)
def test_the_refusal_of_another_maker_names_the_command_that_consents(
    bench: Bench, before: bytes, after: bytes, pointer: str
) -> None:
    bench.run("update-ref", "refs/remotes/origin/main", "HEAD")
    edited = PLAIN_BEFORE.replace(before, after, 1)
    bench.write(PLAIN, edited)
    refused = commit(bench)
    assert refused.status == 1, refused.said
    assert "in HEAD; put that back, or consent to it: " in refused.said
    assert "trusted side" not in refused.said
    assert "not committed yet" not in refused.said
    (command,) = re.findall(r"consent to it: (sgm set .* --no-commit)$", refused.said, re.MULTILINE)
    assert shlex.split(command)[3].startswith(pointer)
    done = ours(bench, command)
    assert done.status == 0, done.said
    assert bench.read(PLAIN) == edited
    done = commit(bench)
    assert done.status == 0, done.said
    assert bench.message().rstrip("\n") == f"on purpose\n\nSGM-Allow: fact-a {pointer}"
    assert bench.at("HEAD", PLAIN) == edited
    assert ours(bench, "sgm check --range origin/main..HEAD").status == 0


def test_a_field_that_an_edit_has_lost_goes_by_its_name(bench: Bench) -> None:
    lost = PLAIN_BEFORE.replace(b"x_review: 42\n", b"")
    bench.write(PLAIN, lost)
    done = ours(bench, "sgm unset fact-a /x_review --no-commit")
    assert (done.status, "your consent waits for the commit" in done.said) == (0, True), done.said
    done = commit(bench)
    assert done.status == 0, done.said
    assert bench.message().rstrip("\n") == "on purpose\n\nSGM-Allow: fact-a /x_review"
    assert bench.at("HEAD", PLAIN) == lost


def test_one_that_is_named_is_no_consent_to_another(bench: Bench) -> None:
    bench.write(PLAIN, PLAIN_BEFORE.replace(b"x_review: 42", b"x_other: 1"))
    assert ours(bench, "sgm unset fact-a /x_review --no-commit").status == 0
    bench.write(PLAIN, PLAIN_BEFORE.replace(b"agent: Ada", b"agent: Eve").replace(b"x_r", b"y_r"))
    refused = commit(bench)
    assert refused.status == 1
    assert "P302 error" in refused.said
    assert "K401" not in refused.said


def test_what_head_has_not_cannot_be_taken_away(bench: Bench) -> None:
    done = ours(bench, "sgm unset fact-a /x_never --no-commit")
    assert done.status == 1
    assert not (bench.git_dir / "sgm/consents").exists()


def test_an_edit_is_told_that_it_is_not_committed(bench: Bench) -> None:
    bench.write(PLAIN, PLAIN_BEFORE.replace(b"agent: Ada", b"agent: Eve"))
    done = ours(bench, "sgm set fact-a /provenance/agent=Eve --consent")
    assert (done.status, "with --no-commit your consent waits" in done.said) == (0, True), done.said
    assert commit(bench).status == 1


def test_a_value_of_another_type_that_an_edit_has_already(bench: Bench) -> None:
    bench.write(PLAIN, PLAIN_BEFORE.replace(b"x_review: 42", b'x_review: "42"'))
    assert ours(bench, "sgm set fact-a /x_review=42 --no-commit").status == 0
    done = commit(bench)
    assert done.status == 0, done.said
    assert "SGM-Allow: fact-a /x_review" in bench.message()
