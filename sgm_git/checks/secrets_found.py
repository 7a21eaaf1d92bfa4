"""Rule X601: a secret in a file, and where in it anything of the kind stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.nodes import pointers_at, scalars
from sgm_git.document.lines import Lines
from sgm_git.findings import Fault
from sgm_git.record.masking import mask
from sgm_git.record.pointer import render
from sgm_git.record.secret import secrets_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.checks.case import Case
    from sgm_git.document.document import Document
    from sgm_git.findings import Span
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.secret import Secret

_BOM = "\ufeff"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Sighting(NamedTuple):
    """Something that was found in a file: its place, and the value that it stands in."""

    secret: Secret
    span: Span | None
    pointer: Pointer | None

    def fault(self, code: str, message: str) -> Fault:
        """A fault about it."""
        where = None if self.pointer is None else render(self.pointer)
        return Fault(code, message, self.span, where)


def secret(case: Case) -> Iterator[Fault]:
    """A secret stands in the file: a token by its form, or a private key (X601).

    Why: what is committed is in every clone for good, and agents repeat what they read. Tokens of
    about forty kinds are known by how they begin and how long they are, so that a hash, an id or
    an example is none. It is never shown: a mask stands for it.

    Bad:
        The deploy job uses the token ghp_ and thirty-six letters.

    Good:
        The deploy job uses the token in the vault, at ci/deploy.

    Fix: revoke it first, then take it out. If it is no secret, put the hash that the message
    gives under ``[secrets] allow`` in ``.sgm/config.toml``, which counts once it is committed, and
    for a push once the remote has it: push that commit first. By hand it is ``sha256:`` and what
    ``printf %s VALUE | sha256sum`` says; of a private key, VALUE is what stands between its fences,
    without line ends.
    """
    allowed = case.policy.config.secrets_allow
    for sighting in sightings(case, secrets_in):
        found = sighting.secret
        if found.digest not in allowed:
            yield sighting.fault(
                "X601",
                f"{found.name}, {mask(found)}: revoke it, then take it out; if it is no secret,"
                f" allow {found.digest}",
            )


def sightings(case: Case, find: Callable[[str], list[Secret]]) -> Iterator[Sighting]:
    """Whatever ``find`` finds in a file's text, in values behind escapes, and in its path."""
    yield from (Sighting(found, None, None) for found in find(case.path))
    document = case.document
    if document is None:
        text = _text(case.subject.data)
        lines = Lines(text)
        for found in find(text):
            yield Sighting(found, lines.span(found.start, found.end), None)
        return
    seen = find(document.text)
    if seen:
        for found, pointer in zip(seen, pointers_at(document, _starts(seen)), strict=True):
            yield Sighting(found, document.span(found.start, found.end), pointer)
    if "\\" in document.text[slice(*document.front_span)]:
        yield from _escaped(document, find, set(_starts(seen)))


def _escaped(
    document: Document, find: Callable[[str], list[Secret]], seen: set[int]
) -> Iterator[Sighting]:
    """What stands in values whose source spells it otherwise; its place is the whole value."""
    for spot in scalars(document.root):
        node = spot.node
        is_spelled = node.style == '"' and "\\" in document.text[node.start : node.end]
        if is_spelled and seen.isdisjoint(range(node.start, node.end)):
            for found in find(node.text):
                yield Sighting(found, document.span(node.start, node.end), spot.pointer)


def _starts(found: list[Secret]) -> list[int]:
    return [each.start for each in found]


def _text(data: bytes) -> str:
    """What a file says that is no record: in UTF-8, as far as it is, or in UTF-16."""
    encoding = "utf-16" if data.startswith(_UTF_16) else "utf-8"
    return data.decode(encoding, "replace").removeprefix(_BOM)
