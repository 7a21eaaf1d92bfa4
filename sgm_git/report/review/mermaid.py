"""The graph of a review in Mermaid, which GitHub and GitLab draw where it stands in Markdown.

Labels are quoted, and hold letters, digits and a few harmless signs only: what else a record has
there is given by its number, as Mermaid writes it, or by a sign that looks like it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens
from sgm_git.report.fencing import fenceless

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.workflows.review.model import Edge, Graph, Node

NONE: frozenset[str] = frozenset()
_LARGEST = 4_000  # characters; GitLab draws no more than a few thousand
_MOST = 40
_LONGEST = 40
_PLAIN = frozenset(" _.,:-()/'+\u2026\u27e8\u27e9")
_ALIKE = {'"': "'", "`": "'", "<": "\u2039", ">": "\u203a", "\\": "/"}
_ARROWS = {
    ("supersedes", None): "-->|supersedes|",
    ("supersedes", "added"): "==>|supersedes now|",
    ("supersedes", "removed"): "-.->|supersedes no more|",
    ("link", None): "---",
    ("link", "added"): "===|linked now|",
    ("link", "removed"): "-.-|linked no more|",
}


def mermaid(graph: Graph, gone: frozenset[str] = NONE) -> str:
    """Give the diagram with a line feed at its end; nothing where there is nothing to draw.

    What hangs together with nothing is left out; records of the ids ``gone`` are removed.
    Titles are left out where it would be too large with them, and it where it is still too large.
    """
    nodes = _linked(graph)[:_MOST]
    if not nodes:
        return ""
    for has_titles in (True, False):
        said = [_label(node, gone, has_titles=has_titles) for node in nodes]
        text = "".join(f"{line}\n" for line in _lines(nodes, said, graph.edges))
        if len(text) <= _LARGEST:
            return text
    return ""


def _linked(graph: Graph) -> list[Node]:
    """What hangs together with anything."""
    linked = {end for edge in graph.edges for end in (edge.source, edge.target)}
    return [node for node in graph.nodes if node.id in linked]


def _lines(nodes: Sequence[Node], said: Sequence[str], edges: Sequence[Edge]) -> Iterator[str]:
    names = {node.id: f"n{number}" for number, node in enumerate(nodes)}
    yield "flowchart LR"
    for number, node in enumerate(nodes):
        marked = ":::changed" if node.is_changed else ""
        yield f'  n{number}["{said[number]}"]{marked}'
    for edge in edges:
        if edge.source in names and edge.target in names:
            arrow = _ARROWS[edge.kind, edge.change]
            yield f"  {names[edge.source]} {arrow} {names[edge.target]}"
    yield "  classDef changed stroke-width:3px"


def _label(node: Node, gone: frozenset[str], *, has_titles: bool) -> str:
    title = f": {node.title}" if has_titles and node.title else ""
    standing = "removed" if node.id in gone else node.standing and node.standing.value
    return f"{_safe(node.id) or '?'}{_safe(title)}{f' ({standing})' if standing else ''}"


def _safe(text: str) -> str:
    plain = masked_tokens(text)
    cut = plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}\u2026"
    return "".join(map(_sign, fenceless(cut)))


def _sign(character: str) -> str:
    if character in _PLAIN or character.isalnum():
        return character
    return _ALIKE.get(character, f"#{ord(character)};")
