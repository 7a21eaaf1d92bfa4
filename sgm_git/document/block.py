"""Texts of several lines as block scalars (DESIGN section 3, "Writing a new file")."""

from __future__ import annotations

import re
from itertools import groupby

from sgm_git.document.spelling import NOT_IN_BLOCK

_NARROW, _WIDE = 40, 80
_SINGLE_BLANK = re.compile(r"(?<=[^ \t]) (?=[^ \t])")


def is_literal(text: str, *, in_list: bool, at_end: bool) -> bool:
    """Tell whether a new text is written as a literal block: it has lines, and all readers agree.

    ``in_list``: it stands directly in a sequence; ``at_end``: nothing of the front matter follows.
    """
    if "\n" not in text.rstrip("\n") or not fits_block(text):
        return False
    if in_list:
        return not text[-1].isspace()
    return not (at_end and text.endswith("\n\n"))


def fits_block(text: str) -> bool:
    """Tell whether a text can be a block scalar at all; not so where readers differ over blanks."""
    visible = text.strip(" \t\n")
    if not visible or NOT_IN_BLOCK.search(text):
        return False
    before, _, after = text.partition(visible)
    lead = before.rpartition("\n")
    return (
        "\t" not in before and not lead[0].strip("\n") and not after.partition("\n")[2].strip("\n")
    )


def header(text: str, indicator: str, step: int) -> str:
    """Give the first line of a block scalar: how it is indented and how it ends."""
    indentation = str(step) if text[0] in " \n" else ""
    chomping = "-" if not text.endswith("\n") else "+" if text.endswith("\n\n") else ""
    return indicator + indentation + chomping


def literal_lines(text: str, indent: int) -> list[str]:
    """Give the lines of a literal block after its header, without line ends."""
    pad = " " * indent
    return [pad + line if line else "" for line in text.removesuffix("\n").split("\n")]


def folded_lines(text: str, indent: int, old: list[str]) -> list[str] | None:
    """Give the lines of a folded block after its header; ``None`` for a text with indented lines.

    ``old`` are the lines until now, without indentation: a paragraph that stays keeps its line
    breaks, and the longest line says how wide others may get.
    """
    paragraphs = text.removesuffix("\n").split("\n")
    if any(paragraph[:1].isspace() for paragraph in paragraphs):
        return None
    typed = _typed_paragraphs(old)
    width = max(_NARROW, *map(len, old)) if old else _WIDE
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += ["", *(typed.get(paragraph) or _wrapped(paragraph, width))]
    pad = " " * indent
    return [pad + line if line else "" for line in lines[1:]]


def _typed_paragraphs(lines: list[str]) -> dict[str, list[str]]:
    if any(line[:1].isspace() for line in lines):
        return {}
    found: dict[str, list[str]] = {}
    for is_blank, group in groupby(lines, key=lambda line: not line.strip()):
        paragraph = list(group)
        if not is_blank:
            found[" ".join(paragraph)] = paragraph
    return found


def _wrapped(paragraph: str, width: int) -> list[str]:
    """Break a paragraph at single blanks, the only place that folding undoes."""
    if not paragraph:
        return []
    lines = [""]
    for word in _SINGLE_BLANK.split(paragraph):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
