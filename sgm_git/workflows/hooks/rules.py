"""The files of a commit by which later ones are judged, as a server holds them (DESIGN 7).

With a fault in one of them nobody could be judged any more, nor mend it: it is not let in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.findings import Fault, Severity, Span
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE
from sgm_git.policy.config import CONFIG_PATH, SIGNERS_PATH
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from sgm_git.store.odd_trust import PLACES, oddity
from sgm_git.store.settings import SCHEMAS_PATH, read_schemas
from sgm_git.store.trusted import MAX_TRUST_BYTES, TRUST_PATHS, unusable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.protocol import Repository, TreeEntry

_FILES = (MODE_FILE, MODE_EXECUTABLE)

Files = dict[str, "TreeEntry"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of commits, each read once."""

    repository: Repository
    _files: dict[str, Files] = field(default_factory=dict)
    _odd: dict[str, Files] = field(default_factory=dict)
    _contents: dict[str, bytes] = field(default_factory=dict)

    def config(self, oid: str | None) -> bytes | None:
        """The configuration of a commit, None where it has none; of a large one, some bytes."""
        return self._read(oid, CONFIG_PATH)

    def authority(self, oid: str) -> tuple[tuple[str, ...], bytes | None]:
        """The admins that a commit names, and its list of signers."""
        config, _ = parse_config(self.config(oid), schema_texts())
        return config.trust.admins, self.signers(oid)

    def signers(self, oid: str) -> bytes | None:
        """The list of signers of a commit, None where it has none."""
        return self._read(oid, SIGNERS_PATH)

    def faults(self, new: str, old: str | None) -> Iterator[str]:
        """Why nobody could be judged by a commit: what of its files is not as ``old`` has it."""
        for path, fault in self.broken(new, *(() if old is None else (old,))):
            is_named = fault.span is None and fault.message.startswith(path)
            yield fault.message if is_named else f"{path}{_place(fault)}: {fault.message}"

    def broken(self, new: str, *known: str) -> Iterator[tuple[str, Fault]]:
        """Give the same as errors, each with its path, of what none of the ``known`` commits has.

        C801 of what is no schema, else S207.
        """
        yield from self._misplaced(new, known)
        here, there = self._listed(new), [self._listed(oid) for oid in known]
        changed = [
            path for path, entry in here.items() if all(entry != each.get(path) for each in there)
        ]
        for path in (CONFIG_PATH, *TRUST_PATHS):
            data = self._read(new, path) if path in changed else None
            why = None if data is None else _why(path, data)
            if why is not None:
                yield path, _placed(path, why.message)
        if any(path.startswith(f"{SCHEMAS_PATH}/") for path in changed):
            yield from self._unused_schemas(here, there)

    def _misplaced(self, new: str, known: Sequence[str]) -> Iterator[tuple[str, Fault]]:
        """What is no plain file where one is looked for."""
        here, there = self._odd_ones(new), [self._odd_ones(oid) for oid in known]
        for path, entry in here.items():
            if all(entry != each.get(path) for each in there):
                said = oddity(path, entry.mode) or ""
                yield path, Fault("C801", said, severity=Severity.ERROR)

    def _odd_ones(self, oid: str) -> Files:
        self._listed(oid)
        return self._odd[oid]

    def _unused_schemas(self, here: Files, there: list[Files]) -> Iterator[tuple[str, Fault]]:
        known = {
            (path, fault.message) for each in there for path, fault in self._schema_faults(each)
        }
        for path, fault in self._schema_faults(here):
            if (path, fault.message) not in known:
                yield path, replace(fault, severity=Severity.ERROR)

    def _schema_faults(self, files: Files) -> tuple[tuple[str, Fault], ...]:
        return build_schemas(schema_texts(), read_schemas(self.repository, files.values())).problems

    def _listed(self, oid: str | None) -> Files:
        if oid is None:
            return {}
        if oid not in self._files:
            listed = self.repository.list_tree(oid, PLACES)
            self._odd[oid] = {each.path: each for each in listed if oddity(each.path, each.mode)}
            self._files[oid] = {each.path: each for each in listed if each.mode in _FILES}
        return self._files[oid]

    def _read(self, oid: str | None, path: str) -> bytes | None:
        entry = self._listed(oid).get(path)
        if entry is None:
            return None
        if entry.oid not in self._contents:
            read = self.repository.read_blobs([entry.oid], limit=MAX_TRUST_BYTES)
            self._contents[entry.oid] = next(read)[1]
        return self._contents[entry.oid]


def _why(path: str, data: bytes) -> CannotRun | None:
    """Why a file that is no schema could not be used."""
    if path != CONFIG_PATH or len(data) > MAX_TRUST_BYTES:
        return unusable(path, data)
    try:
        parse_config(data, schema_texts())
    except CannotRun as error:
        return error
    return None


def _placed(path: str, message: str) -> Fault:
    """The fault of a file, at the place that its message begins with; the whole one without."""
    found = re.match(rf"{re.escape(path)}:([0-9]+):([0-9]+): ", message)
    if found is None:
        return Fault("C801", message, severity=Severity.ERROR)
    line, column = int(found[1]), int(found[2])
    said = message[found.end() :]
    return Fault("C801", said, Span(line, column, line, column), severity=Severity.ERROR)


def _place(fault: Fault) -> str:
    return "" if fault.span is None else f":{fault.span.line}:{fault.span.column}"
