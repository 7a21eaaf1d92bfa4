"""Reads what a merge brought together, for telling automatic merges from evil ones (DESIGN 2)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun
from sgm_git.record import fields
from sgm_git.witness.automatic import Merge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.life import Event


def merge_reader(repository: Repository) -> Callable[[Event], Merge | None]:
    """Give a function from a merge event to its records, None where they are not to be had."""

    @cache
    def bases(parents: tuple[str, ...]) -> list[str]:
        found = [parents[0]]
        for parent in parents[1:]:
            found = [base for one in found for base in repository.merge_bases(one, parent)]
        return sorted(set(found))

    def merge_of(event: Event) -> Merge | None:
        states = (event.after, *event.before)
        try:
            result, *parents = _records(repository, [state.blob for state in states])
            if result is None or not all(parents):
                return None
            paths = dict.fromkeys(state.path for state in states)
            commits = bases(tuple(state.commit for state in event.before))
            found = [_record_at(repository, each, paths, result) for each in commits]
        except CannotRun:  # history is cut here
            return None
        return Merge(tuple(found), tuple(each for each in parents if each is not None), result)

    return merge_of


def _record_at(
    repository: Repository, commit: str, paths: Iterable[str], like: JsonObject
) -> JsonObject | None:
    """The record of the same id that a commit has at one of these paths."""
    blobs = repository.blob_ids([(commit, path) for path in paths])
    found = _records(repository, [blob for blob in blobs if blob is not None])
    name = fields.record_id(like)
    return next((each for each in found if each and fields.record_id(each) == name), None)


def _records(repository: Repository, blobs: list[str]) -> list[JsonObject | None]:
    contents = repository.read_blobs(blobs, limit=STANDARD.document)
    documents = [read(data).document for _, data in contents]
    return [None if document is None else document.record for document in documents]
