"""The file form of a record: Markdown with YAML front matter, read, written and spliced."""

from sgm_git.document.changes import Remove, Set
from sgm_git.document.document import Document
from sgm_git.document.events import Engine, best_engine, c_engine, pure_engine
from sgm_git.document.limits import Limits
from sgm_git.document.node import Node
from sgm_git.document.read import Reading, read
from sgm_git.document.splice import splice, update
from sgm_git.document.values import is_text_place
from sgm_git.document.write import write

__all__ = [
    "Document",
    "Engine",
    "Limits",
    "Node",
    "Reading",
    "Remove",
    "Set",
    "best_engine",
    "c_engine",
    "is_text_place",
    "pure_engine",
    "read",
    "splice",
    "update",
    "write",
]
