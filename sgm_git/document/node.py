"""The tree of a front matter: what stands where, and how it is spelled (DESIGN section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.record.pointer import index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonValue

Kind: TypeAlias = Literal["scalar", "map", "seq", "alias"]


class Node:
    """One YAML node. ``start`` and ``end`` count code points of the document's text.

    A tag or an anchor before the node belongs to it; a comment or blank lines after it do not.
    A block collection ends with its last child, an empty scalar directly after its indicator.
    """

    __slots__ = (
        "anchor",
        "end",
        "flow",
        "height",
        "items",
        "kind",
        "pairs",
        "size",
        "start",
        "style",
        "tag",
        "target",
        "text",
        "value",
    )

    def __init__(self, kind: Kind, start: int, end: int) -> None:
        self.kind: Kind = kind
        self.start = start
        self.end = end
        self.value: JsonValue = None
        self.style = ""
        """A scalar's: nothing for plain, else its quote or block indicator."""
        self.text = ""
        """A scalar's text with escapes and folding undone, whatever value it stands for."""
        self.flow = False
        self.tag: str | None = None
        self.anchor: str | None = None
        self.items: Sequence[Node] = ()
        """Of a sequence."""
        self.pairs: Sequence[tuple[Node, Node]] = ()
        """Of a mapping: its keys as they stand, a merge key among them, each with its value."""
        self.target: Node | None = None
        """What an alias stands for."""
        self.size = 1
        """How many nodes stand here, itself among them, once aliases are followed."""
        self.height = 0
        """How many containers stand in each other here, once aliases are followed."""

    @property
    def is_plain(self) -> bool:
        """Whether this is a scalar without quotes and without a tag."""
        return self.kind == "scalar" and not self.style and self.tag is None

    @property
    def is_merge_key(self) -> bool:
        """Whether, as a key, this stands for the entries of its value."""
        return self.text == "<<" and self.is_plain

    def child(self, token: str) -> tuple[Node | None, Node] | None:
        """Give the key (of a mapping) and the node that one token of a pointer leads to."""
        if self.kind == "map":
            pairs = (pair for pair in self.pairs if key_text(pair[0]) == token)
            return next((pair for pair in pairs if not pair[0].is_merge_key), None)
        try:
            return None, self.items[index(token, len(self.items))]
        except KeyError:
            return None


def key_text(key: Node) -> str:
    """Give the name that a key node, perhaps an alias, stands for."""
    return key.target.text if key.kind == "alias" and key.target is not None else key.text


def descend(root: Node, pointer: Pointer) -> Iterator[tuple[Node | None, Node]]:
    """Give (key, node) for each token of a pointer, as far as there are nodes; never into aliases.

    The keys of sequence items are ``None``.
    """
    node = root
    for token in pointer:
        found = node.child(token)
        if found is None:
            return
        yield found
        node = found[1]


def nodes_in(node: Node) -> Iterator[Node]:
    """Give all nodes below a node, keys among them, in the order of the text."""
    for child in (*(part for pair in node.pairs for part in pair), *node.items):
        yield child
        yield from nodes_in(child)


def copy_of(node: Node) -> Node:
    """Give the tree below a node anew, so that it can get values of its own."""
    twin = Node(node.kind, node.start, node.end)
    twin.style, twin.text, twin.tag, twin.target = node.style, node.text, node.tag, node.target
    twin.items = [copy_of(item) for item in node.items]
    twin.pairs = [(copy_of(key), copy_of(value)) for key, value in node.pairs]
    return twin


def pointers(node: Node, at: Pointer = ()) -> Iterator[tuple[int, Pointer]]:
    """Give where each key, value and item below a node starts, with the pointer to the value."""
    for key, value in node.pairs:
        below = (*at, key_text(key))
        yield key.start, below
        yield value.start, below
        yield from pointers(value, below)
    for place, item in enumerate(node.items):
        below = (*at, str(place))
        yield item.start, below
        yield from pointers(item, below)
