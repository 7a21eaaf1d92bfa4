"""The roots as sh reads them beside the roots as they are: no record is out of its sight."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.errors import CannotRun
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.paths import Roots
from sgm_git.resources import schema_texts
from tests.hooks.support import shells
from tests.support import CHECKOUT, GitSandbox

if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDERS = [
    *("memory", "docs", "docs/memory", "packages/x/memory", "packages/x/y/memory", "a b"),
    *("ab", "axb", "日本", "deep/er/notes", "notes", ".hidden/memory", "x?", "(x)", "x'y"),
]
_PATHS = [f"{folder}/{name}" for folder in _FOLDERS for name in ("a.md", "sub/b.md", "c.txt")]
_ROOTS = [
    *("memory", "docs", "docs/memory", "packages/*/memory", "a b", "a*b", "a**b", "日本", "."),
    *("./docs/", "docs//memory", "**/notes", "notes/**", "x?", "[ab]b", "deep/*/notes", "*"),
    *("(x)", "x'y", "d\\u006fcs", ".hidden/memory"),
]
_SPELLINGS: list[Callable[[str], str]] = [
    lambda path: f'path = "{path}"',
    lambda path: f'  path = "{path}"  ',
    lambda path: f'path="{path}"',
    lambda path: f'path   =   "{path}" # "memory"',
    lambda path: f"path = '{path}'",
    lambda path: f'"path" = "{path}"',
    lambda path: f'path = """{path}"""',
    lambda _: "# no path",
]
_HEADERS = ["[[root]]", "  [[root]]", "[[ root ]]", '[["root"]]', "[[root]] # x"]
_OTHERS = [
    *("# [[root]]", '[store]\nignore = [\n  "x.md",\n  "[[root]]",\n]', "[checks]", "[trust]"),
    *('[agents]\npath = ["ada@example.org"]', '[store]\nignore = ["""\n[[root]]\n"""]', ""),
    *('[identities]\n"path = x" = ["ada@example.org"]', "[standing.stale_after]\nstatus = '7d'"),
]


@st.composite
def _roots(draw: st.DrawFn) -> str:
    lines = [draw(st.sampled_from(_HEADERS))]
    body = [draw(st.sampled_from(_SPELLINGS))(draw(st.sampled_from(_ROOTS)))]
    body += draw(st.lists(st.sampled_from(['layout = "{id}.md"', "strict = false"]), max_size=2))
    return "\n".join(lines + draw(st.permutations(body)))


@st.composite
def configurations(draw: st.DrawFn) -> bytes:
    """What may stand in a configuration, in spellings that people and programs use."""
    inline = st.sampled_from(['root = [{ path = "docs" }]', 'root = [\n  { path = "ab" },\n]'])
    parts = draw(st.lists(inline, max_size=1))
    parts += draw(st.lists(st.one_of(_roots(), st.sampled_from(_OTHERS)), max_size=5))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = end.join("\n".join(parts).splitlines()) + draw(st.sampled_from([end, ""]))
    return text.encode()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> GitSandbox:
    box = GitSandbox(tmp_path_factory.mktemp("files"))
    box.run("init", "-q")
    for path in _PATHS:
        box.write(path, "x\n")
    box.run("add", ".")
    return box


@pytest.mark.parametrize("shell", [*shells()])
@given(config=configurations())
@settings(max_examples=60)
def test_every_record_is_seen(shell: str, files: GitSandbox, config: bytes) -> None:
    try:
        parsed, _ = parse_config(config, schema_texts())
    except CannotRun:
        return  # what is no configuration stops everything else
    roots = Roots(parsed.roots, parsed.store.ignore)
    records = {path for path in _PATHS if roots.root_of(path) is not None}
    assert records - _seen(shell, files, config) == set()


def test_a_plain_configuration_is_seen_as_it_is(files: GitSandbox) -> None:
    config = b'format = 1\n\n[[root]]\npath = "packages/*/memory"\n\n[[root]]\npath = "a b"\n'
    wanted = {f"{f}/{n}" for f in ("packages/x/memory", "a b") for n in ("a.md", "sub/b.md")}
    assert _seen("sh", files, config) == wanted


def _seen(shell: str, files: GitSandbox, config: bytes) -> set[str]:
    """The files that a hook's sh would look at with this configuration."""
    blob = files.run("hash-object", "-w", "--stdin", stdin=config).decode().strip()
    script = (
        f'. "{CHECKOUT}/hooks/places.sh"; narrow_places {blob}; (run_at_places git ls-files -z)'
    )
    done = subprocess.run(
        [*shell.split(), "-c", script],
        cwd=files.path,
        env=os.environ,
        capture_output=True,
        check=True,
    )
    return {os.fsdecode(path) for path in done.stdout.split(b"\0") if path}
