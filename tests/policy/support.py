"""What several tests of this room try."""

from __future__ import annotations

ADMINISTRATIVE = (
    *(".git", ".git/hooks", "a/.git", "a/.GIT/b", ".sgm", "x/.Sgm/y"),
    *(".git ", ".git.", ".git. ./x", ".sgm ", "git~1", "GIT~1/x", "sgm~1"),
    *(".git:x", ".git::$INDEX_ALLOCATION/x", "git~1 .:x"),
    *(".g\u200cit", ".git\ufeff", "\u200e.sgm/x", ".gi\u202et"),
)
"""Paths that some file system takes for one in ``.git`` or ``.sgm``."""
