"""Builds HTML in which text can only ever be text.

A piece is ``Markup`` or it is escaped. Texts of others (``Quoted``) stand in elements of their
own, isolated in their direction, with what nobody would see made visible and secrets masked. No
attribute is ever made of them.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.record.masking import masked_tokens
from sgm_git.report.fencing import fenceless
from sgm_git.report.review.phrase import Quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 400
"""Characters of others' text that stand in a line."""

_VOID = frozenset(("meta", "link", "input", "br"))
_UNSEEN = re.compile("\u27e8U\\+[0-9A-F]{4,6}\u27e9")
# A page may be printed in a pipeline, whose runner takes ``##[x]`` or ``::x`` for a command.
_SIGNS = str.maketrans({"#": "&#35;", ":": "&#58;"})
_LINE_END = "&#10;"


class Markup(str):
    """HTML that is made here, to be taken as it stands."""

    __slots__ = ()


Child: TypeAlias = "str | Markup | Quoted"
"""A piece of content: our own text is escaped, others' text is made harmless and isolated."""


def tag(name: str, /, *children: Child, **attributes: str | int | bool) -> Markup:
    """Give an element. ``class_`` gives ``class``, ``aria_label`` gives ``aria-label``.

    An attribute that is True has no value, and one that is False is left out.
    """
    said = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Give pieces one behind the other."""
    return Markup("".join(map(_shown, children)))


def lines(parts: Iterable[Markup]) -> Markup:
    """Give pieces each on a line of its own."""
    return Markup("\n".join(part for part in parts if part))


def plain(text: str, limit: int = LONGEST) -> Markup:
    """Give a text of others without an element, for where none may stand."""
    return _escaped(_cut(masked_tokens(text), limit))


def quote(text: str, limit: int = LONGEST) -> Markup:
    """Give a text of others as a word in a line of ours."""
    return tag("bdi", _marked(_cut(masked_tokens(text), limit)))


def code(text: str, limit: int = LONGEST) -> Markup:
    """Give a name of others, such as an id or a path, in letters of one width."""
    return tag("code", tag("bdi", _marked(_cut(masked_tokens(text), limit))))


def passage(text: str) -> Markup:
    """Give a text of others that may have many lines, without an element around it.

    Whoever asks has veiled its secrets.
    """
    return Markup(_LINE_END.join(map(_marked, text.split("\n"))))


def scrolled(drawing: Markup) -> Markup:
    """Give a drawing that is scrolled where it is wider than the page, by keys too."""
    label = "Drawing, may be scrolled"
    return tag("div", drawing, class_="scrolled", role="region", aria_label=label, tabindex=0)


def _shown(child: Child) -> str:
    if isinstance(child, Markup):
        return child
    return quote(child.text) if isinstance(child, Quoted) else escape(child, quote=False)


def _attribute(key: str, value: str | int | bool) -> str:  # noqa: FBT001 - as HTML has it
    name = key.rstrip("_").replace("_", "-")
    if isinstance(value, bool):
        return f" {name}" if value else ""
    return f' {name}="{escape(str(value))}"'


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}\u2026"


def _escaped(text: str) -> Markup:
    return Markup(escape(fenceless(text), quote=False).translate(_SIGNS))


def _marked(line: str) -> Markup:
    """The text with what is not seen in it set apart."""
    return Markup(_UNSEEN.sub(_set_apart, _escaped(line)))


def _set_apart(found: re.Match[str]) -> str:
    return f'<b class="unseen">{found[0]}</b>'
