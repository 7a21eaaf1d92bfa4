"""Rules F101-F109, F111 and F114: whether a file can be read as one record (DESIGN section 3).

What the reader found is told apart here by its code; F109 and F114 are judged here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.document.parse import second_front_matter
from sgm_git.findings import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case


def no_front_matter(case: Case) -> Iterator[Fault]:
    """The file has no front matter (F101).

    Why: a record's id, type and provenance stand between two lines of three dashes at the very
    top. A file without them is no record, and nobody finds it. In a root that is not strict, as
    adopted folders are, this is a warning.

    Bad:
        # Keep the datastore

    Good:
        ---
        id: dec-x
        type: fact
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

        # Keep the datastore

    Fix: add the block, or name the file under ``store.ignore`` if it is no record.
    """
    return _read(case, "F101")


def front_matter_open(case: Case) -> Iterator[Fault]:
    """The front matter is not closed (F102).

    Why: without the second line of dashes nobody can tell where the content begins.

    Bad:
        ---
        id: dec-x
        # Keep the datastore

    Good:
        ---
        id: dec-x
        type: fact
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

        # Keep the datastore

    Fix: put ``---`` on a line of its own, without blanks before it, after the last field.
    """
    return _read(case, "F102")


def not_yaml(case: Case) -> Iterator[Fault]:
    """The front matter is not YAML (F103).

    Why: a block that cannot be read holds a record that nobody sees. The usual causes are a
    colon and a blank inside a text, a quote that is not closed, and a TAB for indentation.

    Bad:
        ---
        title: Release: the plan
        ---

    Good:
        ---
        id: dec-x
        type: fact
        title: "Release: the plan"
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

    Fix: quote the text, or mend what the message names.
    """
    return _read(case, "F103")


def key_twice(case: Case) -> Iterator[Fault]:
    """A key stands twice in one mapping (F104).

    Why: most readers take the last one without a word, and the first is lost with the next
    write. Two keys are the same however they are quoted.

    Bad:
        ---
        title: Keep the store
        "title": Drop the store
        ---

    Good:
        ---
        id: dec-x
        type: fact
        title: Keep the store
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

    Fix: keep the one that is meant.
    """
    return _read(case, "F104")


def not_utf_8(case: Case) -> Iterator[Fault]:
    r"""The file is not UTF-8 (F105).

    Why: another encoding is read differently on every machine.

    Bad:
        a file that an editor saved as UTF-16 or Latin-1

    Good:
        the same file saved as UTF-8, with or without a byte order mark

    Fix: save it as UTF-8: ``iconv -f LATIN1 -t UTF-8``.
    """
    return _read(case, "F105")


def conflict_markers(case: Case) -> Iterator[Fault]:
    """Conflict markers of a merge are left (F106).

    Why: the file holds two records in one, and neither was chosen. Markers inside a fenced code
    block are an example and pass.

    Bad:
        <<<<<<< HEAD
        title: Keep the store
        =======
        title: Drop the store
        >>>>>>> theirs

    Good:
        title: Keep the store

    Fix: choose, and remove the three marker lines.
    """
    return _read(case, "F106")


def over_limits(case: Case) -> Iterator[Fault]:
    """The document is over a limit (F107).

    Why: one file must not stop the reading of all others. A document may have 1 MiB, its front
    matter 256 KiB, a nesting of 100 and 100,000 values once aliases are resolved.

    Bad:
        a record with a log file of 5 MB as its content

    Good:
        a record that says where the log file is

    Fix: shorten it, or split it into several records.
    """
    return _read(case, "F107")


def not_json(case: Case) -> Iterator[Fault]:
    """A tag, a key or a value has no form in JSON (F108).

    Why: a record is a JSON object. Tags for programs, dates as objects, ``.nan`` and keys that
    are lists cannot be given to another implementation.

    Bad:
        ---
        title: !!python/object/apply:os.system ["true"]
        ---

    Good:
        ---
        id: dec-x
        type: fact
        title: "!!python/object/apply:os.system"
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

    Fix: write the value as a text, a number, a boolean, a list or a mapping.
    """
    return _read(case, "F108")


def second_block(case: Case) -> Iterator[Fault]:
    """A second front matter follows the first (F109).

    Why: some tools put a block of their own above the one that was there. Which of the two is
    the record is not said, and the second looks like content.

    Bad:
        ---
        type: fact
        ---
        ---
        id: dec-x
        ---

    Good:
        ---
        id: dec-x
        type: fact
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

    Fix: make one block of the two.
    """
    document = case.document
    if document is not None:
        place = second_front_matter(document.text, document.body, STANDARD)
        if place is not None:
            message = "a second front matter follows the first; make one block of the two"
            yield Fault("F109", message, document.span(*place), "/content")


def content_twice(case: Case) -> Iterator[Fault]:
    """The content stands in the front matter and in the body (F111).

    Why: a record has one content. The front matter's counts, so the body is not seen.

    Bad:
        ---
        content: Keep it.
        ---

        Drop it.

    Good:
        ---
        id: dec-x
        type: fact
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

        Keep it.

    Fix: remove one of them.
    """
    return _read(case, "F111")


def behind_link(case: Case) -> Iterator[Fault]:
    """The file is a symbolic link and is not read (F114).

    Why: a link can lead out of the store, to files that were never meant to be shown.

    Bad:
        memory/fact/host.md -> /etc/hostname

    Good:
        memory/fact/host.md is a file

    Fix: put the record itself in its place.
    """
    if case.subject.is_link:
        yield Fault("F114", "a symbolic link is not read; put the record itself in its place")


def _read(case: Case, code: str) -> Iterator[Fault]:
    return (fault for fault in case.subject.reading.faults if fault.code == code)
