"""Texts of several lines as block scalars (DESIGN section 3, "Writing a new file")."""

from __future__ import annotations

from sgm_git.document.spelling import NOT_IN_BLOCK


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
