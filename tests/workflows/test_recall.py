"""What is known of documents is not found out again, and a check says what it would without."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read
from sgm_git.store import entry, recall, seal
from sgm_git.workflows.check import EVERYTHING, Selection, check
from tests.store.support import NOW, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.document import Reading
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.check import CheckReport
    from tests.support import GitSandbox

LATER, EARLIER = NOW + 5_000, NOW - 5_000
CONFIGS = (
    "format = 1\n",
    "format = 1\n[checks]\nignore = ['S208']\n",
    (
        "format = 1\n[checks]\nseverity = { F112 = 'error' }\n"
        "per_path = { 'memory/rule/**' = { ignore = ['S'] } }\n"
    ),
    "format = 1\n[[root]]\npath = 'memory'\nlayout = '{type}/{shard}/{id}.md'\n",
)
DATES = ("2026-10-10T18:21:47Z", "2026-11-18T11:20:00Z", "2026-11-30T00:00:00Z")
ANY_TIME = -10 * 365 * 86_400 * 1_000_000_000  # as a moment, in nanoseconds: every file is older
SCHEMA = '{"properties": {"title": {"maxLength": 3}}}'
DOCUMENTS = (
    "---\nid: {0}\ntype: rule\ntitle: Title\n---\n\nA rule.\n",
    "---\nid: {0}\ntype: rule\ntitle: T\nmodified: maybe\n---\n\nHidden \u200b text.\n",
    (
        "---\nid: {0}\ntype: status\n"
        "annotations: [{{kind: as_of, value: 2026-11-18T11:30:00Z}}]\n---\n"
    ),
    "---\nid: {0}\ntype: decision\nprovenance: {{agent: a, links: [x, y]}}\n---\n\nWhy.\n",
    (
        "---\nid: {0}\ntype: fact\nprovenance:\n  agent: Ada\n  origin: cli\n  scope: {{}}\n"
        "  created_at: 2026-11-18T12:00:00Z\n---\n\nAhead.\n"
    ),
    "---\nid: {0}\ntype: desicion\naliases: [x]\n---\n<!-- unseen -->\n",
    "---\nid: [\n---\n",
    "no record\n",
    "---\r\nid: {0}\r\ntype: rule\r\n---\r\n\r\nText.\r\n",
)


@contextmanager
def without_index(sandbox: GitSandbox) -> Iterator[None]:
    """Let there be no index for a while."""
    file = sandbox.path / ".git/sgm/index.sqlite"
    aside = file.with_name("aside")
    if file.exists():
        file.rename(aside)
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        if aside.exists():
            aside.rename(file)


def checked(
    sandbox: GitSandbox, engine: Engine = "git", now: int = NOW, selection: Selection = EVERYTHING
) -> CheckReport:
    """What a check says now."""
    return check(open_store(sandbox.path, engine).records, now, selection)


def change(sandbox: GitSandbox, dice: random.Random) -> None:
    """Write or remove a document, the configuration, a schema."""
    name = dice.choice("xyzw")
    place = dice.choice((f"rule/{name}.md", f"{name}.md", f"status/{name}.md"))
    path = sandbox.path / "memory" / place
    if dice.random() < 0.15:
        path.unlink(missing_ok=True)
    elif dice.random() < 0.1:
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to("x.md")
    else:
        path.unlink(missing_ok=True)
        sandbox.write(f"memory/{place}", dice.choice(DOCUMENTS).format(name))
    if dice.random() < 0.15:
        sandbox.write(".sgm/config.toml", dice.choice(CONFIGS))
    if dice.random() < 0.1:
        sandbox.write(".sgm/schemas/rule.json", SCHEMA.replace("3", dice.choice("345")))


@pytest.mark.parametrize(("engine", "steps"), [("git", 10), ("dulwich", 5)])
@pytest.mark.parametrize("seed", range(4))
def test_a_check_with_an_index_says_what_one_without_says(
    sandbox: GitSandbox, engine: Engine, steps: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was changed, staged or committed, whatever is asked, whatever the time."""
    monkeypatch.setattr(seal, "MOMENT", ANY_TIME)
    dice = random.Random(seed)
    sandbox.write("memory/rule/fixed.md", DOCUMENTS[0].format("fixed"))
    begin(sandbox, engine)
    codes = set()
    for _ in range(steps):
        for _ in range(dice.randrange(4)):
            change(sandbox, dice)
        if dice.random() < 0.6:
            sandbox.commit(date=dice.choice(DATES))
        elif dice.random() < 0.5:
            sandbox.run("add", "-A")
        for _ in range(2):
            now = dice.choice((EARLIER, NOW, NOW, LATER))
            paths = dice.choice(((), (), ("memory/rule",)))
            selection = Selection(paths, staged=dice.random() < 0.2, author="Ada")
            report = checked(sandbox, engine, now, selection)
            with without_index(sandbox):
                assert report == checked(sandbox, engine, now, selection)
            codes |= {finding.code for finding in report.findings}
    assert "S201" in codes


@pytest.fixture
def known(sandbox: GitSandbox) -> CheckReport:
    """A store that was checked, and what was said."""
    begin(sandbox)
    for number, text in enumerate(DOCUMENTS):
        sandbox.write(f"memory/rule/r{number}.md", text.format(f"r{number}"))
    sandbox.commit()
    return checked(sandbox)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is parsed from now on."""
    seen: list[bytes] = []

    def watched(data: bytes) -> Reading:
        """Note it, and read it."""
        seen.append(data)
        return read(data)

    monkeypatch.setattr(entry, "read", watched)
    return seen


def text(number: int) -> bytes:
    """One of the documents."""
    return DOCUMENTS[number].format(f"r{number}").encode()


AHEAD, CRLF = text(2), text(8)


def test_what_is_as_head_has_it_is_not_parsed_again(
    sandbox: GitSandbox, known: CheckReport, parsed: list[bytes]
) -> None:
    """But for what is dated ahead, and what git may store otherwise than it stands here."""
    assert checked(sandbox) == known
    told = {finding.path for finding in known.findings if finding.code[0] == "L"}
    again = {text(int(path[-4])) for path in told}
    assert {AHEAD, CRLF} <= set(parsed) <= again | {AHEAD, CRLF}


@pytest.mark.usefixtures("known")
def test_a_document_that_changed_is_judged_anew(sandbox: GitSandbox, parsed: list[bytes]) -> None:
    sandbox.write("memory/rule/r0.md", text(0).replace(b"A rule", b"Another\xe2\x80\x8b rule"))
    found = checked(sandbox)
    assert {each.code for each in found.findings if each.path.endswith("r0.md")} >= {"F112"}
    assert text(1) not in parsed


@pytest.mark.parametrize("now", [EARLIER, LATER])
def test_what_is_dated_ahead_is_so_only_until_its_time(
    sandbox: GitSandbox, known: CheckReport, now: int
) -> None:
    """Also where the clock went back since."""

    def is_ahead(report: CheckReport) -> bool:
        return "S216" in {finding.code for finding in report.findings}

    assert is_ahead(known)
    assert is_ahead(checked(sandbox, now=now)) == (now == EARLIER)
    assert is_ahead(checked(sandbox))


def test_a_verdict_of_a_later_time_is_not_believed(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write("memory/rule/r2.md", AHEAD)
    sandbox.commit()
    assert "S216" not in {finding.code for finding in checked(sandbox, now=LATER).findings}
    assert "S216" in {finding.code for finding in checked(sandbox).findings}


@pytest.mark.usefixtures("known")
def test_other_rules_judge_anew(
    sandbox: GitSandbox, parsed: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write(".sgm/config.toml", CONFIGS[1])
    sandbox.commit()
    checked(sandbox)
    assert text(0) in parsed
    parsed.clear()
    checked(sandbox)
    assert text(0) not in parsed
    monkeypatch.setattr(recall, "code_stamp", lambda: "changed")
    checked(sandbox)
    assert text(0) in parsed


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE documents SET said = '[1]'",
        "UPDATE documents SET brief = '[1]'",
        "UPDATE documents SET said = '{', brief = '', since = 'x'",
    ],
)
def test_what_makes_no_sense_is_found_out_again(
    sandbox: GitSandbox, known: CheckReport, harm: str
) -> None:
    with closing(sqlite3.connect(sandbox.path / ".git/sgm/index.sqlite")) as connection:
        connection.execute(harm)
        connection.commit()
    assert checked(sandbox) == known
    assert checked(sandbox) == known
