"""Says what is well here and what is not: one line each, with what to do about it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sgm_git.document.events import best_engine
from sgm_git.errors import SgmError
from sgm_git.git.engine import open_repository
from sgm_git.git.partial import FETCH_ALL
from sgm_git.policy.config import CONFIG_PATH, DEFAULT_LAYOUT
from sgm_git.policy.engine import load_engine
from sgm_git.store.records import Records
from sgm_git.store.settings import load_settings
from sgm_git.workflows.agents.diagnosing import diagnose_agents
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.governing_diagnosis import diagnose_policy
from sgm_git.workflows.hooks.diagnosing import diagnose_hooks
from sgm_git.workflows.merging.diagnosing import diagnose_merging
from sgm_git.workflows.pipelines.diagnosing import diagnose_pipelines
from sgm_git.workflows.reading.diagnosing import diagnose_reading
from sgm_git.workflows.synced_folders import diagnose_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.store.entry import Entry

# git's own figures: history of a folder of 20,000 files takes 5 to 20 times as long (DESIGN 4).
_FLAT = 2_000


def diagnose(folder: Path, engine: Engine, clock: Callable[[], float]) -> tuple[Diagnosis, ...]:
    """Look at the installation, the repository around ``folder`` and its memory.

    What cannot be looked at because something before it is broken is left out.
    """
    found = list(_installation())
    try:
        repository = open_repository(folder, engine)
    except SgmError as error:
        return (*found, Diagnosis("problem", error.message, error.hint))
    found += [
        *_repository(repository),
        *diagnose_place(repository),
        *diagnose_hooks(repository),
        *diagnose_agents(repository),
        *diagnose_pipelines(repository),
    ]
    try:
        settings = load_settings(repository)
    except SgmError as error:
        found.append(Diagnosis("problem", error.message, error.hint))
        try:
            settings = load_settings(repository, despite_head=True)
        except SgmError:
            return tuple(found)
    found += [Diagnosis("warning", note, "git add .sgm && git commit") for note in settings.notes]
    found += _memory(Records(repository, settings, clock), repository)
    return tuple(found)


def _installation() -> Iterator[Diagnosis]:
    if best_engine().name == "c":
        yield Diagnosis("ok", "YAML is read by libyaml")
    else:
        yield Diagnosis(
            "warning",
            "YAML is read by the slow engine, which takes front matter up to 64 KiB",
            "pip install ruamel.yaml.clib, where there is a wheel for this Python",
        )
    try:
        load_engine("rust")
        yield Diagnosis("ok", "schemas are judged by jsonschema-rs")
    except ImportError:
        yield Diagnosis(
            "warning",
            "schemas are judged by the slow engine",
            "pip install jsonschema-rs, where there is a wheel for this Python",
        )


def _repository(repository: Repository) -> Iterator[Diagnosis]:
    place = repository.work_tree or repository.git_dir
    yield Diagnosis("ok", f"repository {place}, opened with {repository.engine}")
    if repository.engine != "git":
        yield Diagnosis(
            "warning",
            "no git here: hooks are not run, signing, merging and sync need it",
            "install git 2.30 or newer",
        )
    try:
        who = repository.identity()
        yield Diagnosis("ok", f"you are {who.name} <{who.email}>")
    except SgmError as error:
        yield Diagnosis("problem", error.message, error.hint)
    if repository.is_shallow:
        yield Diagnosis(
            "warning",
            "history is cut: what came before cannot be told",
            "git fetch --unshallow",
        )
    if repository.is_partial:
        what = "a partial clone: sgm fetches nothing unasked, and cannot read what is not here"
        yield Diagnosis("warning", what, FETCH_ALL)
    under_way = repository.unfinished()
    if under_way is not None:
        yield Diagnosis(
            "warning", f"a {under_way} is not finished: writes wait", "finish or abort it with git"
        )


def _memory(records: Records, repository: Repository) -> Iterator[Diagnosis]:
    if repository.work_tree is None:
        yield Diagnosis("ok", "a bare repository: records are read with --rev, and not written")
        return
    for path, fault in records.settings.problems:
        yield Diagnosis("warning", f"{path}: {fault.message}", "sgm check shows the place")
    try:
        entries = [entry for entry in records.entries() if not entry.is_link]
    except SgmError as error:
        yield Diagnosis("problem", error.message, error.hint)
        return
    if not (entries or (repository.work_tree / CONFIG_PATH).exists()):
        yield Diagnosis("warning", "there is no memory here yet", "sgm init")
        return
    config = records.settings.config
    yield from diagnose_merging(repository, config, [entry.path for entry in entries])
    yield from diagnose_reading(repository, config)
    yield from diagnose_policy(repository, config)
    yield from _readable(entries)
    yield from _large_folders(entries)


def _readable(entries: list[Entry]) -> Iterator[Diagnosis]:
    broken = sum(entry.record is None for entry in entries)
    number = "1 record" if len(entries) == 1 else f"{len(entries):,} records"
    if broken:
        what = f"{broken} of {len(entries)} files cannot be read"
        yield Diagnosis("problem", what, "sgm check")
    else:
        yield Diagnosis("ok", f"{number}, all readable")
    nameless = sum(entry.record is not None and entry.id is None for entry in entries)
    if nameless:
        what = f"{nameless} of {number} without an id: no command can name what has none"
        yield Diagnosis("warning", what, "sgm fix gives ids; so does the hook of a commit")


def _large_folders(entries: list[Entry]) -> Iterator[Diagnosis]:
    sizes = Counter(entry.path.rpartition("/")[0] for entry in entries)
    for folder, size in sorted(sizes.items()):
        if size > _FLAT:
            yield Diagnosis(
                "warning",
                f"{folder}/ holds {size:,} records: history gets slow beyond {_FLAT:,}",
                f'set layout = "{{type}}/{{shard}}/{{id}}.md" instead of "{DEFAULT_LAYOUT}" '
                f"in {CONFIG_PATH}, then sgm mv --layout",
            )
