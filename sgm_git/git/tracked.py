"""Which refs here follow those of a remote, by what is fetched from it (git-fetch)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git.trusted import remotes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sgm_git.git.settings import Settings

    Pattern = tuple[str, str]  # a ref there, and the ref here that follows it

_OWN = ("refs/heads/", "refs/tags/")


def tracked_refs(settings: Settings, refs: Collection[str], remote: str) -> dict[str, str]:
    """Give the refs that follow those of a remote, by the names there; see ``pushed.Pushed``."""
    head = f"refs/remotes/{remote}/HEAD"
    ours = [*_patterns(settings, remote)]
    strangers = set(remotes(settings)) - {remote}
    others = [here for name in strangers for _, here in _patterns(settings, name)]
    named = [ref for ref in {*refs} - {head} if not ref.startswith(_OWN)]
    found = {
        name: ref
        for ref in named
        for there, here in ours
        if (name := _matched(ref, here, there)) and not _is_anothers(ref, here, others)
    }
    if head in refs:
        found["HEAD"] = head
    return found


def follower(settings: Settings, remote: str, name: str) -> str | None:
    """Give the ref that follows this ref of a remote, None where none does; it may be to come."""
    wanted = ((name, there, here) for there, here in _patterns(settings, remote))
    found = (ref for each in wanted if (ref := _matched(*each)) and not ref.startswith(_OWN))
    return next(found, None)


def _patterns(settings: Settings, remote: str) -> Iterator[Pattern]:
    told = settings.all(f"remote.{remote}.fetch")
    for each in told or [f"refs/heads/*:refs/remotes/{remote}/*"]:
        there, _, here = each.removeprefix("+").partition(":")
        if there and here:
            yield there, here


def _matched(ref: str, pattern: str, result: str) -> str | None:
    """The result of a pattern for a ref; None where it does not match."""
    before, star, after = pattern.partition("*")
    if not star:
        return result if ref == pattern else None
    middle = ref[len(before) : len(ref) - len(after)]
    return result.replace("*", middle, 1) if ref == before + middle + after else None


def _is_anothers(ref: str, pattern: str, others: Iterable[str]) -> bool:
    """Whether another remote's pattern is closer: that of ``team/fork`` beside ``team``."""
    return any(len(each) > len(pattern) and _matched(ref, each, each) for each in others)
