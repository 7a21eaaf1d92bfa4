"""When it was said what a status says, where it does not say so itself (DESIGN section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.record import fields
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.life import Event
    from sgm_git.witness.testimony import Testimony

_SAYING = ("status", "state")


def told_times(repository: Repository, testimonies: Mapping[str, Testimony]) -> dict[str, int]:
    """Give, by path, when the version was made that last changed content, status or state.

    In seconds since the epoch, by the version's author. Left out where nobody knows: what is not
    committed, or goes back to where history cannot be seen. Raises CannotRun where git cannot tell.
    """
    found: dict[str, int] = {}
    asked = {path: _Asked(each) for path, each in testimonies.items() if each.versions}
    while asked:
        said = _said(repository, [each.event for each in asked.values()])
        for path, each in list(asked.items()):
            if each.is_told(said):
                time = each.testimony.commit(each.event).author_time
                if each.event.commit != UNCOMMITTED and time is not None:
                    found[path] = time
                del asked[path]
            elif not each.go_on():
                del asked[path]
    return found


@dataclass(slots=True)
class _Asked:
    testimony: Testimony
    number: int = 0

    @property
    def event(self) -> Event:
        """The version that is looked at."""
        return self.testimony.versions[self.number]

    def is_told(self, said: Mapping[str, str]) -> bool:
        """Whether this version says something that none of the states before it said."""
        now = said.get(self.event.after.blob)
        return all(said.get(state.blob) != now for state in self.event.before)

    def go_on(self) -> bool:
        """Turn to the version before; whether there is one."""
        self.number += 1
        return self.number < len(self.testimony.versions)


def _said(repository: Repository, events: Iterable[Event]) -> dict[str, str]:
    """What the states of some versions say, by blob."""
    states = [state for event in events for state in (event.after, *event.before)]
    blobs = sorted({state.blob for state in states})
    here = repository.present_blobs(blobs)
    present = [blob for blob in blobs if blob in here]
    return {
        blob: "" if (document := read(data).document) is None else _saying(document.record)
        for blob, data in repository.read_blobs(present, limit=STANDARD.document)
    }


def _saying(record: JsonObject) -> str:
    annotations = {kind: fields.annotation_values(record, kind) for kind in _SAYING}
    return canonical({"content": record.get("content"), **annotations})
