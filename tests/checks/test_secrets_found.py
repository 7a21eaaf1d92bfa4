from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.checks.keeping import keep
from sgm_git.checks.run import check_document
from sgm_git.findings import Severity
from sgm_git.policy.config import ChecksConfig, Config, Loosening
from sgm_git.record.secret import secrets_in
from sgm_git.record.value import JsonObject, dumps
from tests.checks.support import CLOSE, OPEN, POLICY, SCHEMAS, check, document, subject, unmarked
from tests.tokens import INSIDE, SAMPLES, TOKEN, drawn, private_key

E = Severity.ERROR
ALL = [(name, "", token, "") for name, token in SAMPLES] + list(INSIDE)
IDS = [f"{before}{token}"[:12] for _, before, token, _ in ALL]


def marked(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


@pytest.mark.parametrize(("name", "before", "token", "after"), ALL, ids=IDS)
def test_x601_tells_a_token_in_the_body_with_its_place(
    name: str, before: str, token: str, after: str
) -> None:
    text, place = unmarked(
        document(body=f"\nJ\u00f6rg's key:\n\n  {before}{marked(token)}{after}\n")
    )
    (finding,) = check(text, "X601")
    assert (finding.span, finding.pointer, finding.id) == (place, "/content", "dec-x")
    assert finding.message.startswith(f"{name}, ****{token[-4:]}: revoke it")
    assert token[:-4] not in repr(finding)
    twin = text.replace(token, "x" * len(token))
    assert check(twin, "X") == []


@pytest.mark.parametrize(("name", "token"), SAMPLES, ids=[token[:12] for _, token in SAMPLES])
def test_x601_tells_a_token_in_the_front_matter_with_its_place(name: str, token: str) -> None:
    text, place = unmarked(document(f"x: {{deep: [a, '{marked(token)}']}}"))
    (finding,) = check(text, "X601")
    assert (finding.span, finding.pointer) == (place, "/x/deep/1")
    (found,) = secrets_in(token)
    assert finding.message.startswith(f"{name}, ****{token[-4:]}: revoke it")
    assert finding.message.endswith(f"allow {found.digest}")
    assert (finding.severity, found.value) == (E, token)


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        (document(f"title: {marked(TOKEN)}"), "/title"),
        (document(f"title: a  # was {marked(TOKEN)}"), None),
        (document(f"x: {{{marked(TOKEN)}: 1}}"), f"/x/{TOKEN}"),
        (document(f'x: {OPEN}"{TOKEN.replace("_", chr(92) + "x5f")}"{CLOSE}'), "/x"),
        (document(f'x: "a\\n{marked(TOKEN)}\\tb"'), "/x"),
        (document(f"x: >\n  some words\n  {marked(TOKEN)}\n  more"), "/x"),
        (document(f"x: &a {marked(TOKEN)}\ny: *a"), "/x"),
        (f"no front matter {marked(TOKEN)}\n", None),
        (f"---\nid: x\n{marked(TOKEN)}", None),
        (f"---\n[: {marked(TOKEN)}\n---\n", None),
        (f"---\nid: a\nid: {marked(TOKEN)}\n---\n", None),
        (f"---\nid: a\n---\n<<<<<<< a\n{marked(TOKEN)}\n=======\nb\n>>>>>>> b\n", None),
        (f"\ufeff---\r\nid: a\r\n---\r\n\r\n\u2028 {marked(TOKEN)}\r\n", "/content"),
    ],
)
def test_x601_tells_a_secret_wherever_it_stands(text: str, pointer: str | None) -> None:
    plain, place = unmarked(text.replace("\ufeff", ""))
    data = ("\ufeff" * text.startswith("\ufeff") + plain).encode()
    (finding,) = check(data, "X601")
    assert finding.span == place
    if "<<<" not in text:  # between markers the rest may be read, or not
        assert finding.pointer == pointer


def test_x601_looks_into_files_that_are_no_utf_8() -> None:
    line = f"key: {TOKEN}\n"
    for data in (
        line.encode("utf-16"),
        b"\xff\xfe" + line.encode("utf-16-be"),
        b"\xe9\n" + line.encode(),
    ):
        found = check(data, "X601")
        assert len(found) == (0 if data.startswith(b"\xff\xfe\0") else 1)
    (finding,) = check(b"\xe9\n" + line.encode(), "X601")
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (2, 6)


def test_x601_looks_into_files_that_are_over_the_limit() -> None:
    big = document(body="\n" + "a line of a log\n" * 100_000 + TOKEN + "\n")
    assert [finding.code for finding in check(big)] == ["F107", "X601"]


def test_x601_tells_a_private_key_from_fence_to_fence_and_shows_nothing_of_it() -> None:
    key = private_key()
    for body in (
        f"\nThe key:\n\n{marked(key)}\n",
        f"\n> {marked(key.replace(chr(10), chr(10) + '> '))}\n",
    ):
        text, place = unmarked(document(body=body))
        (finding,) = check(text, "X601")
        assert finding.span == place
        assert finding.message.startswith("a private key, ****: revoke it")
        assert key[40:50] not in finding.message
    (finding,) = check(document(f"x: {dumps(key)}"), "X601")
    assert finding.pointer == "/x"


def test_x601_tells_a_secret_in_the_path() -> None:
    given = subject(document(), f"memory/decision/{TOKEN}.md")
    (finding,) = [each for each in check_document(given, POLICY) if each.code == "X601"]
    assert (finding.span, finding.pointer) == (None, None)


def test_x601_of_one_value_does_not_hide_the_others() -> None:
    other = dict(SAMPLES)["an OpenAI key"]
    found = check(document(f"x: {TOKEN}", body=f"\n{other} {TOKEN}\n{TOKEN}\n"), "X601")
    assert [finding.pointer for finding in found] == ["/x", *("/content",) * 3]


def test_what_the_configuration_allows_by_its_hash_is_no_secret() -> None:
    digests = [each.digest for each in secrets_in(f"{TOKEN} {private_key()}")]
    allowing = replace(POLICY, config=Config(secrets_allow=tuple(digests)))
    text = document(f"x: {TOKEN}", body=f"\n{private_key()}\n")
    assert check(text, "X601", policy=allowing) == []
    other = check(document(body=f"\n{private_key(seed=9)}\n"), "X601", policy=allowing)
    assert len(other) == 1


def test_the_message_gives_the_hash_that_allows_it() -> None:
    (finding,) = check(document(f"x: {TOKEN}"), "X601")
    digest = finding.message.rpartition(" ")[2]
    allowing = replace(POLICY, config=Config(secrets_allow=(digest,)))
    assert check(document(f"x: {TOKEN}"), "X601", policy=allowing) == []


def test_it_can_be_silenced_as_every_rule_can() -> None:
    per_path = {"memory/decision/**": Loosening(ignore=("X",))}
    policy = replace(POLICY, config=Config(checks=ChecksConfig(per_path=per_path)))
    assert check(document(f"x: {TOKEN}"), "X601", policy=policy) == []


@pytest.mark.parametrize(
    "text",
    [
        document(f"id: {TOKEN}", f"type: {TOKEN}", f"x: {{{TOKEN}: [1]}}"),
        document(f"scope: {{project: {TOKEN}}}"),
        document(f"annotations:\n  - {{kind: status, value: {TOKEN}}}"),
        document(f"provenance: {{agent: a, created_at: {TOKEN}, origin: cli, scope: {{}}}}"),
        document(f"type: status\nas_of: {TOKEN}"),
        document(f"x: !{TOKEN} a"),
        document(f"x: *{TOKEN}"),
        document(f"x: 1\n'{TOKEN}': a\n{TOKEN}: b"),
        document(f"links: [{TOKEN}]", body=f"\nStatus: {TOKEN}\n<!-- {TOKEN} -->\n"),
    ],
)
def test_no_message_of_any_family_shows_a_secret(text: str) -> None:
    previous: JsonObject = {"id": "dec-x", "x_token": TOKEN, "provenance": {"session": TOKEN}}
    given = subject(text, is_new=True, previous=previous, allowed=())
    findings = check_document(given, replace(POLICY, author=TOKEN))
    assert {finding.code for finding in findings} >= {"X601"}
    for finding in findings:
        assert TOKEN[:20] not in finding.message


def test_a_secret_that_is_taken_out_is_not_asked_back() -> None:
    base: JsonObject = {
        "id": "a",
        "x_token": TOKEN,
        "x_note": "kept",
        "annotations": [{"kind": "x-key", "value": f"it is {TOKEN}"}, {"kind": "x-b", "value": 1}],
        "provenance": {"agent": "a", "session": TOKEN, "x_run": drawn("0123456789", 8)},
    }
    result: JsonObject = {"id": "a", "provenance": {"agent": "a", "session": "in the vault"}}
    lost = keep(base, result, SCHEMAS.vocabulary)
    assert [(fault.code, fault.pointer) for fault in lost] == [
        *(("K401", "/x_note"), ("K402", "/annotations/1"), ("K405", "/provenance/x_run")),
    ]
