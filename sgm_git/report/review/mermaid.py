"""The graph of a review in Mermaid, which GitHub and GitLab draw where it stands in Markdown.

Labels are quoted, and hold letters, digits and a few harmless signs only: what else a record has
there is given by its number, as Mermaid writes it, or by a sign that looks like it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens
from sgm_git.report.fencing import fenceless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.review.model import Edge, Graph, Node

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


def mermaid(graph: Graph) -> str:
    """Give the diagram with a line feed at its end; nothing where there is nothing to draw.

    Titles are left out where it would be too large with them, and it where it is still too large.
    """
    nodes = graph.nodes[:_MOST]
    if not graph.edges or not nodes:
        return ""
    for has_titles in (True, False):
        text = "".join(f"{line}\n" for line in _lines(nodes, graph.edges, has_titles=has_titles))
        if len(text) <= _LARGEST:
            return text
    return ""


def _lines(nodes: tuple[Node, ...], edges: tuple[Edge, ...], *, has_titles: bool) -> Iterator[str]:
    names = {node.id: f"n{number}" for number, node in enumerate(nodes)}
    yield "flowchart LR"
    for number, node in enumerate(nodes):
        marked = ":::changed" if node.is_changed else ""
        yield f'  n{number}["{_label(node, has_titles=has_titles)}"]{marked}'
    for edge in edges:
        if edge.source in names and edge.target in names:
            arrow = _ARROWS[edge.kind, edge.change]
            yield f"  {names[edge.source]} {arrow} {names[edge.target]}"
    yield "  classDef changed stroke-width:3px"


def _label(node: Node, *, has_titles: bool) -> str:
    title = f": {node.title}" if has_titles and node.title else ""
    standing = "" if node.standing is None else f" ({node.standing.value})"
    return f"{_safe(node.id) or '?'}{_safe(title)}{standing}"


def _safe(text: str) -> str:
    plain = masked_tokens(text)
    cut = plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}\u2026"
    return "".join(map(_sign, fenceless(cut)))


def _sign(character: str) -> str:
    if character in _PLAIN or character.isalnum():
        return character
    return _ALIKE.get(character, f"#{ord(character)};")
