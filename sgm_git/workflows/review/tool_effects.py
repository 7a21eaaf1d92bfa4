"""What the change of a file that steers a tool does, in sentences."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from sgm_git.checks import parts
from sgm_git.commits import short
from sgm_git.record.spoken import quoted
from sgm_git.record.unseen import unseen_runs
from sgm_git.workflows.review.steering import as_opened, orders_above, steering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.review.versions import Version, Versions

_MOST_LINES = 20


def tool_effects(versions: Versions) -> Iterator[str]:
    """Say whom a file steers that lies before and after like this, and what is odd about it."""
    found = steering(versions.path)
    if found is not None:
        no_more = "" if versions.after.entry is not None else ", and is not there any more"
        yield f"{found.text}{no_more}"
    above = orders_above(versions.path)
    if above is not None and versions.after.entry is not None:
        yield f"a folder lies where agents look for the file {quoted(above)}: they find no orders"
    yield from spelling(versions.path)
    yield from kinds(versions)
    if as_opened(versions.path).rpartition("/")[2] == ".gitignore":
        yield from _ignores(versions.before, versions.after)
    if found is not None and found.is_prose and versions.after.plain is not None:
        yield from _unseen(versions.after.plain)


def spelling(path: str) -> Iterator[str]:
    """Say of a path that only some file system takes for the one that a tool looks for."""
    plain = as_opened(path)
    if path.casefold() != plain:
        yield f"its name is not what it looks like: some file systems take it for {quoted(plain)}"


def kinds(versions: Versions) -> Iterator[str]:
    """Say what else it has become: a link, a submodule, a program; or that it cannot be read."""
    before, after = versions.before, versions.after
    if after.unread:
        yield f"what stands in it cannot be told: {after.unread}"
    yield from _link(versions)
    if after.is_executable and not before.is_executable:
        yield "it can be started as a program now"
    yield from _submodule(before, after)


def _link(versions: Versions) -> Iterator[str]:
    after = versions.after
    if after.is_link and after.data is not None:
        target = quoted(after.data.decode("utf-8", "replace"))
        out = ", out of the tree" if leads_out(versions.path, after.data) else ""
        yield f"it is a link to {target}{out}"
    elif versions.before.is_link and after.entry is not None and not after.is_link:
        yield "it is a link no more"


def leads_out(path: str, target: bytes | None) -> bool:
    """Whether a link at a path leads out of the tree, or into git's own folder."""
    if target is None:
        return True
    text = target.decode("utf-8", "replace").replace("\\", "/")
    if text.startswith("/") or text[1:2] == ":":
        return True
    first = normpath(join(dirname(path), text)).split("/")[0]
    return first == ".." or as_opened(first) == ".git"


def _submodule(before: Version, after: Version) -> Iterator[str]:
    if after.is_submodule and after.oid is not None:
        was = f", {short(before.oid)} before" if before.is_submodule and before.oid else ""
        yield f"another repository lies there, at its commit {short(after.oid)}{was}"
        yield "nothing of what stands in it is seen here"
    elif before.is_submodule:
        yield "no other repository lies there any more"


def _ignores(before: Version, after: Version) -> Iterator[str]:
    """Say which lines came and went."""
    old, new = (_lines(each.plain) for each in (before, after))
    for line in [each for each in new if each not in old][:_MOST_LINES]:
        yield _ignored(line, "now")
    for line in [each for each in old if each not in new][:_MOST_LINES]:
        yield _ignored(line, "no more")


def _ignored(line: str, when: str) -> str:
    if line.startswith("!"):
        return f"git looks {when} at what matches {quoted(line[1:])} all the same"
    return f"git overlooks what matches {quoted(line)} {when}"


def _lines(data: bytes | None) -> dict[str, None]:
    """The lines of a file that say something, in order."""
    lines = (data or b"").decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    stripped = (line.strip() for line in lines)
    return dict.fromkeys(line for line in stripped if line and not line.startswith("#"))


def _unseen(data: bytes) -> Iterator[str]:
    """Say what an agent reads there and a person does not see."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    runs = list(unseen_runs(text))
    if runs:
        first, more = runs[0], f" (and {len(runs) - 1} more)" if len(runs) > 1 else ""
        line = _line(text, first.start())
        yield f"hidden character U+{ord(first[0][0]):04X} in line {line}{more}"
    for hidden in parts.markdown.unseen(text)[:_MOST_LINES]:
        said = " ".join(text[hidden.start : hidden.end].split())
        line = _line(text, hidden.start)
        yield f"{hidden.what} in line {line} is not seen when it is rendered: {quoted(said)}"


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1
