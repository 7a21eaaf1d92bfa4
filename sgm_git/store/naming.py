"""Chooses the root, the id and the path of a new record (DESIGN section 4)."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.policy.names import folded, slug
from sgm_git.record import fields
from sgm_git.record.masking import masked_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sgm_git.policy.paths import Root, Roots
    from sgm_git.record.value import JsonObject
    from sgm_git.store.catalog import Catalog
    from sgm_git.store.entry import Entry

_SHOWN = 5  # roots, where one has to be chosen
_BELOW = re.compile(r"(?<=[*?\]])/[^*?\[]*\Z")  # plain folders below the last wildcard
_WILD = re.compile(r"\*\*|[*?]|\[[^/]*\]")


def root_for(
    roots: Roots, path: str | None, home: str, entries: Iterable[Entry] | None = None
) -> Root:
    """The root that ``path`` lies in; without a path the one nearest to the folder ``home``.

    Raises Refused for a path that is no record's, and where no root can be told: it names roots,
    those of ``entries`` first.
    """
    found = roots.nearest(home) if path is None else roots.root_of(path)
    if found is not None:
        return found
    if path is None:
        raise _no_root(roots, sorted({entry.root.path for entry in entries or ()}))
    raise Refused(
        f"{path} is no place for a record",
        hint="it must be a .md below a root of .sgm/config.toml, and not ignored there",
    )


def fresh_id(catalog: Catalog, root: Root, record: JsonObject) -> str:
    """A readable id from type and title that no record of the root has, in whatever form."""
    stem = readable_id(record)
    taken = lambda name: any(e.root.path == root.path for e in catalog.alike(name))  # noqa: E731
    return _first_free(stem, "", taken)


def readable_id(record: JsonObject) -> str:
    """A readable id from type and title, whoever has it already.

    A secret is masked first: lower-cased and cut, nobody would know it for one any more.
    """
    title = fields.text_field(record, "title") or _first_words(record)
    words = masked_tokens(f"{fields.record_type(record) or 'record'} {title}")
    return slug(words) or "record"


def clash(other: Entry, record_id: str) -> str:
    """Why a record may not have an id that is ``other``'s, now or once, in whatever form (L504)."""
    if other.id == record_id:
        return "is there already"
    aliases = fields.aliases(other.record or {})
    if record_id in aliases:
        return f"is an alias of {other.id}"
    if folded(other.id or "") == folded(record_id):
        return f"differs only in form from {other.id}"
    alike = next(alias for alias in aliases if folded(alias) == folded(record_id))
    return f"differs only in form from {alike}, an alias of {other.id}"


def refuse_place(catalog: Catalog, path: str) -> None:
    """Refuse a path that is taken, also where only some file systems take the two for one."""
    if catalog.is_taken(path):
        raise Refused(f"{path} is there already", hint="choose another path")


def refuse_taken(catalog: Catalog, root: Root, record_id: str) -> None:
    """Refuse an id that a record of the root has, now or once, in whatever form."""
    for other in catalog.alike(record_id):
        if other.root.path == root.path:
            raise Refused(
                f"{record_id} {clash(other, record_id)} ({other.path})",
                hint="sgm set changes a record; choose another id for a new one",
            )


def free_path(catalog: Catalog, root: Root, record: JsonObject) -> str:
    """The path that the root's layout gives the record, with a number if it is taken."""
    path = root.place(record)
    if path is None:
        raise Refused(
            f"the store ignores the place of {fields.record_id(record)} in its layout",
            hint="see ignore and layout in .sgm/config.toml",
        )
    return _first_free(path.removesuffix(".md"), ".md", catalog.is_taken)


def _no_root(roots: Roots, used: list[str]) -> Refused:
    """Why no root can be told in this folder, and in which it can."""
    patterns = [root.path for root in roots.configured]
    others = [_WILD.sub("NAME", _BELOW.sub("", pattern)) for pattern in patterns]
    places = [*used[:_SHOWN], *dict.fromkeys(others)]
    return Refused(
        f"no root is nearest to this folder: records lie in {' and '.join(patterns)}",
        hint=f"go to one of these first: {', '.join(places)}",
    )


def _first_free(stem: str, suffix: str, taken: Callable[[str], bool]) -> str:
    if not taken(stem + suffix):
        return stem + suffix
    return next(name for n in count(2) if not taken(name := f"{stem}-{n}{suffix}"))


def _first_words(record: JsonObject) -> str:
    content = fields.text_field(record, "content") or ""
    return next((line for line in content.splitlines() if slug(line)), "")
