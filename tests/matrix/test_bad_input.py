"""Faults of every kind, staged at once; binary files; more records than anybody commits by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.matrix.support import PLAIN, PLAIN_BEFORE, STAMPED, record

if TYPE_CHECKING:
    from tests.matrix.support import Bench

MANY = 5_000
_END = b"---\n\nLine 1 of it.\n"


def _with(name: str, *fields: str, kind: str = "fact", body: str = "") -> bytes:
    """Give a whole record with more fields, and more text."""
    data = record(name).replace(b"type: fact\n", f"type: {kind}\n".encode())
    lines = "".join(f"{field}\n" for field in fields).encode()
    return data.replace(b"x_review: 42\n", lines) + body.encode()


def _stamped(name: str, *fields: str) -> bytes:
    """Give a record with more in its provenance."""
    lines = "".join(f"  {field}\n" for field in fields).encode()
    return record(name).replace(b"  origin: editor\n", b"  origin: editor\n" + lines)


ERRORS = {
    "F101": b"words\n",
    "F102": b"---\nid: f102\n",
    "F103": b"---\ntitle: Release: the plan\n---\n",
    "F104": record("f104").replace(b"x_review: 42", b"x_review: 1\nx_review: 2"),
    "F105": record("f105").replace(b"A title", b"A \xff title"),
    "F106": record("f106") + b"\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
    "F107": record("f107") + b"x" * 1_048_577,
    "F108": _with("f108", "x_n: .nan"),
    "F109": record("f109").replace(_END, b"---\n---\nid: y\ntype: fact\n---\n\nLine 1 of it.\n"),
    "F111": _with("f111", "content: words"),
    "S201": _with("s201", "annotations:", "  - value: accepted"),
    "S202": record("s202").replace(b'"2026-10-10T18:21:47Z"', b"yesterday"),
    "S210": record("s210").replace(b"scope: {}", b"scope: {project: x}"),
    "S211": _stamped(
        "s211", "modified: true", 'modified_at: "2020-01-01T00:00:00Z"', "modified_by: Ada"
    ),
}
WARNINGS = {
    "F110": _with("f110", "x_n: 1_000"),
    "F112": _with("f112", body="a\u200bb\n"),
    "F113": _with("f113", body="<!-- hidden -->\n"),
    "S205": _with("s205", kind="decision"),
    "S206": _with("s206", "annotations:", "  - {kind: status, value: maybe}", kind="decision"),
    "S208": _with("s208", kind="status"),
    "S209": _stamped("s209", "modified: true"),
    "S214": _with(
        "s214",
        "annotations:",
        "  - {kind: status, value: accepted}",
        "  - {kind: status, value: rejected}",
        kind="rule",
    ),
    "S215": _with("s215", "annotations:", "  - {kind: status, value: hm}", kind="rule"),
}


def stage(bench: Bench, documents: dict[str, bytes]) -> None:
    """Stage documents, each under the name of its code."""
    for code, data in documents.items():
        bench.write(f"memory/fact/{code.lower()}.md", data)
    bench.run("add", ".")
    bench.settle()


def codes(said: str) -> set[str]:
    """The codes that a hook tells, each with the place of its document."""
    told = re.findall(r"^memory/fact/(\w+)\.md:[\d:]* ([A-Z]\d+)", said, re.MULTILINE)
    return {code for path, code in told if path.upper() == code}


def test_faults_of_every_code_are_told_at_once(bench: Bench) -> None:
    stage(bench, ERRORS)
    before = bench.snapshot()
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status == 1
    assert codes(outcome.said) == ERRORS.keys()
    assert bench.snapshot() == before


def test_what_only_warns_goes_on(bench: Bench) -> None:
    told: set[str] = set()
    names = sorted(WARNINGS)
    for start in range(0, len(names), 5):  # of many warnings at once only the first are shown
        stage(bench, {name: WARNINGS[name] for name in names[start : start + 5]})
        outcome = bench.attempt("commit", "-q", "-m", "x")
        assert outcome.status == 0, outcome.said
        told |= codes(outcome.said)
    assert told >= WARNINGS.keys() - {"S209"}
    assert bench.changed() == {}


def test_losses_of_every_code_are_put_back_at_once(bench: Bench) -> None:
    full = _with(
        "fact-a",
        "x_review: {by: [ada, {deep: 1}]}",
        "x_count: 42",
        "annotations:",
        "  - {kind: x-own, value: 1}",
        kind="x-type",
    ).replace(b"  origin: editor\n", b"  origin: editor\n  session: s-1\n  x_from: here\n")
    bench.write(PLAIN, full)
    bench.run("update-ref", "refs/remotes/origin/main", bench.commit())
    lossy = full
    for old, new in (
        (b", {deep: 1}", b", {}"),  # K401, in the middle of a list
        (b"x_count: 42", b'x_count: "42"'),  # K404
        (b"x-own", b"status"),  # K402
        (b"x-type", b"fact"),  # K403
        (b"  session: s-1\n", b""),  # K405
        (b"x_from: here", b"x_from: there"),  # K405
    ):
        assert old in lossy
        lossy = lossy.replace(old, new)
    bench.write(PLAIN, lossy)
    bench.run("add", PLAIN)
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status == 1
    assert set(re.findall(r"\bK\d+\b", outcome.said)) == {"K401", "K402", "K403", "K404", "K405"}
    mine = full.replace(b"type: x-type", b"type: fact")  # which of the two is meant, a person says
    assert bench.read(PLAIN) == bench.at("", PLAIN) == mine


def test_a_deletion_is_nobody_s_fault(bench: Bench) -> None:
    bench.run("rm", "-q", PLAIN)
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status == 0, outcome.said


def test_what_is_no_record_is_no_business_of_ours(bench: Bench) -> None:
    bench.write("memory/picture.png", b"\x89PNG\0\xff" * 100)
    bench.write("memory/nested/.hidden/x.md", b"\xff")
    bench.write("memory/index.md", "no front matter\n")
    bench.write("elsewhere/x.md", b"\xff\0")
    bench.run("add", "-f", ".")
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert (outcome.status, outcome.said) == (0, "")


def test_a_binary_file_by_the_name_of_a_record_is_refused(bench: Bench) -> None:
    stage(bench, {"F101": b"\x89PNG\r\n\0\xff" * 1000})
    before = bench.snapshot()
    assert bench.attempt("commit", "-q", "-m", "x").status == 1
    assert bench.snapshot() == before


def test_a_record_that_became_a_link_or_a_folder(bench: Bench) -> None:
    (bench.path / PLAIN).unlink()
    (bench.path / PLAIN).symlink_to("fact-b.md")
    (bench.path / STAMPED).unlink()
    bench.write(f"{STAMPED}/fact-t.md", record("fact-t"))
    bench.run("add", ".")
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status == 0, outcome.said
    assert "F114" in outcome.said
    assert bench.changed() == {}


def test_a_staged_config_that_is_broken_is_refused(bench: Bench) -> None:
    bench.write(".sgm/config.toml", "format = 1\n[store\n")
    bench.write(PLAIN, PLAIN_BEFORE.replace(b"A title", b"Another"))
    bench.run("add", ".")
    bench.settle()
    before = bench.snapshot()
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status != 0
    assert ".sgm/config.toml:2:" in outcome.said
    assert bench.snapshot() == before


def test_five_thousand_records_at_once(bench: Bench) -> None:
    for number in range(MANY):
        bench.write(f"memory/fact/{number % 97}/m{number}.md", record(f"m{number}"))
    bench.write("memory/fact/typed.md", "---\ntitle: By hand\n---\n\nWords.\n")
    bench.run("add", ".")
    outcome = bench.attempt("commit", "-q", "-m", "x")
    assert outcome.status == 0, outcome.said
    assert b"created_at" in bench.read("memory/fact/typed.md")
    assert bench.changed() == {}
