"""What the rest of the package may ask of git about the past: the witness (DESIGN 5, 13).

Forms are those of ``protocol``, which takes these promises into ``Repository``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.commits import Commit, Identity, Signature


class Past(Protocol):
    """The half of a repository that looks back. Both engines keep every promise made here."""

    def history(self, tip: str, known: Collection[str] = ()) -> Iterator[Commit]:
        """Give every commit reachable from ``tip`` and not from one of ``known``.

        ``tip`` comes first, and each commit before its parents, whatever their clocks say. Those
        of ``known`` that are not here are ignored. ``changes`` hold, for each parent, the plain
        files that end in ``.md`` (in any case), lie below ``.sgm/`` or are a ``.mailmap`` or
        ``.gitattributes`` of any folder, where their content differs; links and submodules are no
        files. Replace refs, grafts and settings change nothing, and nothing is fetched: a commit
        at the border of a shallow clone, and in a partial clone one that cannot be compared
        for want of objects, ``is_cut``. Raises CannotRun if ``tip`` is no commit that is here.
        """
        ...

    def merge_heads(self) -> tuple[str, ...]:
        """Give the commits that an unfinished merge brings in; none where there is none.

        So does one that has come as far as its hook ``pre-merge-commit``, if this is in it.
        """
        ...

    def picked(self) -> str | None:
        """Give the commit that is being picked or rebased, whose author the next one will have."""
        ...

    def people(self, tip: str) -> frozenset[Identity]:
        """Give the authors and committers of all commits reachable from ``tip`` that are here.

        Raises CannotRun if ``tip`` is no commit that is here.
        """
        ...

    def blob_ids(self, places: Sequence[tuple[str, str]]) -> list[str | None]:
        """Give the blob of the plain file at each (commit, path), None if there is none.

        Raises CannotRun where a commit or tree is not here.
        """
        ...

    def present_blobs(self, oids: Sequence[str]) -> set[str]:
        """Give those of the blobs that are here: in a partial clone some may be missing."""
        ...

    def merge_bases(self, one: str, other: str) -> list[str]:
        """Give the best common ancestors of two commits, sorted; none if they have none.

        Raises CannotRun where history is cut before they meet.
        """
        ...

    def is_ancestor(self, one: str, other: str) -> bool:
        """Whether ``other`` reaches ``one``, or is it.

        Raises CannotRun where history is cut before that can be told.
        """
        ...

    def commit_at(self, tip: str, time: int) -> str | None:
        """Give the commit that was the newest at a time, on the line of first parents of ``tip``.

        From ``tip`` down it is the first whose committer time, in seconds since the epoch, is that
        time or earlier; one whose time cannot be read, or is zero, is passed over. None if there
        is none. Raises CannotRun where history is cut before that can be told.
        """
        ...

    def trusted_ref(self) -> str | None:
        """Give the ref that counts as reviewed (DESIGN 2, "trusted side").

        It is what git config ``sgm.trustRef`` says; else what the remote's HEAD leads to (of
        ``origin``, or of the only remote), else that remote's only ``main`` or ``master``. None
        where there is none or several.
        """
        ...

    def has_remote(self) -> bool:
        """Whether there is a remote with an address."""
        ...

    def signatures(self, oids: Sequence[str], signers: bytes | None) -> dict[str, Signature]:
        """Judge the signature of each commit.

        ``signers`` are the allowed SSH signers in git's own format; None: there are none. GPG
        keys are those of the user's keyring, and whose they are is told only of keys that it holds
        for certain. No program runs that a configuration names. The ``signer`` of a good
        signature is the user id of its GPG key, or the principals of its SSH key joined by commas,
        patterns as they stand. ``key``, the full fingerprint of the owner's GPG key or
        ``SHA256:...``, is given only where the signature is intact, also of an unknown key. Without
        git a signature is unverifiable. Raises CannotRun for what is no commit that is here.
        """
        ...
