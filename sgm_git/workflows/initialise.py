"""Makes a memory in a repository: configuration, roots, line ends. Stages and commits nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.engine import init_repository, open_repository
from sgm_git.policy.config import CONFIG_PATH, RootConfig
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.globs import fixed_part
from sgm_git.record.value import dumps
from sgm_git.resources import schema_texts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository

_ATTRIBUTES = ".gitattributes"
_LINE_ENDS = "text eol=lf"


@dataclass(frozen=True, slots=True)
class InitReport:
    """What was done, a sentence each; nothing where all was there already."""

    top: Path
    done: tuple[str, ...]


def initialise(folder: Path, roots: Sequence[str] = (), engine: Engine = "auto") -> InitReport:
    """Make the memory in the repository around ``folder``, and the repository if there is none.

    ``roots`` are folders, or patterns of folders, from the top of the repository. Run again it
    does nothing. Raises UsageError for roots that a configuration which is there does not have.
    """
    done: list[str] = []
    repository = _repository(folder, engine, done)
    top = repository.work_tree
    if top is None:
        raise CannotRun("a bare repository has no work tree", hint="run it in a clone")
    wanted = [_clean(root) for root in roots]
    config = top / CONFIG_PATH
    if config.exists():
        declared, _ = parse_config(config.read_bytes(), schema_texts())
        configured = [root.path for root in declared.roots]
        missing = [root for root in wanted if root not in configured]
        if missing:
            raise UsageError(
                f"{CONFIG_PATH} is there already and has no root {missing[0]}",
                hint=f'add it by hand: [[root]] and path = "{missing[0]}"',
            )
        wanted = configured
    else:
        wanted = wanted or [RootConfig().path]
        config.parent.mkdir(exist_ok=True)
        config.write_text(_config_text(wanted, shared=_is_shared(repository)), encoding="utf-8")
        done.append(f"wrote {CONFIG_PATH}")
    done += _make_folders(top, wanted)
    done += _set_line_ends(top / _ATTRIBUTES, wanted)
    return InitReport(top, tuple(done))


def _repository(folder: Path, engine: Engine, done: list[str]) -> Repository:
    """Open the repository around a folder; make one only where there is none at all."""
    if folder.is_dir() and _is_inside(folder.resolve()):
        return open_repository(folder, engine)
    repository = init_repository(folder, engine)
    done.append(f"made a git repository in {folder}")
    return repository


def _is_inside(folder: Path) -> bool:
    places = (folder, *folder.parents)
    bare = (folder / "HEAD").is_file() and (folder / "objects").is_dir()
    return bare or any((place / ".git").exists() for place in places)


def _clean(root: str) -> str:
    parts = [part for part in root.replace("\\", "/").split("/") if part not in ("", ".")]
    if ".." in parts or root.startswith("/"):
        raise UsageError(f"the root {root!r} lies outside of the repository")
    return "/".join(parts) or "."


def _is_shared(repository: Repository) -> bool:
    """Whether the repository holds more than memory already."""
    return bool(repository.list_files())


def _config_text(roots: Sequence[str], *, shared: bool) -> str:
    lines = ["# What may stand here: sgm schema config", "format = 1"]
    if shared:
        lines += [
            "",
            "[store]",
            "# This repository holds more than memory: only the writes of agents commit at once.",
            'commit = "agents"',
        ]
    for root in roots:
        lines += ["", "[[root]]", f"path = {dumps(root)}"]
    return "\n".join(lines) + "\n"


def _make_folders(top: Path, roots: Sequence[str]) -> list[str]:
    """Make the roots that are no patterns; git itself knows no empty folders."""
    done = []
    for root in roots:
        folder = top / root
        if fixed_part(root) == root and not folder.is_dir():
            folder.mkdir(parents=True)
            done.append(f"made {root}/")
    return done


def _set_line_ends(attributes: Path, roots: Sequence[str]) -> list[str]:
    """Let records have line feeds everywhere, whatever a user's core.autocrlf says."""
    text = attributes.read_text(encoding="utf-8") if attributes.exists() else ""
    lines = [f"{_pattern(root)} {_LINE_ENDS}" for root in roots]
    missing = [line for line in lines if line not in text.splitlines()]
    if not missing:
        return []
    if text and not text.endswith("\n"):
        text += "\n"
    attributes.write_text(text + "\n".join(missing) + "\n", encoding="utf-8", newline="")
    return [f"set line feeds for records in {_ATTRIBUTES}"]


def _pattern(root: str) -> str:
    pattern = "*.md" if root == "." else f"{root}/**/*.md"
    return dumps(pattern) if " " in pattern or pattern.startswith(("#", "!", '"')) else pattern
