"""Events to nodes, within limits that stop the pulling of events (DESIGN section 3, "Limits")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sgm_git.document.flaw import Flaw
from sgm_git.document.node import Node
from sgm_git.document.shield import Shield
from sgm_git.document.source import colon_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruamel.yaml.events import AliasEvent, CollectionStartEvent, Event, ScalarEvent

    from sgm_git.document.events import Engine
    from sgm_git.document.limits import Limits

_NOT_ALLOWED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]|\r(?!\n)"
)
_HARMLESS = b"\t\n" + bytes(range(0x20, 0x7F))  # of ASCII; looked for much faster


def grow(text: str, engine: Engine, limits: Limits) -> Node | None:
    """Give the root node of a YAML text, ``None`` if it holds nothing but comments.

    Raises Flaw F103 for what is not one YAML document, F107 for a text over the limits and F108
    for an alias inside what it stands for.
    """
    is_harmless = text.isascii() and not text.encode().translate(None, _HARMLESS)
    if not is_harmless and (stray := _NOT_ALLOWED.search(text)):
        name = f"U+{ord(stray[0]):04X}"
        message = f"not YAML: the control character {name} must be an escape in double quotes"
        raise Flaw("F103", message, *stray.span())
    shield = Shield(text)
    grower = _Grower(text, shield, limits)
    steps = grower.steps()
    for event in engine.events(shield.text):
        step = steps.get(event.__class__.__name__)
        if step is not None:
            step(event)
    return grower.root


class _Grower:
    """Puts nodes together; counts them as if every alias were what it stands for."""

    def __init__(self, text: str, shield: Shield, limits: Limits) -> None:
        self.root: Node | None = None
        self._text = text
        self._shield = shield if shield.is_needed else None
        self._limits = limits
        self._open: list[Node] = []
        self._inside: list[list[Node]] = []
        self._anchors: dict[str, Node] = {}
        self._count = 0
        self._documents = 0

    def steps(self) -> dict[str, Callable[[Any], None]]:
        """What to do with an event, by the name of its class; with others nothing."""
        return {
            "ScalarEvent": self._scalar,
            "AliasEvent": self._alias,
            "MappingStartEvent": self._mapping,
            "SequenceStartEvent": self._sequence,
            "MappingEndEvent": self._close,
            "SequenceEndEvent": self._close,
            "DocumentStartEvent": self._document,
        }

    def _document(self, event: Event) -> None:
        self._documents += 1
        if self._documents > 1:
            raise Flaw("F103", "not YAML of one document: a second one starts here", *_span(event))

    def _scalar(self, event: ScalarEvent) -> None:
        node = Node("scalar", event.start_mark.index, event.end_mark.index)
        style = event.style
        text = event.value
        if self._shield is not None:
            text = self._shield.restore(text, is_double_quoted=style == '"')
        node.text = text
        if style:
            node.style = style
            if style in "|>":
                node.end = self._block_end(node)
        elif not text:
            self._seat_empty(node)
        self._add(node, event)

    def _block_end(self, node: Node) -> int:
        """Give the end of a block scalar's last line that is not blank."""
        visible = node.start + len(self._text[node.start : node.end].rstrip())
        line_end = self._text.find("\n", visible)
        end = len(self._text) if line_end < 0 else line_end
        return end - (self._text[end - 1] == "\r")

    def _seat_empty(self, node: Node) -> None:
        """Engines put an empty value before the next token; it belongs behind its colon."""
        if node.start < node.end or not self._open or self._open[-1].kind != "map":
            return
        entries = self._inside[-1]
        if len(entries) % 2:
            colon = colon_end(self._text, entries[-1])
            is_its = colon is not None and colon <= node.end
            node.start = node.end = colon if colon and is_its else entries[-1].end

    def _alias(self, event: AliasEvent) -> None:
        node = Node("alias", event.start_mark.index, event.end_mark.index)
        target = self._anchors.get(event.anchor)
        if target is None:
            raise Flaw("F103", f"no anchor &{event.anchor} before this alias", *_span(event))
        if any(target is parent for parent in self._open):
            raise Flaw("F108", f"*{event.anchor} stands inside what it stands for", *_span(event))
        if len(self._open) + target.height > self._limits.depth:
            raise self._too_deep(event)
        node.target = target
        node.size = target.size
        node.height = target.height
        self._add(node, None)

    def _mapping(self, event: CollectionStartEvent) -> None:
        self._open_container(Node("map", event.start_mark.index, event.end_mark.index), event)

    def _sequence(self, event: CollectionStartEvent) -> None:
        self._open_container(Node("seq", event.start_mark.index, event.end_mark.index), event)

    def _open_container(self, node: Node, event: CollectionStartEvent) -> None:
        node.flow = bool(event.flow_style)
        node.height = 1
        self._add(node, event)
        node.size = self._count
        self._open.append(node)
        self._inside.append([])
        if len(self._open) > self._limits.depth:
            raise self._too_deep(event)

    def _close(self, event: Event) -> None:
        node, inside = self._open.pop(), self._inside.pop()
        node.size = self._count - node.size + 1
        has_bracket = event.end_mark.index > event.start_mark.index
        node.end = event.end_mark.index if has_bracket else inside[-1].end
        if node.kind == "seq":
            node.items = inside
        else:
            node.pairs = list(zip(inside[::2], inside[1::2], strict=True))
            if node.flow:
                self._check_question_marks(node)
        self._raise_parent(node)

    def _check_question_marks(self, mapping: Node) -> None:
        """Refuse what YAML 1.2 takes for a text such as ``?x``, and the engines for the key x."""
        for key, _ in mapping.pairs:
            if self._text[key.start - 1 : key.start] == "?" and key.start < key.end:
                message = "not YAML as all read it: a text that starts with ? must be quoted"
                raise Flaw("F103", message, key.start - 1, key.end)

    def _add(self, node: Node, event: ScalarEvent | CollectionStartEvent | None) -> None:
        self._count += node.size
        if self._count > self._limits.nodes:
            message = f"over the limit of {self._limits.nodes} values, aliases followed"
            raise Flaw("F107", message, node.start, node.end)
        if event is not None:
            if event.ctag is not None:
                node.tag = str(event.ctag)
            if event.anchor is not None:
                self._name(node, event.anchor)
        if self._open:
            self._inside[-1].append(node)
        else:
            self.root = node
        if node.height:
            self._raise_parent(node)

    def _name(self, node: Node, anchor: str) -> None:
        """Take an anchor; libyaml ends its name too early, where another sign stands in it."""
        end = self._text.find("&" + anchor, node.start) + 1 + len(anchor)
        if self._text[end : end + 1].strip(_AFTER_ANCHOR):
            message = f"not YAML as all read it: a name such as &{anchor} holds letters and digits"
            raise Flaw("F103", message, node.start, end + 1)
        node.anchor = anchor
        self._anchors[anchor] = node

    def _raise_parent(self, node: Node) -> None:
        if self._open and node.height >= self._open[-1].height:
            self._open[-1].height = node.height + 1

    def _too_deep(self, event: Event) -> Flaw:
        return Flaw("F107", f"nested more than {self._limits.depth} deep", *_span(event))


_AFTER_ANCHOR = " \t\r\n,]}"


def _span(event: Event) -> tuple[int, int]:
    return event.start_mark.index, event.end_mark.index
