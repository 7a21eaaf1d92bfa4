"""Shared memory for teams and their agents, kept as Markdown files in git."""

__version__ = "0.1.0"
