"""The names that sync clients give to the other side of a conflict, and those that only look so."""

from __future__ import annotations

import unicodedata

import pytest

from sgm_git.policy.copies import CopyName, copied_from, original_of

ORIGINAL = "memory/fact/dec-x.md"
CERTAIN = [
    "dec-x (Ada's conflicted copy 2026-10-10).md",  # Dropbox
    "dec-x (conflicted copy).md",
    "dec-x (Case Conflict).md",
    "dec-x (Case Conflict 1).md",
    "dec-x (Selective Sync Conflict).md",
    "dec-x (In Konflikt stehende Kopie von Ada 2026-10-10).md",
    "dec-x (Copie en conflit de Ada 2026-10-10).md",
    "dec-x (Copia en conflicto de Ada 2026-10-10).md",
    "dec-x (Copia in conflitto di Ada 2026-10-10).md",
    "dec-x (Cópia em conflito de Ada 2026-10-10).md",
    "dec-x (Conflicterende kopie van Ada 2026-10-10).md",
    "dec-x (Kopia w konflikcie Ada 2026-10-10).md",
    "dec-x (конфликтующая копия Ada 2026-10-10).md",
    "dec-x (Ada の競合コピー 2026-10-10).md",
    "dec-x (Ada 的冲突副本 2026-10-10).md",
    "dec-x (Ada çak\u0131şan kopyas\u0131 2026-10-10).md",
    "dec-x (Adas motstridende kopi 2026-10-10).md",
    "dec-x (конфліктна копія Ada 2026-10-10).md",
    "dec-x (Ada's Laptop (2)'s conflicted copy 2026-10-10).md",
    "dec-x.sync-conflict-20261010-182147-ABCDEFG.md",  # Syncthing
    "dec-x.sync-conflict-20261010-182147.md",
    "dec-x (conflicted copy 2026-10-10 182147).md",  # Nextcloud, ownCloud
    "dec-x_conflict-20261010-182147.md",
    "dec-x.Conflict.md",  # Resilio
    "dec-x.Conflict2.md",
    "dec-x [conflicted].md",  # pCloud
    "dec-x (SFConflict ada@example.org 2026-10-10-18-21-47).md",  # Seafile
    "dec-x_Ada-PC_Oct-10-1821-2026_CaseConflict_1.md",  # Synology
    "dec-x_Ada-PC_Oct-10-182147-2026_Conflict.md",
    "dec-x (# Edit conflict 2026-10-10 ab12 #).md",  # Proton
]
LIKELY = [
    "dec-x (1).md",  # Google Drive, Box
    "dec-x 2.md",  # iCloud
    "dec-x-DESKTOP-AB12CD3.md",  # OneDrive
    "dec-x-LAPTOP-AB12CD34-2.md",
]
OTHERS = [
    "dec-x.md",
    "dec-x-conflict.md",
    "resolving-sync-conflict.md",
    "sync-conflict-20261010-182147.md",
    "(conflicted copy).md",
    "dec-x (le conflit).md",
    "dec-x (merge conflicts).md",
    "dec-x (copy).md",
    "dec-x (2026).md",
    "dec-x copy.md",
    "dec-x 10.md",
    "dec-x2.md",
    "dec-x [draft].md",
    "the conflicted copy of dec-x.md",
]


@pytest.mark.parametrize("name", CERTAIN)
def test_a_name_that_leaves_no_doubt(name: str) -> None:
    assert [*copied_from(f"memory/fact/{name}")] == [CopyName(ORIGINAL, is_certain=True)]


@pytest.mark.parametrize("name", CERTAIN)
def test_a_name_with_accents_taken_apart_as_macos_does(name: str) -> None:
    apart = unicodedata.normalize("NFD", f"memory/fact/{name}")
    assert [*copied_from(apart)] == [CopyName(ORIGINAL, is_certain=True)]


@pytest.mark.parametrize("name", LIKELY)
def test_a_name_that_people_give_too(name: str) -> None:
    assert [*copied_from(f"memory/fact/{name}")] == [CopyName(ORIGINAL, is_certain=False)]


@pytest.mark.parametrize("name", OTHERS)
def test_a_name_that_says_no_such_thing(name: str) -> None:
    assert [*copied_from(f"memory/fact/{name}")] == []


def test_a_copy_of_a_copy_may_be_of_either() -> None:
    assert [*copied_from("a (conflicted copy) (1).md")] == [
        CopyName("a (conflicted copy).md", is_certain=False),
        CopyName("a.md", is_certain=False),
    ]


@pytest.mark.parametrize(
    ("name", "own", "there", "original"),
    [
        ("a 2.md", "x", {"a.md": "x"}, "a.md"),
        ("a 2.md", "y", {"a.md": "x"}, None),
        ("a 2.md", None, {"a.md": "x"}, None),
        ("a 2.md", "x", {"a.md": None}, None),
        ("a 2.md", "x", {"b.md": "x"}, None),
        ("a (conflicted copy).md", None, {"a.md": "x"}, "a.md"),
        ("a (conflicted copy).md", None, {"a.md": None}, "a.md"),
        ("a (conflicted copy).md", "x", {"a.md": None}, "a.md"),
        ("a (conflicted copy).md", "y", {"a.md": "x"}, None),
        ("a (conflicted copy).md", None, {}, None),
        ("phase 2 (1).md", "x", {"phase 2.md": "x", "phase.md": "x"}, "phase 2.md"),
        ("phase 2 (1).md", "x", {"phase.md": "x"}, "phase.md"),
    ],
)
def test_what_makes_a_file_a_copy(
    name: str, own: str | None, there: dict[str, str | None], original: str | None
) -> None:
    assert original_of(name, own, there) == original


def test_the_longest_names_take_no_time() -> None:
    for part in ("(", "_", "[", "conflict-", " _.-", "(conflicted copy) "):
        assert len([*copied_from(f"{part * (200_000 // len(part))}.md")]) >= 0
