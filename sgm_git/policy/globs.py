"""Patterns of paths as people know them from git: ``*`` and ``?`` stay in a folder, ``**`` crosses.

A pattern without a slash is held against the last component alone. Patterns come from a file in
the repository, so none may take long: what follows a wildcard is looked for from the left once,
which finds a match if there is one, and is not tried again further right.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from sgm_git.policy.names import is_administrative

_PIECE = re.compile(r"\*\*|\*|\?|\[!?\]?[^\]/]*\]|.", re.DOTALL)
_WILD = re.compile(r"[*?\[]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:")


def matches(pattern: str, path: str) -> bool:
    """Whether a path, with forward slashes, matches."""
    target = path if "/" in pattern.rstrip("/") else path.rpartition("/")[2]
    return compiled(pattern.strip("/")).fullmatch(target) is not None


def fixed_part(pattern: str) -> str:
    """The folders at the front of a pattern that hold no wildcard; empty if the first one does."""
    parts = pattern.split("/")
    fixed = next((n for n, part in enumerate(parts) if _WILD.search(part)), len(parts))
    return "/".join(parts[:fixed])


def path_fault(path: str) -> str | None:
    """Why a pattern of folders cannot be the path of a root, None where it can."""
    if path.startswith("/") or "\\" in path or ".." in path.split("/") or _DRIVE.match(path):
        return "it must be a path below the top of the repository, with forward slashes"
    if _CONTROL.search(path):
        return "it holds a control character"
    if _SURROGATE.search(path):
        return "it is not UTF-8"
    if is_administrative(path):
        return "records do not lie in .git or .sgm, nor in what some file system takes for them"
    return None


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression in which each ``*``, ``?`` and ``**`` is a group."""
    parts = pattern.split("/")
    crossings = [n for n, part in enumerate(parts) if part == "**"]
    if not crossings:
        return re.compile("/".join(map(_component, parts)), re.DOTALL)
    first, last = crossings[0], crossings[-1]
    text = "".join(_component(part) + "/" for part in parts[:first])
    for start, end in pairwise(crossings):
        between = "".join(_component(part) + "/" for part in parts[start + 1 : end])
        text += f"(?>((?:[^/]+/)*?){between})" if between else "()"
    rest = parts[last + 1 :]
    text += "((?:[^/]+/)*)" + "/".join(map(_component, rest)) if rest else "(.*)"
    return re.compile(text, re.DOTALL)


def _component(part: str) -> str:
    """One component; all stars but the last take as little as lets what follows them match."""
    pieces = ["*" if piece == "**" else piece for piece in _PIECE.findall(part)]
    stars = [n for n, piece in enumerate(pieces) if piece == "*"]
    if not stars:
        return "".join(map(_piece, pieces))
    text = "".join(map(_piece, pieces[: stars[0]]))
    for start, end in pairwise(stars):
        text += f"(?>([^/]*?){''.join(map(_piece, pieces[start + 1 : end]))})"
    return text + "([^/]*)" + "".join(map(_piece, pieces[stars[-1] + 1 :]))


def _piece(piece: str) -> str:
    if piece == "?":
        return "([^/])"
    if len(piece) > 2 and piece.startswith("["):  # noqa: PLR2004 - brackets with something in them
        return _one_of(piece)
    return re.escape(piece)


def _one_of(piece: str) -> str:
    """A character class; a range that runs backwards stands for nothing in particular."""
    is_not = piece.startswith("[!")
    inside = re.sub(r"([\\^\[\]])", r"\\\1", piece[1 + is_not : -1])
    try:
        re.compile(f"[{inside}]")
    except re.error:
        return re.escape(piece)
    return f"([^/{inside}])" if is_not else f"([{inside}])"
