"""Bytes to a document and all that is wrong with it (DESIGN section 3; rules F101-F108, F111)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sgm_git.document.document import Document
from sgm_git.document.flaw import Flaw
from sgm_git.document.limits import STANDARD
from sgm_git.document.lines import Lines
from sgm_git.document.markers import conflict
from sgm_git.document.node import Node, pointers
from sgm_git.document.parse import parse_front
from sgm_git.document.split import Split, body_text, content_span, split
from sgm_git.document.values import evaluate
from sgm_git.findings import Fault
from sgm_git.record.pointer import render

if TYPE_CHECKING:
    from sgm_git.document.events import Engine
    from sgm_git.document.limits import Limits
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject

_BOM = "\ufeff"
_OF_CONFLICTS = frozenset({"F101", "F102", "F103", "F104", "F108"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading gave: a document, faults, or both."""

    document: Document | None
    faults: tuple[Fault, ...]


def read(data: bytes, limits: Limits = STANDARD, engine: Engine | None = None) -> Reading:
    """Read a document; never raises. Ends in bounded time and memory, whatever the bytes are.

    Beside F106 (conflict markers) and F111 (content twice; the front matter's counts) there may
    be a document, beside other faults there is none. ``engine`` reads alone where one is given.
    """
    if len(data) > limits.document:
        message = f"a document of {len(data):,} bytes is over the limit of {limits.document:,}"
        return Reading(None, (Fault("F107", message),))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Reading(None, (_not_utf_8(data, error),))
    reader = _Reader(text, limits, engine)
    reader.run()
    return Reading(reader.document, reader.faults())


def _not_utf_8(data: bytes, error: UnicodeDecodeError) -> Fault:
    before = data[: error.start].decode().removeprefix(_BOM)
    message = f"not UTF-8: the byte 0x{data[error.start]:02X}"
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        message = "not UTF-8: UTF-16, as its byte order mark says"
    return Fault("F105", message, Lines(before).span(len(before), len(before)))


class _Reader:
    def __init__(self, text: str, limits: Limits, engine: Engine | None) -> None:
        self._text = text.removeprefix(_BOM)
        self._bom = text.startswith(_BOM)
        self._lines = Lines(self._text)
        self._limits = limits
        self._engine = engine
        self._root: Node | None = None
        self._flaws: list[Flaw] = []
        self.document: Document | None = None

    def run(self) -> None:
        """Read as far as it goes."""
        body = 0
        try:
            parts = split(self._text)
            body = parts.body
            self._read(parts)
        except Flaw as flaw:
            self._flaws.append(flaw)
        if place := conflict(self._text, body):
            self._flaws = [flaw for flaw in self._flaws if flaw.code not in _OF_CONFLICTS]
            self._flaws.append(Flaw("F106", "conflict markers that a merge left", *place))

    def _read(self, parts: Split) -> None:
        start = parts.front[0]
        root = parse_front(self._text, parts, self._limits, self._engine)
        if root is None:
            root = Node("map", start, start)
        if root.kind != "map":
            raise Flaw(
                "F108", "front matter must be a mapping of keys to values", root.start, root.end
            )
        self._root = root
        record, flaws = evaluate(root)
        self._flaws += flaws
        if not flaws:
            self._finish(parts, root, cast("JsonObject", record))

    def _finish(self, parts: Split, root: Node, record: JsonObject) -> None:
        content = content_span(self._text, parts.body, parts.eol)
        if content is not None and "content" in record:
            if self._text[parts.body :].strip():
                message = "content stands in the front matter and in the body"
                self._flaws.append(Flaw("F111", message, *content))
            content = None
        if content is not None:
            record["content"] = body_text(self._text[slice(*content)], parts.eol)
        self.document = Document(
            text=self._text,
            bom=self._bom,
            eol=parts.eol,
            front_span=parts.front,
            body=parts.body,
            content_span=content,
            root=root,
            record=record,
            lines=self._lines,
        )

    def faults(self) -> tuple[Fault, ...]:
        """Give what is wrong, in the order of the text."""
        if not self._flaws:
            return ()
        found: dict[int, Pointer] = {}
        for start, pointer in pointers(self._root) if self._root else ():
            found.setdefault(start, pointer)
        ordered = sorted(self._flaws, key=lambda flaw: (flaw.start, flaw.code))
        return tuple(_fault(flaw, self._lines, found.get(flaw.start)) for flaw in ordered)


def _fault(flaw: Flaw, lines: Lines, pointer: Pointer | None) -> Fault:
    message = flaw.message
    if flaw.first is not None:
        message += f"; it is in line {lines.place(flaw.first)[0]} already"
    text = None if pointer is None else render(pointer)
    return Fault(flaw.code, message, lines.span(flaw.start, flaw.end), text)
