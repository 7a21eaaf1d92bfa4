"""A document that has been read: its record, and where each part of it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document.node import descend

if TYPE_CHECKING:
    from sgm_git.document.lines import Lines
    from sgm_git.document.node import Node
    from sgm_git.findings import Span
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a store. All offsets count code points of ``text``, ends are exclusive."""

    text: str
    """The whole file without a byte order mark."""
    bom: bool
    eol: str
    """How the opening fence's line ends: LF or CRLF."""
    front_span: tuple[int, int]
    """Between the fences' lines."""
    body: int
    """After the closing fence's line."""
    content_span: tuple[int, int] | None
    """What of the body is content; ``None`` where the front matter holds it or nothing does."""
    root: Node
    """The mapping between the fences."""
    record: JsonObject
    lines: Lines

    def span(self, start: int, end: int) -> Span:
        """Give lines and columns for two offsets."""
        return self.lines.span(start, end)

    def node_at(self, pointer: Pointer) -> Node | None:
        """Give the node of a value in the front matter; none for what an alias or merge brings."""
        found = list(descend(self.root, pointer))
        if len(found) < len(pointer):
            return None
        return found[-1][1] if found else self.root

    def key_at(self, pointer: Pointer) -> Node | None:
        """Give the key of an entry in the front matter; none for list items."""
        found = list(descend(self.root, pointer))
        return found[-1][0] if found and len(found) == len(pointer) else None

    def span_of(self, pointer: Pointer, *, key: bool = False) -> Span:
        """Give the place of a value, or of its key; of the nearest existing parent otherwise.

        Content in the body has the body's place; the whole record that of the opening fence.
        """
        if pointer[:1] == ("content",) and self.content_span is not None:
            return self.span(*self.content_span)
        found = list(descend(self.root, pointer))
        if not found:
            return self.span(0, 3)
        name, node = found[-1]
        if key and name is not None and len(found) == len(pointer):
            return self.span(name.start, name.end)
        return self.span(node.start, node.end)
