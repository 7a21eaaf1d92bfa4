"""Makes a memory in a repository: configuration, roots, attributes, merge driver, hooks.

Stages and commits nothing.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, SgmError, UsageError
from sgm_git.git.engine import init_repository, open_repository
from sgm_git.git.place import find_place
from sgm_git.policy.config import CONFIG_PATH, RootConfig
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.globs import fixed_part, path_fault
from sgm_git.policy.scoping import pattern_scope
from sgm_git.record.value import dumps
from sgm_git.resources import schema_texts
from sgm_git.store.files import naming, refuse_link
from sgm_git.workflows.hooks.installing import Changes, install
from sgm_git.workflows.merging.joining import join_driver
from sgm_git.workflows.merging.registering import with_attributes
from sgm_git.workflows.pipelines import files as pipelines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.pipelines.files import Forge

_ATTRIBUTES = ".gitattributes"


@dataclass(frozen=True, slots=True)
class InitReport:
    """What was done, a sentence each; nothing where all was there already.

    ``to_do`` is what is left for a person to do, a line each.
    """

    top: Path
    done: tuple[str, ...]
    to_do: tuple[str, ...] = ()


def initialise(
    folder: Path,
    roots: Sequence[str] = (),
    engine: Engine = "auto",
    *,
    hooks: bool = True,
    forges: Sequence[Forge] = (),
) -> InitReport:
    """Make the memory in the repository around ``folder``, and the repository if there is none.

    ``roots`` are folders, or patterns of folders, from the top of the repository. git is told of
    the merge driver, and with ``hooks`` of its hooks, too; what stands in their way is told and
    stops nothing else. Each of ``forges`` gets a pipeline. Run again it does nothing. Raises
    UsageError for roots that a configuration which is there does not have, and CannotRun where
    something would be written through a link or cannot be written.
    """
    wanted = list(dict.fromkeys(map(_clean, roots)))
    done: list[str] = []
    try:
        repository = _repository(folder, engine, done)
        if repository.work_tree is None:
            raise CannotRun("a bare repository has no work tree", hint="run it in a clone")
        planned = [pipelines.plan(repository, repository.work_tree, each) for each in forges]
        done += _make_memory(repository, repository.work_tree, wanted)
        told = [pipelines.write(repository.work_tree, each) for each in planned]
    except OSError as error:
        raise CannotRun(f"cannot write {error.filename}: {error.strerror}") from error
    told += _tell_git(repository, hooks=hooks)
    done += [each for changes in told for each in changes.done]
    to_do = [each for changes in told for each in changes.to_do]
    return InitReport(repository.work_tree, tuple(done), tuple(to_do))


def _tell_git(repository: Repository, *, hooks: bool) -> Iterator[Changes]:
    """Tell git of our merge driver, and of our hooks, where there is a git to run them."""
    if repository.engine == "git":
        yield join_driver(repository)
        yield _install_hooks(repository) if hooks else Changes()


def _install_hooks(repository: Repository) -> Changes:
    try:
        return install(repository)
    except SgmError as error:
        hint = [f"hint: {error.hint}"] if error.hint else []
        return Changes(to_do=(f"the hooks are not installed: {error.message}", *hint))


def _make_memory(repository: Repository, top: Path, wanted: Sequence[str]) -> list[str]:
    config = top / CONFIG_PATH
    refuse_link(config, top)
    refuse_link(top / _ATTRIBUTES, top)
    done = []
    if config.exists():
        wanted = _configured(config.read_bytes(), wanted)
    else:
        wanted = wanted or [RootConfig().path]
        text = _config_text(wanted, shared=_is_shared(repository))
        parse_config(text.encode(), schema_texts())
        config.parent.mkdir(exist_ok=True)
        with naming(config):
            config.write_bytes(text.encode())
        done += [f"wrote {CONFIG_PATH}", *_scopes(wanted)]
    return [*done, *_make_folders(top, wanted), *_set_attributes(top / _ATTRIBUTES, wanted)]


def _configured(data: bytes, wanted: Sequence[str]) -> list[str]:
    """The roots of a configuration that is there; raises UsageError where a wanted one is none."""
    declared, _ = parse_config(data, schema_texts())
    configured = [_clean(root.path) for root in declared.roots]
    for root in wanted:
        if root not in configured:
            raise UsageError(
                f"{CONFIG_PATH} is there already and has no root {root}",
                hint=f"add it by hand: [[root]] and path = {dumps(root)}",
            )
    return configured


def _repository(folder: Path, engine: Engine, done: list[str]) -> Repository:
    """Open the repository around a folder; make one only where there is none at all."""
    whole = folder.absolute()
    there = next(place for place in (whole, *whole.parents) if place.exists())
    if find_place(there, os.environ) is None:
        repository = init_repository(folder, engine)
        done.append(f"made a git repository in {folder}")
        return repository
    if not folder.is_dir():
        raise UsageError(
            f"{folder} is no folder of the repository that it would lie in",
            hint="--root PATH says where records lie; sgm init makes folders for them",
        )
    return open_repository(folder, engine)


def _clean(root: str) -> str:
    """The root in the form that the configuration has it in; raises UsageError where it can not."""
    plain = root.replace("\\", "/")
    why = path_fault(plain)
    if why is not None:
        raise UsageError(f"the root {root!r} cannot be used: {why}")
    return "/".join(part for part in plain.split("/") if part not in ("", ".")) or "."


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
        lines += ["", "[[root]]", f"path = {dumps(root)}", *_scope_line(root)]
    return "\n".join(lines) + "\n"


def _scope_line(root: str) -> Iterator[str]:
    scope = pattern_scope(root)
    if scope is not None:
        yield f"scope = {{ {dumps(scope.name)} = {dumps(scope.value)} }}"


def _scopes(roots: Sequence[str]) -> Iterator[str]:
    """Say which scope new records get, by the pattern of their root."""
    for root in roots:
        scope = pattern_scope(root)
        if scope is not None:
            yield f"set the scope of new records in {root} to {scope.name}=NAME, NAME for the *"


def _make_folders(top: Path, roots: Sequence[str]) -> list[str]:
    """Make the roots that are no patterns; git itself knows no empty folders."""
    done = []
    for root in roots:
        folder = top / root
        if fixed_part(root) == root:
            refuse_link(folder, top)
            if not folder.is_dir():
                folder.mkdir(parents=True)
                done.append(f"made {root}/")
    return done


def _set_attributes(attributes: Path, roots: Sequence[str]) -> list[str]:
    """Let records have line feeds everywhere, and be merged by our driver."""
    data = attributes.read_bytes() if attributes.is_file() else b""
    wanted = with_attributes(data, roots)
    if wanted == data:
        return []
    with naming(attributes):
        attributes.write_bytes(wanted)
    return [f"set line ends and merging of records in {_ATTRIBUTES}"]
