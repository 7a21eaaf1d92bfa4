"""The history of records as a timeline, as lines, and as JSON (DESIGN section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.record.times import render_utc
from sgm_git.report.changes import change_line, change_object, field_name
from sgm_git.report.escape import cell_width, visible
from sgm_git.report.moments import ago, moment
from sgm_git.report.style import PLAIN, Style
from sgm_git.witness.life import Kind
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.commits import Identity
    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.history import RecordHistory
    from sgm_git.workflows.revisions import Deed, Revision

_NAMED = 5  # fields that a line names before it says how many more there are
_PENDING = "not committed yet"
_COLOURS = {
    Trust.SIGNED: "green",
    Trust.VOUCHED: "green",
    Trust.CONSISTENT: "green",
    Trust.UNKNOWN: "yellow",
    Trust.DISPUTED: "red",
}
_DONE = {
    Kind.BORN: "created",
    Kind.RETURNED: "brought back",
    Kind.CHANGED: "",
    Kind.STAMPED: "only its stamps",
}


def history_lines(
    history: RecordHistory, style: Style = PLAIN, now: int | None = None
) -> Iterator[str]:
    """Give the timeline of one record, newest first.

    With ``now``, in seconds since the epoch, times are told as so long ago, else as they are.
    """
    yield f"{style.paint(visible(history.id), 'bold')}  {style.paint(visible(history.path), 'dim')}"
    if history.deletion is not None:
        yield ""
        yield _headline(history.deletion, style, now, style.paint("deleted", "red"))
    for revision in history.revisions:
        yield ""
        done = _DONE[revision.kind]
        yield _headline(revision.deed, style, now, _verdict(revision, style), done)
        if revision.path != history.path:
            yield style.paint(f"  in {visible(revision.path)}", "dim")
        yield from (f"  {change_line(change, style)}" for change in revision.changes)


def history_object(history: RecordHistory) -> JsonObject:
    """Give ``{id, path, extent, deleted, versions}``; ``deleted`` is null unless it is gone."""
    deletion = history.deletion
    return {
        "id": history.id,
        "path": history.path,
        "extent": history.extent.value,
        "deleted": None if deletion is None else _deed_object(deletion),
        "versions": [_revision_object(revision) for revision in history.revisions],
    }


def latest_object(revisions: Iterable[Revision]) -> JsonObject:
    """Give ``{versions}``, each with the record's id."""
    return {"versions": list(revision_objects(revisions))}


def revision_objects(revisions: Iterable[Revision]) -> Iterator[JsonObject]:
    """Give each revision with the record's id: ``{id, commit, author, author_time, ...}``."""
    yield from ({"id": revision.id, **_revision_object(revision)} for revision in revisions)


def latest_lines(revisions: Iterable[Revision]) -> Iterator[str]:
    """Give a line a revision: time, commit, id, who, verdict and fields, separated by tabs."""
    yield from ("\t".join(_cells(revision, None)) for revision in revisions)


def latest_table(revisions: Iterable[Revision], style: Style, now: int) -> list[str]:
    """Give the same for a person: in columns, with times as so long ago."""
    rows = [_cells(revision, now) for revision in revisions]
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    colours = [_COLOURS[revision.verdict] for revision in revisions]
    return [
        "  ".join(_column(row, widths, style, colour)).rstrip()
        for row, colour in zip(rows, colours, strict=True)
    ]


def _column(row: Sequence[str], widths: Sequence[int], style: Style, colour: str) -> Iterator[str]:
    for text, width, name in zip(row, widths, ("", "cyan", "bold", "", colour, "dim"), strict=True):
        painted = style.paint(text, name) if name else text
        yield painted + " " * (width - cell_width(text))


def _cells(revision: Revision, now: int | None) -> list[str]:
    deed = revision.deed
    names = list(dict.fromkeys(field_name(change) for change in revision.changes))
    done = _DONE[revision.kind]
    more = f", {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    fields = done if revision.kind is Kind.BORN else ", ".join(names[:_NAMED]) + more or done
    return [
        _when(deed, now),
        short(deed.commit.oid),
        visible(revision.id),
        _name(deed),
        _verdict(revision),
        fields,
    ]


def _headline(deed: Deed, style: Style, now: int | None, verdict: str, done: str = "") -> str:
    person, author = _identity(deed.person), _identity(deed.commit.author)
    who = person if deed.agent is None else f"{visible(deed.agent)}, for {person}"
    parts = [
        style.paint(_when(deed, now), "cyan"),
        who,
        "" if person == author else f"(in git: {author})",
        style.paint(short(deed.commit.oid), "yellow"),
        verdict,
        done,
    ]
    return "  ".join(part for part in parts if part)


def _when(deed: Deed, now: int | None) -> str:
    if not deed.is_committed:
        return _PENDING
    time = deed.commit.author_time
    return moment(time) if now is None else ago(time, now)


def _name(deed: Deed) -> str:
    """Who did it in short: the agent, else the person, and what git calls them if otherwise."""
    person, author = deed.person, deed.commit.author
    if deed.agent is not None:
        return visible(deed.agent)
    name = person.name or person.email
    raw = "" if person.name == author.name else f" (in git: {author.name or author.email})"
    return visible(f"{name}{raw}")


def _identity(who: Identity) -> str:
    return visible(f"{who.name} <{who.email}>".strip())


def _verdict(revision: Revision, style: Style = PLAIN) -> str:
    shut = [f"{code} accepted" for code in _codes(revision.accepted)]
    codes = ", ".join([*_codes(revision.findings), *shut])
    word = style.paint(revision.verdict.value, _COLOURS[revision.verdict])
    return f"{word} ({codes})" if codes else word


def _codes(findings: Iterable[Finding]) -> list[str]:
    return sorted({finding.code for finding in findings})


def _revision_object(revision: Revision) -> JsonObject:
    return {
        **_deed_object(revision.deed),
        "kind": revision.kind.value,
        "path": revision.path,
        "fields": [change_object(change) for change in revision.changes],
        "verdict": revision.verdict.value,
        "codes": list(_codes(revision.findings)),
        "accepted": list(_codes(revision.accepted)),
    }


def _deed_object(deed: Deed) -> JsonObject:
    """Give ``{commit, author, author_time, person, agent}``; null what is not committed."""
    return {
        "commit": deed.commit.oid if deed.is_committed else None,
        "author": _identity_object(deed.commit.author),
        "author_time": _time(deed.commit.author_time) if deed.is_committed else None,
        "person": _identity_object(deed.person),
        "agent": deed.agent,
    }


def _identity_object(who: Identity) -> JsonObject:
    return {"name": who.name, "email": who.email}


def _time(seconds: int | None) -> str | None:
    """Seconds since the epoch as RFC 3339 in UTC; None where it cannot write them."""
    try:
        return None if seconds is None else render_utc(seconds)
    except ValueError:
        return None
