"""What git has under way, and how a person brings it to its end."""

from __future__ import annotations

_WAYS = {
    "merge": "git commit",
    "rebase": "git rebase --continue",
    "am": "git am --continue",
    "cherry-pick": "git cherry-pick --continue",
    "revert": "git revert --continue",
    "bisect": "git bisect reset",
}
_ABORTS = frozenset(_WAYS) - {"bisect"}


def way_on(under_way: str) -> str:
    """The command of git that finishes what ``Repository.unfinished`` names."""
    return _WAYS.get(under_way, "git status says how")


def ways_out(under_way: str) -> str:
    """What to do before a write of ours, which waits until then."""
    gives_up = f", or git {under_way} --abort to give it up" if under_way in _ABORTS else ""
    return f"finish it: {way_on(under_way)}{gives_up}; then repeat"
