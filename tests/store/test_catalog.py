"""A record is found by its id, whatever else there is, and however the id is spelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.document import write
from sgm_git.errors import NoSuchRecord
from sgm_git.policy.config import RootConfig
from sgm_git.policy.names import folded
from sgm_git.policy.paths import Root
from sgm_git.store.catalog import Catalog
from sgm_git.store.entry import Entry

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

MEMORY = Root("memory", RootConfig(), {})
OTHER = Root("other", RootConfig(path="other"), {})
WHOLE = Root("", RootConfig(path="."), {})


def entry(path: str, record_id: JsonValue, *aliases: JsonValue, root: Root = MEMORY) -> Entry:
    record: JsonObject = {"id": record_id, "type": "fact"}
    if aliases:
        record["aliases"] = [*aliases]
    return Entry(root, path, "blob", write(record))


def typed(path: str, text: str) -> Entry:
    return Entry(MEMORY, path, "blob", text.encode())


def paths(entries: list[Entry]) -> list[str]:
    return [each.path for each in entries]


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize(
    ("text", "record_id"),
    [
        ("---\nid: dec-x\n---\n", "dec-x"),
        ("---\nid: 'it''s'\n---\n", "it's"),
        ('---\nid: "\\u0064ec-x"\n---\n', "dec-x"),
        ("---\nid: two\n  words\n---\n", "two words"),
        ("---\r\nid: >-\r\n  two\r\n  words\r\n---\r\n", "two words"),
        ("---\nid: 0123\n---\n", "0123"),
        ("---\n{id: dec-x}\n---\n", "dec-x"),
        ("---\nx: &a dec-x\nid: *a\n---\n", "dec-x"),
        ("---\nid: 日本\n---\n", "日本"),
        ('---\nid: "\\ud800"\n---\n', "\ud800"),
        ("---\nid: now\naliases: ['it''s']\n---\n", "it's"),
    ],
)
def test_an_id_is_found_in_every_spelling(text: str, record_id: str, warm: bool) -> None:
    catalog = Catalog([typed("memory/x.md", text), entry("memory/y.md", "other")])
    for _ in range(20 if warm else 0):
        catalog.named("nothing")
    assert paths(catalog.named(record_id)) == ["memory/x.md"]
    assert paths(catalog.alike(record_id)) == ["memory/x.md"]
    assert catalog.get(record_id).path == "memory/x.md"


@pytest.mark.parametrize("warm", [False, True])
def test_forms_of_an_id_are_alike_and_not_the_same(warm: bool) -> None:
    catalog = Catalog([entry("memory/a.md", "Café"), entry("memory/b.md", "x", "It's")])
    for _ in range(20 if warm else 0):
        catalog.named("nothing")
    assert paths(catalog.alike("cafe\u0301")) == ["memory/a.md"]
    assert paths(catalog.alike("iT'S")) == ["memory/b.md"]
    assert catalog.named("café") == []
    assert not catalog.holds("café")
    assert catalog.holds("Café")


def test_an_id_goes_before_what_others_had_once() -> None:
    old = entry("memory/a.md", "new", "old")
    catalog = Catalog([old])
    assert catalog.get("old") is old
    assert not catalog.holds("old")
    catalog.put(entry("memory/b.md", "old"))
    assert paths(catalog.named("old")) == ["memory/b.md"]
    assert paths(catalog.alike("old")) == ["memory/a.md", "memory/b.md"]


class TestNamingARoot:
    """Roots may repeat each other's ids; then the root is named too."""

    catalog = Catalog(
        [
            entry("memory/x.md", "x"),
            entry("other/x.md", "x", root=OTHER),
            entry("x.md", "x", root=WHOLE),
            entry("memory/colon.md", "other:y"),
            entry("other/y.md", "y", root=OTHER),
        ]
    )

    @pytest.mark.parametrize(
        ("ref", "path"),
        [
            ("memory:x", "memory/x.md"),
            ("other:x", "other/x.md"),
            ("other/:x", "other/x.md"),
            (":x", "x.md"),
            (".:x", "x.md"),
            ("y", "other/y.md"),
            ("other:y", "memory/colon.md"),
            ("memory:other:y", "memory/colon.md"),
        ],
    )
    def test_with_a_colon(self, ref: str, path: str) -> None:
        assert self.catalog.get(ref).path == path

    def test_a_bare_id_of_several_names_the_candidates(self) -> None:
        with pytest.raises(NoSuchRecord, match="several roots: memory:x, other:x, :x") as refusal:
            self.catalog.get("x")
        assert refusal.value.exit_status == 3

    def test_what_an_entry_calls_itself_finds_it(self) -> None:
        for each in self.catalog:
            if each.path != "other/y.md":  # which another record's id hides
                assert self.catalog.get(each.ref) is each


def test_an_id_that_stands_twice_in_one_root_names_the_files() -> None:
    catalog = Catalog([entry("memory/b.md", "x"), entry("memory/a.md", "x")])
    with pytest.raises(NoSuchRecord, match=r"more than once: memory/a\.md, memory/b\.md"):
        catalog.get("x")


class TestNothingFound:
    """What to do next is said."""

    def test_a_likely_id_is_offered(self) -> None:
        with pytest.raises(NoSuchRecord, match="there is no record dec-keeep") as refusal:
            Catalog([entry("memory/a.md", "dec-keep")]).get("dec-keeep")
        assert refusal.value.hint == "did you mean dec-keep?"

    def test_files_that_cannot_be_read_are_counted(self) -> None:
        link = Entry(MEMORY, "memory/l.md", "blob", b"", is_link=True)
        with pytest.raises(NoSuchRecord) as refusal:
            Catalog([typed("memory/a.md", "nothing"), link]).get("x")
        assert refusal.value.hint is not None
        assert "1 of the files cannot be read" in refusal.value.hint

    def test_a_file_of_that_name_that_cannot_be_read_is_named(self) -> None:
        catalog = Catalog([typed("memory/x.md", "nothing"), entry("memory/y.md", "xy")])
        with pytest.raises(NoSuchRecord, match=r"memory/x\.md cannot be read: F101"):
            catalog.get("x")

    def test_an_empty_store_has_no_offer(self) -> None:
        with pytest.raises(NoSuchRecord) as refusal:
            Catalog([]).get("x")
        assert refusal.value.hint == "sgm list shows all of them"


def test_a_path_is_taken_in_every_form() -> None:
    catalog = Catalog([entry("memory/Café.md", "a"), entry("memory/CAFÉ.md", "b")])
    assert catalog.is_taken("memory/cafe\u0301.md")
    assert not catalog.is_taken("memory/cafe.md")
    catalog.drop("memory/Café.md")
    assert catalog.is_taken("memory/café.md")
    catalog.drop("memory/CAFÉ.md")
    assert not catalog.is_taken("memory/café.md")
    catalog.put(entry("memory/x.md", "c"))
    catalog.put(entry("memory/x.md", "d"))
    catalog.drop("memory/x.md")
    assert not catalog.is_taken("memory/x.md")


_IDS = st.sampled_from(["a", "A", "á", "a\u0301", "b c", "it's", "\\", "é", "É"])
_PATHS = st.sampled_from(["m/a.md", "m/A.md", "m/b.md", "m/é.md"])
_ENTRIES = st.builds(
    lambda path, record_id, aliases: entry(path, record_id, *aliases),
    _PATHS,
    _IDS,
    st.lists(_IDS, max_size=2),
)


@given(
    st.lists(_ENTRIES, max_size=4),
    st.lists(st.tuples(_ENTRIES | _PATHS, _IDS, _PATHS), min_size=1, max_size=15),
)
def test_whatever_is_put_and_dropped_it_finds_what_a_search_finds(
    begun: list[Entry], steps: list[tuple[Entry | str, str, str]]
) -> None:
    catalog = Catalog(begun)
    plain = {each.path: each for each in begun}
    for step, record_id, path in steps:
        if isinstance(step, Entry):
            catalog.put(step)
            plain[step.path] = step
        else:
            catalog.drop(step)
            plain.pop(step, None)
        ordered = sorted(plain.values(), key=lambda each: each.path)
        assert list(catalog) == ordered
        now = [each for each in ordered if each.id == record_id]
        once = [each for each in ordered if record_id in names(each)]
        assert catalog.named(record_id) == (now or once)
        form = folded(record_id)
        assert catalog.alike(record_id) == [
            each for each in ordered if form in map(folded, names(each))
        ]
        assert catalog.holds(record_id) == bool(now)
        assert catalog.at(path) == plain.get(path)
        assert catalog.is_taken(path) == (folded(path) in map(folded, plain))


def names(each: Entry) -> list[str]:
    record = each.record or {}
    aliases = record.get("aliases", [])
    assert isinstance(aliases, list)
    return [str(name) for name in (record["id"], *aliases)]


def hinted(catalog: Catalog, ref: str) -> str:
    with pytest.raises(NoSuchRecord) as raised:
        catalog.get(ref)
    return f"{raised.value.message}; {raised.value.hint}"


def test_ids_that_begin_as_what_was_typed_are_likely_before_those_that_look_like_it() -> None:
    long = "decision-0015-keep-the-datastore-as-it-is"
    catalog = Catalog([entry(f"memory/{name}.md", name) for name in (long, "decision-0016")])
    assert f"did you mean {long}, decision-0016?" in hinted(catalog, "Decision-001")
    assert f"did you mean {long}, decision-0016?" in hinted(catalog, "decision-0015")
    assert "did you mean" not in hinted(catalog, "elephant")


@pytest.mark.parametrize("ref", ["memory/rule/a.md", "./rule/a.md", "a.md", "rule\\a.md"])
def test_a_path_is_no_id_and_leads_to_one(ref: str) -> None:
    catalog = Catalog([entry("memory/rule/a.md", "rule-a")])
    assert hinted(catalog, ref) == f"{ref} is no id, but the file of rule-a; name it rule-a"
    assert "the file of" not in hinted(catalog, f"x{ref}")


@pytest.mark.parametrize("ref", ["loose", "memory/loose.md"])
def test_of_a_record_without_an_id_it_is_said_how_it_gets_one(ref: str) -> None:
    catalog = Catalog([typed("memory/loose.md", "---\ntype: fact\n---\n")])
    assert hinted(catalog, ref) == (
        "the record in memory/loose.md has no id; sgm fix memory/loose.md gives it one"
    )
