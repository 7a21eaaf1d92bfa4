"""Where a new record goes, and what it is called."""

from __future__ import annotations

import pytest

from sgm_git.document import write
from sgm_git.errors import Refused
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root, Roots
from sgm_git.store.catalog import Catalog
from sgm_git.store.entry import Entry
from sgm_git.store.naming import free_path, fresh_id, root_for
from tests.store.support import rule

MEMORY = Root("memory", RootConfig(), {})
OTHER = Root("other", RootConfig(path="other"), {})
WHOLE = Root("", RootConfig(path="."), {})
ROOTS = Roots((RootConfig(), RootConfig(path="packages/*/memory")), ("README.md",))


def holding(*ids: str, root: Root = MEMORY) -> Catalog:
    return Catalog(
        Entry(root, root.place(rule(each)) or "", "blob", write(rule(each))) for each in ids
    )


class TestRoots:
    """The root is that of the path, or the nearest to where somebody stands."""

    @pytest.mark.parametrize(
        ("path", "root"),
        [
            ("memory/x.md", "memory"),
            ("memory/deep/er/x.md", "memory"),
            ("packages/shop/memory/x.md", "packages/shop/memory"),
        ],
    )
    def test_of_a_path(self, path: str, root: str) -> None:
        assert root_for(ROOTS, path, "").path == root

    @pytest.mark.parametrize(
        "path",
        [
            *("x.md", "memory.md", "memory/x.txt", "memory/README.md", "memory/index.md"),
            *("memory//x.md", "memory/./x.md", "memory/../x.md", "memory/"),
            *("memory/.x.md", "packages/memory/x.md", "../memory/x.md", "/memory/x.md", ""),
        ],
    )
    def test_no_other_path_is_a_records(self, path: str) -> None:
        with pytest.raises(Refused, match="is no place for a record"):
            root_for(ROOTS, path, "")

    @pytest.mark.parametrize(
        ("home", "root"),
        [
            ("", "memory"),
            ("docs", "memory"),
            ("packages/shop", "packages/shop/memory"),
            ("packages/shop/src", "packages/shop/memory"),
        ],
    )
    def test_nearest_to_a_folder(self, home: str, root: str) -> None:
        assert root_for(ROOTS, None, home).path == root

    @pytest.mark.parametrize(
        ("used", "places"),
        [
            ([], "packages/NAME"),
            (
                ["packages/b/memory", "packages/a/memory"],
                "packages/a/memory, packages/b/memory, packages/NAME",
            ),
            (list("abcdef"), "a, b, c, d, e, packages/NAME"),
        ],
    )
    def test_where_none_is_near_it_is_said(self, used: list[str], places: str) -> None:
        patterns = Roots((RootConfig(path="packages/*/memory"),), ())
        entries = [Entry(Root(each, RootConfig(), {}), each, "blob", b"") for each in used]
        with pytest.raises(Refused, match="records lie in packages/\\*/memory") as refusal:
            root_for(patterns, None, "docs", entries)
        assert refusal.value.hint == f"go to one of these first: {places}"


class TestIds:
    """A fresh id is readable, and no other record's in whatever form."""

    @pytest.mark.parametrize(
        ("record", "name"),
        [
            ({"type": "rule", "title": "Never force push!"}, "rule-never-force-push"),
            ({"type": "rule", "content": "\n***\n  Say it.\nMore."}, "rule-say-it"),
            ({"type": "rule"}, "rule"),
            ({"title": "Only a title"}, "record-only-a-title"),
            ({"type": "決定", "title": "日本"}, "決定-日本"),
            ({"type": "***", "title": "***"}, "record"),
            ({"type": 7, "title": ["x"]}, "record"),
        ],
    )
    def test_of_type_and_title(self, record: dict[str, object], name: str) -> None:
        assert fresh_id(holding(), MEMORY, record) == name  # type: ignore[arg-type]  # JSON

    def test_with_a_number_where_it_is_taken(self) -> None:
        record = rule() | {"title": "X"}
        assert fresh_id(holding("rule-x"), MEMORY, record) == "rule-x-2"
        assert fresh_id(holding("Rule-X", "rule-x-2"), MEMORY, record) == "rule-x-3"
        assert fresh_id(holding("rule-x", root=OTHER), MEMORY, record) == "rule-x"


class TestPaths:
    """A path is the layout's, with a number where another file has it."""

    def test_by_the_layout_of_the_root(self) -> None:
        assert MEMORY.place(rule()) == "memory/rule/rule-x.md"
        assert WHOLE.place(rule()) == "rule/rule-x.md"

    def test_where_it_is_taken(self) -> None:
        for taken in ("rule-x", "RULE-X"):
            catalog = holding(taken)
            assert free_path(catalog, MEMORY, rule()) == "memory/rule/rule-x-2.md"
        catalog = holding("rule-x", "rule-x-2")
        assert free_path(catalog, MEMORY, rule()) == "memory/rule/rule-x-3.md"

    @pytest.mark.parametrize("letter", ["x", "한", "é", "e\u0301"])
    def test_long_ids_that_begin_alike_all_find_a_name(self, letter: str) -> None:
        catalog = holding()
        names = []
        for number in range(12):
            record = rule(letter * 400 + str(number))
            path = free_path(catalog, MEMORY, record)
            catalog.put(Entry(MEMORY, path, "blob", write(record)))
            names.append(path.rpartition("/")[2])
            assert MEMORY.is_in_place(path, record)
        assert len(set(names)) == 12
        assert max(len(name.encode()) for name in names) <= 255

    @pytest.mark.parametrize(
        "nasty", ["../../etc/passwd", "/etc/passwd", "..", "a/b\\c", "\x00\n", "-rf", "CON", ""]
    )
    def test_no_id_or_type_leads_out(self, nasty: str) -> None:
        for record in (rule(nasty), rule() | {"type": nasty}):
            path = free_path(holding(), MEMORY, record)
            assert path.startswith("memory/")
            assert not {"", ".", ".."} & set(path.split("/"))
            assert root_for(ROOTS, path, "").path == "memory"
