"""What the tests of importers share: sources from text or from the corpus, drafts by path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.importers import IMPORTERS, Draft, Imported, SourceFile

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonValue


def sources(**texts: str | bytes) -> list[SourceFile]:
    """Sources named by keyword: ``sub__note`` is ``sub/note.md``."""
    return [source(f"{name.replace('__', '/')}.md", text) for name, text in texts.items()]


def source(path: str, text: str | bytes) -> SourceFile:
    """One source file."""
    return SourceFile(path, text.encode() if isinstance(text, str) else text)


def folder(path: Path) -> list[SourceFile]:
    """All files below a folder, as sources."""
    files = (file for file in path.rglob("*") if file.is_file())
    return [SourceFile(file.relative_to(path).as_posix(), file.read_bytes()) for file in files]


def run(name: str, files: list[SourceFile]) -> dict[str, Draft]:
    """The drafts that an importer gives, by source path."""
    return {draft.source_path: draft for draft in result(name, files).drafts}


def result(name: str, files: list[SourceFile]) -> Imported:
    """What an importer gives."""
    return IMPORTERS[name].read(files)


def only(name: str, text: str | bytes, path: str = "note.md") -> Draft:
    """The one draft that an importer gives for one file."""
    (draft,) = result(name, [source(path, text)]).drafts
    return draft


def reason(name: str, text: str | bytes, path: str = "note.md") -> str:
    """Why the one file given to an importer was skipped."""
    imported = result(name, [source(path, text)])
    assert not imported.drafts
    (skipped,) = imported.skipped
    assert skipped.source_path == path
    return skipped.reason


def kinds(draft: Draft) -> dict[str, list[JsonValue]]:
    """The values of a draft's annotations by kind."""
    found: dict[str, list[JsonValue]] = {}
    items = draft.record.get("annotations", [])
    assert isinstance(items, list)
    for item in items:
        assert isinstance(item, dict)
        found.setdefault(str(item["kind"]), []).append(item["value"])
    return found


def links(draft: Draft) -> list[JsonValue]:
    """The links in a draft's provenance."""
    provenance = draft.record.get("provenance", {})
    assert isinstance(provenance, dict)
    found = provenance.get("links", [])
    assert isinstance(found, list)
    return found
