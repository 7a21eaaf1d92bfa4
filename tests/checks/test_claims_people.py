"""Rules P305 and P310: honest teams raise no error, and each forgery what it deserves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.edits import apply_edits
from sgm_git.commits import Signature, SignatureState
from sgm_git.document.read import read
from sgm_git.findings import Finding, Severity, Span
from sgm_git.policy.config import Config
from tests.checks.witness_support import ADA, BOB, EVE, PATH, Past, Step, oid, people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
ADA_WEB = "Ada <1815+ada@users.noreply.github.com>"
ADA_HOME = "A. Lovelace <ada@home.example>"
GITHUB = "GitHub <noreply@github.com>"
QUEUE = "github-merge-queue[bot] <118344674+github-merge-queue[bot]@users.noreply.github.com>"
RENOVATE = "renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>"
TRUSTED = (ADA, ADA_WEB, BOB, GITHUB, RENOVATE)
CONFIG = Config(
    identities={"Grace": ("grace@navy.example", "grace@example.org")},
    agents={"build-agent": ("ada@example.org", "ci@example.org")},
)
MAILMAP = b"Ada <ada@example.org> <ada@home.example>\n"
AT = "2026-10-12T12:00:00Z"
LATER = "2026-10-14T12:00:00Z"
FRIDAY = "2026-10-09T17:00:00Z"
UNMADE = Step(says={"created_at": "2027-01-15T08:00:00Z"}, is_committed=False)
WEB_FLOW = "968479A1AFF927E37D1A566BB5690EEEBB952194"
GOOD_HOST = Signature(SignatureState.GOOD, "GitHub <noreply@github.com>", WEB_FLOW)


def by(name: str, at: str = AT) -> JsonObject:
    return {"modified": True, "modified_at": at, "modified_by": name}


def judged(
    *steps: Step,
    first: Step | None = None,
    signatures: Mapping[str, Signature] | None = None,
    identities_strict: bool = False,
) -> Past:
    """A record that Ada began, after those steps, before a team that knows its people."""
    whole = (first or Step(), *steps)
    return Past(
        *whole,
        people=people(*whole, config=CONFIG, mailmap=MAILMAP, trusted=TRUSTED),
        hosts=(WEB_FLOW,),
        signatures=signatures or {},
        identities_strict=identities_strict,
    )


def codes(past: Past) -> list[tuple[str, Severity]]:
    return [(finding.code, finding.severity) for finding in past.findings()]


def squash(message: str = "Say more (#7)", who: str = BOB) -> Step:
    """A pull request in which Ada stamped her edit, merged by a forge under another's name."""
    return Step(LATER, who, by("Ada", FRIDAY), message=message, committer=GITHUB)


SQUASHED = """\
Say more (#7)

* Say more

* Say it better

---------

Co-authored-by: Ada <ADA@example.org>
"""
AGENTS = """\
Say more (#7)

* memory: set title of fact-a

    SGM-Agent: scribe
"""

HONEST: dict[str, tuple[Past, list[tuple[str, Severity]]]] = {
    "under the own name": (judged(Step(AT, BOB, by("Bob"))), []),
    "in another case": (judged(Step(AT, BOB, by("BOB"))), []),
    "by address": (judged(Step(AT, BOB, by("bob@example.org"))), []),
    "by name and address": (judged(Step(AT, BOB, by("Bob <bob@example.org>"))), []),
    "on the web": (judged(Step(AT, ADA_WEB, by("Ada"), committer=GITHUB)), []),
    "on the web, by login": (judged(Step(AT, ADA_WEB, by("ada"), committer=GITHUB)), []),
    "by a bot": (judged(Step(AT, RENOVATE, by("renovate[bot]"))), []),
    "from home, with a mailmap": (judged(Step(AT, ADA_HOME, by("Ada"))), []),
    "by another address of theirs": (
        judged(Step(AT, "gh <grace@navy.example>", by("grace@example.org"))),
        [],
    ),
    "by one whom nobody knew": (judged(Step(AT, "Kim <kim@example.org>", by("Kim"))), []),
    "by an agent under a person's account": (
        judged(Step(AT, BOB, by("scribe"), message="x\n\nSGM-Agent: scribe\n")),
        [],
    ),
    "by an agent that the team lists": (judged(Step(AT, ADA, by("build-agent"))), []),
    "by a listed agent, in whatever hands": (
        judged(Step(AT, BOB, by("build-agent"), message="x\n\nSGM-Agent: build-agent\n")),
        [],
    ),
    "by an agent that is a co-author": (
        judged(Step(AT, BOB, by("Claude"), message="x\n\nCo-authored-by: Claude <no@a.example>")),
        [],
    ),
    "by an agent of which nothing is said": (judged(Step(AT, BOB, by("scribe"))), [("P305", W)]),
    "by an agent, before the message is written": (
        judged(Step(AT, BOB, by("scribe"), is_committed=False)),
        [],
    ),
    "squashed by its author": (judged(squash(who=ADA)), []),
    "squashed by its author on the web": (judged(squash(who=ADA_WEB)), []),
    "squashed with its message": (judged(squash(SQUASHED)), [("P305", W)]),
    "squashed with the messages of an agent": (
        judged(replace(squash(AGENTS), says=by("scribe", FRIDAY))),
        [],
    ),
    "squashed by a host that signs": (
        judged(squash(), signatures={oid(1): GOOD_HOST}),
        [("P305", W)],
    ),
    "squashed by title only, unsigned": (judged(squash()), [("P305", E)]),
    "through a merge queue": (
        judged(
            Step(AT, BOB, by("Bob"), parents=(0,)),
            Step(AT, ADA, text="Text 1", parents=(0,)),
            Step(LATER, QUEUE, parents=(1, 2), committer=GITHUB, is_automatic=True),
        ),
        [],
    ),
    "after an update of the branch": (
        judged(
            Step(AT, BOB, by("Bob"), parents=(0,)),
            Step(AT, ADA, text="Text 1", parents=(0,)),
            Step(LATER, ADA_WEB, parents=(1, 2), committer=GITHUB, is_automatic=True),
            Step(LATER, BOB, by("Bob", LATER)),
        ),
        [],
    ),
    "rebased by another": (
        judged(Step(AT, BOB, by("Bob"), committer=ADA, commit_at="2026-12-01T12:00:00Z")),
        [],
    ),
    "written by two": (
        judged(Step(AT, BOB, by("Bob"), message="x\n\nCo-authored-by: Ada <ada@example.org>")),
        [],
    ),
    "written by two, the other stamped": (
        judged(Step(AT, BOB, by("Ada"), message="x\n\nCo-authored-by: Ada <ada@example.org>")),
        [("P305", W)],
    ),
    "stamped later by another": (
        judged(Step(AT, BOB), Step(LATER, ADA, by("Bob"), text="Text 2")),
        [],
    ),
    "stamped later in the own name": (
        judged(Step(AT, BOB), Step(LATER, ADA, by("Ada", LATER), text="Text 2")),
        [],
    ),
    "stamped by another, and then by the same": (
        judged(Step(AT, BOB, {"modified": True, "modified_by": "Ada"}), Step(LATER, ADA)),
        [],
    ),
    "merged by hand": (
        judged(
            Step(AT, BOB, by("Bob"), parents=(0,)),
            Step(AT, ADA, by("Ada"), parents=(0,)),
            Step(LATER, ADA, by("Ada", LATER), parents=(1, 2)),
        ),
        [],
    ),
    "merged by hand, the stamps of one side": (
        judged(
            Step(AT, BOB, by("Bob"), parents=(0,)),
            Step(AT, ADA, by("Ada"), parents=(0,)),
            Step(LATER, ADA, parents=(1, 2)),
        ),
        [("P303", W)],
    ),
    "reverted by another": (
        judged(
            Step(AT, BOB, by("Bob")),
            Step("2026-10-13T12:00:00Z", ADA, by("Ada", "2026-10-13T12:00:00Z")),
            Step(LATER, RENOVATE, by("Bob"), text="Text 2"),
        ),
        [("P303", W)],
    ),
    "deleted, and restored by another": (
        judged(Step(AT, ADA, by("Ada")), Step(LATER, BOB, text="Text 2", returns=True)),
        [("P303", I)],
    ),
    "brought in by another, stamps and all": (
        judged(first=Step(AT, BOB, by("Ada", FRIDAY) | {"origin": "import", "agent": "Cleo"})),
        [("P310", I), ("P307", I), ("P305", I)],
    ),
    "created by an agent of which nothing is said": (
        judged(first=Step(says={"agent": "scribe"})),
        [("P310", I)],
    ),
    "created by an agent, before the message is written": (
        judged(first=replace(UNMADE, says={**UNMADE.says, "agent": "scribe"})),
        [],
    ),
    "created by an agent that the message names": (
        judged(first=Step(says={"agent": "scribe"}, message="x\n\nSGM-Agent: scribe")),
        [],
    ),
    "begun on two branches": (
        judged(Step(who=BOB, says={"agent": "Bob"}, parents=()), Step(parents=(0, 1))),
        [],
    ),
}


@pytest.mark.parametrize(("past", "expected"), HONEST.values(), ids=HONEST)
def test_honest_work_raises_no_error(past: Past, expected: list[tuple[str, Severity]]) -> None:
    assert codes(past) == expected


def forged(
    name: str = "Ada", who: str = EVE, message: str = "", signature: Signature | None = None
) -> Past:
    signatures = {} if signature is None else {oid(1): signature}
    return judged(Step(AT, who, by(name), message=message), signatures=signatures)


FORGED: dict[str, tuple[Past, list[tuple[str, Severity]]]] = {
    "another's name": (forged(), [("P305", E)]),
    "another's address": (forged("ada@example.org"), [("P305", E)]),
    "another's name with an own address": (forged("Ada <eve@evil.example>"), [("P305", E)]),
    "another's name in git too": (forged(who="Ada <eve@evil.example>"), [("P305", E)]),
    "the local part of a foreign address": (
        forged("ada", who="Eve <ada@evil.example>"),
        [("P305", E)],
    ),
    "a login that is another's": (
        forged(who="Eve <7+eve@users.noreply.github.com>"),
        [("P305", E)],
    ),
    "a look-alike": (forged("\u0410d\u0430", who="\u0410d\u0430 <e@e.example>"), [("P305", E)]),
    "a look-alike, under an own name": (forged("Ad\u0430"), [("P305", W)]),
    "a person for an agent": (forged(message="x\n\nSGM-Agent: Ada\n"), [("P305", E)]),
    "a co-author by name": (forged(message="x\n\nCo-authored-by: Ada <>\n"), [("P305", E)]),
    "a co-author with an own address": (
        forged(message="x\n\nCo-authored-by: Ada <eve@evil.example>\n"),
        [("P305", E)],
    ),
    "a co-author by full address": (
        forged(message="x\n\nCo-authored-by: Ada <ada@example.org>\n"),
        [("P305", W)],
    ),
    "a forge's name without its signature": (judged(squash(who=EVE)), [("P305", E)]),
    "a bad signature of a host": (
        forged(signature=replace(GOOD_HOST, state=SignatureState.BAD)),
        [("P305", E)],
    ),
    "a good signature of an own key": (
        forged(signature=Signature(SignatureState.GOOD, "eve@evil.example")),
        [("P305", E)],
    ),
    "an agent that nobody knows": (forged("scribe"), [("P305", W)]),
    "before it is committed": (
        judged(Step(AT, EVE, by("Ada"), is_committed=False)),
        [("P305", E)],
    ),
    "another's agent": (
        judged(Step(who=EVE, says={"agent": "Eve"})),
        [("P302", E)],
    ),
    "a new record in another's name": (judged(first=Step(who=EVE)), [("P310", I)]),
    "a record that is made older": (
        judged(Step(who=EVE, says={"created_at": "2026-01-01T00:00:00Z"})),
        [("P301", E), ("P315", W)],
    ),
    "a new record that is back-dated": (
        judged(first=Step(says={"created_at": "2026-01-01T00:00:00Z"})),
        [("P315", W)],
    ),
    "a time after the commit": (
        judged(Step(AT, EVE, by("Eve", "2026-12-24T00:00:00Z"))),
        [("P304", E)],
    ),
    "another's stamps under a new text": (
        judged(Step(AT, ADA, by("Ada")), Step(LATER, EVE)),
        [("P303", W)],
    ),
    "a consent for an alias": (
        judged(
            Step(who=EVE, says={"agent": "Eve"}, message="x\n\nSGM-Allow: old /provenance/agent")
        ),
        [("P302", E)],
    ),
}


@pytest.mark.parametrize(("past", "expected"), FORGED.values(), ids=FORGED)
def test_a_forgery_raises_what_it_deserves(
    past: Past, expected: list[tuple[str, Severity]]
) -> None:
    assert codes(past) == expected


def test_a_mailmap_that_arrives_with_the_forgery_vouches_for_nothing() -> None:
    steps = (Step(), Step(AT, EVE, by("Ada")))
    arriving = b"Ada <ada@example.org> <eve@evil.example>\n"
    assert codes(judged(*steps[1:])) == [("P305", E)]
    trusting = people(*steps, mailmap=arriving, trusted=TRUSTED)
    assert codes(Past(*steps, people=trusting)) == []


@pytest.mark.parametrize("code", ["P305", "P310"])
def test_strict_identities_make_more_of_it(code: str) -> None:
    first = Step(says={"agent": "scribe"})
    strict = judged(Step(AT, BOB, by("scribe")), first=first, identities_strict=True)
    expected = {"P305": E, "P310": W}
    (finding,) = strict.findings(code)
    assert finding.severity is expected[code]
    imported = judged(
        first=replace(first, says={"agent": "scribe", "origin": "import"}), identities_strict=True
    )
    assert codes(imported) == [("P310", I)]


SAID = {
    E: 'modified_by is "Ada", but that came with commit 0000000002 by "Bob <bob@example.org>";'
    " sgm fix names the author, [identities] joins addresses of one person",
    W: 'modified_by is "Ada", but that came with commit 0000000002 by "Bob <bob@example.org>";'
    " that is only claimed there: let them stamp it, or sgm accept it",
}


@pytest.mark.parametrize(("message", "severity"), [("Say more (#7)", E), (SQUASHED, W)])
def test_p305_names_the_commit_both_names_and_the_remedy(message: str, severity: Severity) -> None:
    (finding,) = judged(squash(message)).findings()
    assert finding == Finding(
        "P305",
        severity,
        PATH,
        SAID[severity],
        Span(13, 16, 13, 21),
        "/provenance/modified_by",
        "fact-a",
        finding.fix,
        oid(1),
    )
    assert (finding.fix is not None) == (severity is E)


def test_p310_names_the_commit_both_names_and_the_remedy() -> None:
    (finding,) = judged(first=Step(says={"agent": "scribe"})).findings()
    assert finding == Finding(
        "P310",
        I,
        PATH,
        'agent is "scribe", but the first version is commit 0000000001 by'
        ' "Ada <ada@example.org>"; name its addresses in [agents] or [identities] of'
        " .sgm/config.toml",
        Span(7, 10, 7, 18),
        "/provenance/agent",
        "fact-a",
        None,
        oid(0),
    )


def test_sgm_fix_clears_what_a_squash_by_title_only_made() -> None:
    past = judged(squash())
    (finding,) = past.findings("P305")
    assert finding.fix is not None
    document = read(apply_edits(past.subject.data, finding.fix.edits)).document
    assert document is not None
    says = document.record["provenance"]
    assert isinstance(says, dict)
    assert says["modified_by"] == "Bob"
    fixed = Step("2026-12-01T12:00:00Z", ADA, says, "Text 2")
    assert codes(judged(squash(), fixed)) == []
    assert codes(judged(squash(), replace(fixed, is_committed=False))) == []


def test_what_cannot_be_seen_of_a_stamped_version_is_not_judged() -> None:
    stamped = Step(LATER, BOB, by("Ada"), text="Text 1")
    assert codes(Past(Step(), stamped, is_cut=True)) == []
    assert codes(judged(stamped)) == [("P307", I)]
