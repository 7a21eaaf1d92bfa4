"""What is known of provenance says of each field how it is known."""

from __future__ import annotations

from sgm_git.commits import Identity
from sgm_git.report.effective import effective_rows
from sgm_git.report.record import record_lines
from sgm_git.witness.effective import Effective, Extent, Known, Source, Version, Witness

ADA = Identity("Ada", "ada@example.org")
CREATED = Version("a" * 40, ADA, 1_791_656_507)
PENDING = Version(None, ADA, None)


def known(*versions: Version, extent: Extent = Extent.COMPLETE) -> Effective:
    fields = {
        "modified": Known(value=True, source=Source.WITNESSED),
        "ticket": Known(12, Source.DECLARED),
        "agent": Known("build-agent", Source.DECLARED),
    }
    modified = versions[0] if len(versions) > 1 else None
    created = versions[-1] if extent is Extent.COMPLETE else None
    return Effective(fields, Witness(created, modified, versions, extent))


def test_each_field_is_declared_or_witnessed() -> None:
    assert list(effective_rows(known(PENDING, CREATED))) == [
        ("agent", "build-agent (declared)"),
        ("modified", "true (witnessed)"),
        ("ticket", "12 (declared)"),
        ("first version", "2026-10-10T18:21:47Z by Ada <ada@example.org> in aaaaaaaaaa"),
        ("last version", "not committed yet, by Ada <ada@example.org>"),
        ("versions", "2"),
    ]


def test_how_far_history_can_be_seen_is_said() -> None:
    for extent, words in ((Extent.CUT, "history is cut"), (Extent.UNCLEAR, "history is clear")):
        label, text = list(effective_rows(known(CREATED, extent=extent)))[-1]
        assert (label, text.startswith("1, "), text.endswith(words)) == ("versions", True, True)


def test_in_a_record_they_stand_in_the_place_of_what_it_declares() -> None:
    record = {"id": "x", "provenance": {"agent": "\x1b[2J"}, "odd": 1}
    found = Effective(
        {"agent": Known("\x1b[2J", Source.DECLARED)}, Witness(None, None, (), Extent.CUT)
    )
    lines = record_lines(record, path="a.md", provenance=effective_rows(found))  # type: ignore[arg-type]  # JSON
    assert lines == [
        "x",
        "",
        r"  agent     \x1b[2J (declared)",
        "  versions  0, and perhaps older ones: history is cut",
        "  odd       1",
        "  file      a.md",
    ]
