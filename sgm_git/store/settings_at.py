"""The settings by which one commit judges what another one brings (DESIGN sections 2 and 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.errors import CannotRun
from sgm_git.policy.config import CONFIG_PATH, Config
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.paths import Roots
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from sgm_git.store.settings import Settings, schemas_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.git.protocol import Repository


def settings_at(
    repository: Repository, trusted: str | None, judged: str, *, despite_trusted: bool = False
) -> Settings:
    """Read the settings by which the commit ``trusted`` judges what ``judged`` brings.

    Nothing that arrives with the change loosens anything: what is a record by the roots and
    ignores of either commit is one. Where ``trusted`` has no configuration, or there is no such
    commit yet (None), the defaults count, with the roots of ``judged`` alone, and a note says so.
    What was no record before is new to whoever compares: see ``Settings.former``.

    Raises CannotRun for a configuration of ``trusted`` that cannot be understood, or is of a newer
    format; ``despite_trusted``: it counts as none, where the one of ``judged`` can be understood.
    """
    bundled = schema_texts()
    data = None if trusted is None else repository.read_path(trusted, CONFIG_PATH)
    side = "what is there already" if trusted is None else short(trusted)
    place, why = f"{side}:{CONFIG_PATH}", f"{side} has no {CONFIG_PATH}"
    if despite_trusted:
        data, why = _unless_unreadable(data, bundled, place, why)
    config, faults = parse_config(data, bundled, path=place)
    schemas = build_schemas(bundled, schemas_of(repository, trusted))
    problems = tuple((CONFIG_PATH, fault) for fault in faults)
    written = repository.read_path(judged, CONFIG_PATH)
    before = _roots(config)
    if data is None:
        arriving, _ = parse_config(written, bundled, path=f"{short(judged)}:{CONFIG_PATH}")
        store = replace(config.store, ignore=arriving.store.ignore)
        config = replace(config, roots=arriving.roots, store=store)
        note = f"{why}: defaults judge, and history is not asked"
        former = None if trusted is None else before
        return Settings(config, _roots(config), schemas, problems, (note,), data, former)
    coming, notes = _coming(written, bundled, side)
    if coming in (None, before):
        return Settings(config, before, schemas, problems, notes, data)
    roots = replace(before, former=coming)
    return Settings(config, roots, schemas, problems, notes, data, before)


def _unless_unreadable(
    data: bytes | None, bundled: Mapping[str, str], place: str, why: str
) -> tuple[bytes | None, str]:
    """A configuration and ``why`` defaults would judge; None and the fault where it has one."""
    try:
        parse_config(data, bundled, path=place)
    except CannotRun as error:
        return None, error.message
    return data, why


def roots_at(repository: Repository, oid: str) -> Roots | None:
    """The roots that a commit itself configures; None where it has none that can be read."""
    return _coming(repository.read_path(oid, CONFIG_PATH), schema_texts(), "")[0]


def roots_to_come(
    repository: Repository, settings: Settings, base: str, judged: str
) -> Roots | None:
    """The roots by which readers will go once ``judged`` is merged, where those are others.

    ``settings`` are those that judge it, ``base`` is what it began from. None where ``judged``
    leaves the configuration as it is, or has one that nobody can read.
    """
    old, new = (repository.read_path(oid, CONFIG_PATH) for oid in (base, judged))
    if old == new:
        return None
    found = _roots(Config()) if new is None else _coming(new, schema_texts(), "")[0]
    return None if found == (settings.former or settings.roots) else found


def _coming(
    written: bytes | None, bundled: Mapping[str, str], side: str
) -> tuple[Roots | None, tuple[str, ...]]:
    """The roots of a configuration that arrives, and a note; None where none can be read."""
    if written is None:
        return None, ()
    try:
        config, _ = parse_config(written, bundled)
    except CannotRun as error:
        return None, (f"the roots of {side} count alone: {error.message}",)
    return _roots(config), ()


def _roots(config: Config) -> Roots:
    return Roots(config.roots, config.store.ignore)
