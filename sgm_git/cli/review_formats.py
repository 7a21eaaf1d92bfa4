"""The formats of a review: for a person, for a comment, and for other programs."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.cli.formats import RENDERERS as OF_FINDINGS
from sgm_git.cli.formats import whole
from sgm_git.cli.step_summary import add_to_summary, has_summary
from sgm_git.errors import CannotRun, UsageError
from sgm_git.report.formats import parts as formats
from sgm_git.report.formats.checked import Checked, summary_of
from sgm_git.report.review import parts
from sgm_git.report.style import PLAIN
from sgm_git.store.files import write_temporary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.review.model import Review

    Renderer = Callable[[Review, Checked], Iterable[str]]
    Writer = Callable[[Invocation, Review, bool], None]

_BYTES_A_CHARACTER = 4  # at most, in UTF-8


def _github(review: Review, checked: Checked) -> Iterator[str]:
    return formats.github.commands(checked, parts.notices.notices(review))


def _of_findings(render: Callable[[Checked], Iterable[str]]) -> Renderer:
    return lambda _, checked: render(checked)


_RENDERERS: Mapping[str, Renderer] = {
    "text": lambda review, _: parts.text.review_lines(review, PLAIN),
    "markdown": lambda review, _: _lines(parts.markdown.markdown(review)),
    "json": lambda review, _: whole(parts.objects.review_object(review)),
    "html": lambda review, _: _lines(parts.page.html(review)),
    "csv": lambda review, _: parts.rows.review_rows(review),
    "github": _github,
    **{form: _of_findings(render) for form, render in OF_FINDINGS.items()},
}


def saved(values: Sequence[str]) -> list[tuple[str, Path]]:
    """Give format and file of each ``FORMAT=FILE``; raises UsageError for what is none."""
    found = []
    for value in values:
        form, _, file = value.partition("=")
        if form not in _RENDERERS or not file:
            raise UsageError(
                f"--save {value}: that is no FORMAT=FILE",
                hint=f"FORMAT is one of {', '.join(_RENDERERS)}",
            )
        found.append((form, Path(file)))
    return found


def save(form: str, file: Path, review: Review, *, strict: bool) -> None:
    """Write a review to a file, as a whole or not at all; folders that are missing are made.

    Raises CannotRun where it cannot be written.
    """
    text = "".join(f"{line}\n" for line in _rendered(form, review, strict=strict))
    try:
        _replace(file, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise CannotRun(f"cannot write {file}: {error.strerror}") from error


def _rendered(form: str, review: Review, *, strict: bool) -> Iterable[str]:
    return _RENDERERS[form](review, _checked(review, strict=strict))


def _checked(review: Review, *, strict: bool) -> Checked:
    """What is new, as a check tells it."""
    summary = summary_of(len(review.records), review.new)
    return Checked(review.new, summary, strict, "review", _source(review))


def _source(review: Review) -> Callable[[str], str]:
    """What gives the texts of the records as they are after; nothing of what is beside them."""
    found = {each.diff.after.path: each.diff.after for each in review.records if each.diff.after}

    def text(path: str) -> str:
        """The text at a path."""
        entry = found.get(path)
        try:
            return "" if entry is None else entry.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return ""

    return text


def _write(form: str, invocation: Invocation, review: Review, strict: bool) -> None:  # noqa: FBT001 - as every writer takes it
    if form == "text":
        invocation.lines(parts.text.review_lines(review, invocation.style), page=True)
        return
    if form != "github":
        invocation.exactly(_rendered(form, review, strict=strict))
        return
    checked, notices = _checked(review, strict=strict), parts.notices.notices(review)
    invocation.exactly(formats.github.commands(checked, notices, has_summary=has_summary()))
    add_to_summary(partial(_summary, review))


def _summary(review: Review, room: int) -> str:
    """The Markdown in so many bytes."""
    text = parts.markdown.markdown(review, room)
    if len(text.encode("utf-8", "surrogatepass")) <= room:
        return text
    return parts.markdown.markdown(review, room // _BYTES_A_CHARACTER)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def _replace(file: Path, data: bytes) -> None:
    """Put a file in place of another; what is no plain file, such as a pipe, is written to."""
    target = file.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    temporary = write_temporary(target, str(os.getpid()), data, durable=False)
    try:
        temporary.replace(target)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


WRITERS: Mapping[str, Writer] = {form: partial(_write, form) for form in _RENDERERS}
"""What writes each format to standard output; in a workflow of GitHub its summary, too."""
