"""Which importer a source is for, by what its files look like (``--from auto``)."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.documents import IGNORED, RESERVED, SUFFIXES, is_ignored
from sgm_git.workflows.importers.sgm_json import LINES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.workflows.importers.drafts import SourceFile

_SAMPLE = 200  # files are enough to tell, and looking at them must not cost a second import
_LOOKED_AT = 64 * 1024
_FRONT = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?)^---", re.DOTALL | re.MULTILINE)
_OKF_ROOT = re.compile(rb"^okf_version:", re.MULTILINE)
_TYPED = re.compile(rb"^type:[ \t]*\S", re.MULTILINE)
_SGM = re.compile(rb"^(?:provenance|annotations):", re.MULTILINE)
_MADR = re.compile(
    rb"^#{1,3} (?:Context and Problem Statement|Considered Options|Decision Outcome)\b",
    re.MULTILINE,
)
_NYGARD = re.compile(rb"^#{1,3} Status\b", re.MULTILINE)


def detect(sources: Iterable[SourceFile]) -> str:
    """Give the name of the importer that most of the files are for.

    A bundle of OKF is known by the version in an index, or by typed documents beside its
    reserved files; decision records by their headings; other Markdown is a folder of notes.
    Where all Markdown has an ignored name, the JSON files count, if there are any.
    """
    ordered = sorted(sources, key=lambda source: source.path)
    texts = [source for source in ordered if _ends(source, SUFFIXES)]
    jsons = [source for source in ordered if _ends(source, (".json", *LINES))]
    if jsons and all(is_ignored(source.path, IGNORED) for source in texts):
        lines = sum(_ends(source, LINES) for source in jsons)
        return "jsonl" if lines * 2 > len(jsons) else "json"
    return _detect_markdown(texts)


def _ends(source: SourceFile, suffixes: tuple[str, ...]) -> bool:
    return source.path.casefold().endswith(suffixes)


def _detect_markdown(sources: list[SourceFile]) -> str:
    reserved = [source.data for source in sources if is_ignored(source.path, RESERVED)]
    others = [source.data for source in sources if not is_ignored(source.path, RESERVED)][:_SAMPLE]
    shapes = Counter(map(_shape, others))
    most = len(others) // 2
    if any(map(_is_okf_root, reserved)) or (reserved and shapes["okf"] > most):
        return "okf"
    if shapes["madr"] + shapes["nygard"] > most:
        return "madr" if shapes["madr"] >= shapes["nygard"] else "nygard"
    return "markdown"


def _shape(data: bytes) -> str:
    front, data = _front(data), data[:_LOOKED_AT]
    if _SGM.search(front):
        return "sgm"
    if _MADR.search(data):
        return "madr"
    if _NYGARD.search(data):
        return "nygard"
    return "okf" if _TYPED.search(front) else "markdown"


def _is_okf_root(data: bytes) -> bool:
    return _OKF_ROOT.search(_front(data)) is not None


def _front(data: bytes) -> bytes:
    match = _FRONT.match(data[:_LOOKED_AT])
    return match[1] if match else b""
