"""No door lets a secret in, and none shows one."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.secret import secrets_in
from tests.cli.runner import run
from tests.tokens import SAMPLES, TOKEN, private_key

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

_ADD = ("add", "--type", "fact", "--id", "fact-b", "--title", "B", "--content", "x")
_PLAIN = re.compile("[^0-9a-z]+")
_PATH = "memory/fact/fact-a.md"
_OPERATION = json.dumps({"op": "set", "id": "fact-a", "pointer": "/title", "value": TOKEN})

WRITES = [
    ((*_ADD, "--title", TOKEN), ""),
    ((*_ADD, "--content", f"It is {TOKEN}."), ""),
    ((*_ADD, "--content", f"It is\n\n{private_key()}\n"), ""),
    ((*_ADD, "--annotate", f"rationale={TOKEN}"), ""),
    ((*_ADD, "--annotate", f"{TOKEN}=x"), ""),
    ((*_ADD, "--scope", f"project={TOKEN}"), ""),
    ((*_ADD, "--agent", TOKEN), ""),
    ((*_ADD, "--origin", TOKEN), ""),
    ((*_ADD, "--session", TOKEN), ""),
    ((*_ADD, "--link", TOKEN), ""),
    ((*_ADD, "--id", TOKEN), ""),
    ((*_ADD, "--no-commit", "--content", TOKEN), ""),
    (("add", "--type", "fact", "--json", "-"), json.dumps({"title": "B", "x": [TOKEN]})),
    (("set", "fact-a", f"title={TOKEN}"), ""),
    (("set", "fact-a", f'x:={{"{TOKEN}": 1}}'), ""),
    (("set", "fact-a", f"x={TOKEN}", "--no-commit"), ""),
    (("annotate", "fact-a", f"rationale={TOKEN}"), ""),
    (("mv", "fact-a", f"memory/fact/{TOKEN}.md"), ""),
    (("rename", "fact-a", TOKEN), ""),
    (("apply", "-"), _OPERATION),
]

QUESTIONS = [
    *(("show", TOKEN), ("history", TOKEN), ("rule", TOKEN), ("schema", TOKEN), (TOKEN,)),
    *((f"--{TOKEN}",), ("list", "--scope", TOKEN), ("list", "--since", TOKEN), ("init", TOKEN)),
    *(("set", "fact-a", TOKEN), ("set", "fact-a", f"x:={TOKEN}"), ("unset", "fact-a", f"/{TOKEN}")),
    *(("restore", "fact-a", "--rev", TOKEN), ("export", "--rev", TOKEN), ("check", TOKEN)),
    *(("check", "--range", f"{TOKEN}..HEAD"), ("import", TOKEN), ("import", ".", "--from", TOKEN)),
    *(
        ("accept", "fact-a", "P305", "--reason", TOKEN),
        ("accept", "fact-a", TOKEN, "--reason", "x"),
    ),
    *(("add", "--type", "fact", "--file", TOKEN), ("set", "fact-a", "title=x", "--expect", TOKEN)),
]


@pytest.fixture
def memory(here: GitSandbox) -> GitSandbox:
    run("add", "--type", "fact", "--id", "fact-a", "--title", "A", "--content", "x")
    return here


def everything(sandbox: GitSandbox) -> str:
    """All that was ever committed, with messages, and all that lies in the work tree."""
    log = sandbox.run("log", "--all", "-p", "--format=raw").decode()
    tree = [path.read_text() for path in sandbox.path.glob("memory/**/*.md")]
    return "\n".join([log, *tree, *(str(path) for path in sandbox.path.glob("**/*"))])


@pytest.mark.parametrize(("arguments", "stdin"), WRITES, ids=[str(n) for n in range(len(WRITES))])
def test_every_write_refuses_a_secret_and_does_not_show_it(
    memory: GitSandbox, arguments: tuple[str, ...], stdin: str
) -> None:
    before, status = memory.head(), memory.status()
    outcome = run(*arguments, stdin=stdin)
    assert outcome.status == 1
    assert "X601" in outcome.err
    assert secrets_in(outcome.out + outcome.err) == []
    assert "nothing was written: X601" in outcome.err
    assert (memory.head(), memory.status()) == (before, status)
    assert secrets_in(everything(memory)) == []


@pytest.mark.parametrize("arguments", QUESTIONS, ids=[str(n) for n in range(len(QUESTIONS))])
def test_no_complaint_shows_a_secret(memory: GitSandbox, arguments: tuple[str, ...]) -> None:
    for options in ((), ("--debug",)):
        outcome = run(*arguments, *options)
        assert secrets_in(outcome.out + outcome.err) == []
    assert secrets_in(everything(memory)) == []


def test_an_agent_who_is_a_secret_gets_into_no_message(memory: GitSandbox) -> None:
    outcome = run("set", "fact-a", "title=Other", "--agent", TOKEN)
    run("rm", "fact-a", "--agent", TOKEN)
    assert secrets_in(outcome.out + outcome.err + everything(memory)) == []


def test_an_import_leaves_out_what_holds_a_secret_and_says_so(
    memory: GitSandbox, tmp_path: Path
) -> None:
    source = tmp_path / "in.jsonl"
    records = [{"id": f"fact-{n}", "type": "fact", "title": n, "content": n} for n in "pqr"]
    records[1]["content"] = f"It is {TOKEN}."
    source.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    for options in (("--dry-run",), (), ("--json",)):
        outcome = run("import", str(source), *options)
        assert outcome.status == 1
        said = outcome.out + outcome.err
        assert "X601" in said
        assert "in.jsonl" in said
        assert secrets_in(said) == []
    assert (memory.path / "memory/fact/fact-r.md").exists()
    assert not (memory.path / "memory/fact/fact-q.md").exists()
    assert secrets_in(everything(memory)) == []


_LONG = dict(SAMPLES)["a PyPI token"]
_NAMELESS = ("add", "--type", "fact")
DERIVED = [
    (*_NAMELESS, "--title", f"Key {TOKEN} of x", "--content", "x"),
    (*_NAMELESS, "--title", _LONG, "--content", "x"),
    (*_NAMELESS, "--title", f"Why {'so ' * 12}{TOKEN}", "--content", "x"),
    (*_NAMELESS, "--content", f"{TOKEN}\n\nIt is so."),
    (*_NAMELESS, "--id", f"x/{TOKEN}", "--title", "x", "--content", "x"),
    (*_NAMELESS, "--id", f"x/{'y' * 180}/{_LONG}", "--title", "x", "--content", "x"),
    ("add", "--type", TOKEN, "--title", "x", "--content", "x"),
]


def traces(text: str) -> list[str]:
    """Eight letters in a row of a token, in whatever form."""
    flat = _PLAIN.sub("", text.casefold())
    tokens = [_PLAIN.sub("", token.casefold()) for token in (TOKEN, _LONG)]
    return [t[n : n + 8] for t in tokens for n in range(len(t) - 7) if t[n : n + 8] in flat]


@pytest.mark.parametrize("arguments", DERIVED, ids=[str(n) for n in range(len(DERIVED))])
def test_no_id_or_path_that_is_made_of_a_secret_shows_it(
    memory: GitSandbox, arguments: tuple[str, ...]
) -> None:
    for options in ((), ("--no-commit",), ("--json",) if "--id" in arguments else ()):
        outcome = run(*arguments, *options)
        assert "X601" in outcome.err
        assert traces(outcome.out + outcome.err) == []
    assert traces(everything(memory)) == []


def test_nor_does_an_import_of_files_that_are_named_after_one(
    memory: GitSandbox, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / f"Key {TOKEN} of x.md").write_text(f"# Key {TOKEN}\n\nText.\n")
    (notes / "b.md").write_text("# B\n\nText.\n")
    for options in (("--dry-run",), ("--dry-run", "--json"), (), ("--json",)):
        outcome = run("import", str(notes), *options)
        assert "X601" in outcome.out + outcome.err
        assert traces(outcome.out + outcome.err) == []
    assert traces(everything(memory)) == []


def test_what_is_allowed_gives_no_name_either(memory: GitSandbox) -> None:
    allowed = secrets_in(TOKEN)[0].digest
    memory.write(".sgm/config.toml", f'format = 1\n[secrets]\nallow = ["{allowed}"]\n')
    memory.commit("allow")
    outcome = run(*_NAMELESS, "--title", f"Key {TOKEN}", "--content", "x")
    assert outcome.status == 0, outcome.err
    assert traces(outcome.out + outcome.err) == []
    assert traces(memory.run("log", "-1", "--format=%B", "--name-only").decode()) == []
    assert "L505" not in run("check").out


@pytest.mark.usefixtures("memory")
def test_a_secret_is_explained_before_other_faults() -> None:
    record = {"type": "fact", "title": TOKEN, "provenance": {"created_at": "one day"}}
    outcome = run("add", "--json", "-", stdin=json.dumps(record))
    assert "nothing was written: S202, X601" in outcome.err
    assert "hint: sgm rule X601 explains it" in outcome.err


@pytest.fixture
def leaked(memory: GitSandbox) -> GitSandbox:
    """A memory in which a secret stands already, committed past every check."""
    text = (memory.path / _PATH).read_text().replace("title: A", f'title: A\nx_token: "{TOKEN}"')
    memory.write(_PATH, f"{text}\n{private_key()}\n")
    memory.commit("leak")
    return memory


@pytest.mark.parametrize(
    "options", [(), ("--format", "json"), ("--format", "jsonl"), ("--rev", "HEAD")]
)
def test_a_check_tells_what_stands_there_without_showing_it(
    leaked: GitSandbox, options: tuple[str, ...]
) -> None:
    outcome = run("check", *options, terminal=not options)
    assert outcome.status == 1
    assert outcome.out.count("X601") == 2
    assert secrets_in(outcome.out + outcome.err) == []
    key = private_key().split("\n")
    assert not any(line[:20] in outcome.out for line in key[1:-1])
    assert leaked.status() == ""


def test_what_stood_there_before_does_not_keep_the_rest_from_being_written(
    leaked: GitSandbox,
) -> None:
    assert run("set", "fact-a", "title=Other").status == 0
    assert leaked.run("show", "--format=%s", "--name-only").decode().endswith(f"{_PATH}\n")


def test_a_secret_is_taken_out_without_being_asked_back(leaked: GitSandbox) -> None:
    assert run("unset", "fact-a", "x_token").status == 0
    assert "SGM-Allow" not in leaked.run("log", "-1", "--format=%B").decode()
    text = (leaked.path / _PATH).read_text()
    leaked.write(_PATH, text.replace(private_key(), "It is in the vault."))
    assert run("check").status == 0


def test_a_fix_shows_a_secret_in_no_diff(leaked: GitSandbox) -> None:
    text = (leaked.path / _PATH).read_text()
    leaked.write(
        _PATH, text.replace("title: A", "title: A\nmodified: no").replace("x_token", "y_token")
    )
    for options in (("--diff",), ()):
        outcome = run("fix", *options)
        assert secrets_in(outcome.out + outcome.err) == []


def test_a_hash_that_is_committed_lets_a_value_pass(memory: GitSandbox) -> None:
    refused = run(*_ADD, "--content", TOKEN)
    digest = next(word for word in refused.err.split() if word.startswith("sha256:"))
    memory.write(".sgm/config.toml", f'[secrets]\nallow = ["{digest}"]\n')
    assert run(*_ADD, "--content", TOKEN).status == 1
    memory.commit("allow it")
    assert run(*_ADD, "--content", TOKEN).status == 0
    assert TOKEN in run("show", "fact-b").out
    assert run("check").status == 0


def test_a_value_in_place_of_its_hash_is_not_shown(memory: GitSandbox) -> None:
    memory.write(".sgm/config.toml", f'[secrets]\nallow = ["{TOKEN}"]\n')
    outcome = run("check")
    assert outcome.status == 3
    assert "secrets.allow[0]" in outcome.err
    assert secrets_in(outcome.out + outcome.err) == []
