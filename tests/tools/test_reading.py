from __future__ import annotations

from time import gmtime, strftime
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, NoSuchRecord, UsageError
from sgm_git.tools import addresses
from sgm_git.tools.replies import LONGEST_VALUE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tools.support import Memory


def _fact(memory: Memory, name: str, **more: object) -> None:
    memory.call("sgm_create", **{"type": "fact", "id": name, "content": f"About {name}.", **more})


def test_words_and_filters_find_records_a_page_at_a_time(memory: Memory) -> None:
    for number in range(5):
        _fact(memory, f"fact-{number}", title="The snake_case of it")
    made = memory.decision()
    ids: list[str] = []
    cursor = None
    while True:
        page = memory.call("sgm_search", q="snake_case", page_size=2, cursor=cursor)
        assert page["total"] == 5
        ids += [each["id"] for each in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert sorted(ids) == [f"fact-{number}" for number in range(5)]
    listed = memory.call("sgm_search", type="decision", standing="proposed")
    assert [each["id"] for each in listed["items"]] == [made["id"]]


def test_any_words_may_be_asked_for(memory: Memory) -> None:
    _fact(memory, "fact-a")
    for query in ("AND", "a:b", "(fact", "fact*", "NEAR(x, 5)", "' OR 1=1 --"):
        found = memory.call("sgm_search", query=query)["items"]
        assert [each["id"] for each in found] == (["fact-a"] if "fact" in query else [])
    for query in ('"', "*", "-", "("):
        with pytest.raises(UsageError):
            memory.call("sgm_search", query=query)


def test_an_item_says_how_it_must_be_taken(memory: Memory) -> None:
    _fact(memory, "fact-a", title="A fact")
    (item,) = memory.call("sgm_search")["items"]
    assert {name: item[name] for name in ("id", "type", "title", "standing", "review")} == {
        "id": "fact-a",
        "type": "fact",
        "title": "A fact",
        "standing": "stated",
        "review": "unknown",
    }
    assert (item["binds"], item["trust"]) == (False, "consistent")


def test_a_record_comes_as_declared_with_what_git_says(memory: Memory) -> None:
    made = memory.decision()
    reply = memory.call("sgm_get", ids=[made["id"], "nope"])
    (found,) = reply["records"]
    assert found["record"] == memory.record(made["id"])
    assert found["blob"] == made["blob"]
    assert found["witness"]["created"]["commit"] == made["commit"]
    assert found["witness"]["versions"] == 1
    assert [each["id"] for each in reply["missing"]] == ["nope"]


def test_an_earlier_state_can_be_read(memory: Memory) -> None:
    made = memory.decision()
    first = memory.box.head()
    seen = {"id": made["id"], "expected_blob": made["blob"]}
    memory.call("sgm_update", **seen, title="Another")
    (found,) = memory.call("sgm_get", ids=[made["id"]], rev=first)["records"]
    assert found["record"]["title"] == "Keep the datastore"
    assert found["witness"]["modified"] is None
    with pytest.raises(CannotRun):
        memory.call("sgm_get", ids=[made["id"]], as_of="2001-01-01")
    (now,) = memory.call("sgm_get", ids=[made["id"]], as_of="2200-01-01")["records"]
    assert now["record"]["title"] == "Another"
    today = strftime("%Y-%m-%d", gmtime(memory.store().records.now()))
    (now,) = memory.call("sgm_search", as_of=today)["items"]
    assert now["title"] == "Another"


def test_no_revision_is_an_option(memory: Memory) -> None:
    memory.decision()
    for rev in ("--upload-pack=x", "-h", "a\nb", " HEAD", "a\0b", "nowhere"):
        for tool, given in (("sgm_get", {"ids": ["x"]}), ("sgm_history", {}), ("sgm_search", {})):
            with pytest.raises((UsageError, CannotRun)):
                memory.call(tool, rev=rev, **given)


def test_a_long_text_comes_in_pieces(memory: Memory) -> None:
    text = "".join(f"{number:06}\n" for number in range(LONGEST_VALUE // 4))
    _fact(memory, "fact-long", content=text, fields={"own": {"deep": "y" * LONGEST_VALUE}})
    pieces, offset = "", 0
    while offset is not None:
        (found,) = memory.call("sgm_get", ids=["fact-long"], offset=offset)["records"]
        assert len(found["record"]["content"]) <= LONGEST_VALUE
        assert "own" not in found["record"]
        assert found["cut"]["own"]["left_out"]
        pieces += found["record"]["content"]
        offset = found["cut"]["content"]["next_offset"]
    assert pieces == text
    (found,) = memory.call("sgm_get", ids=["fact-long"], fields=["/own/deep", "/none"])["records"]
    assert found["record"] == {"/own/deep": "y" * LONGEST_VALUE}


def test_the_rest_of_many_texts_is_asked_for_by_itself(memory: Memory) -> None:
    text = "z" * LONGEST_VALUE
    names = [f"fact-{number}" for number in range(10)]
    for name in names:
        memory.box.write(f"memory/fact/{name}.md", f"---\nid: {name}\ntype: fact\n---\n\n{text}\n")
    reply = memory.call("sgm_get", ids=names)
    assert 0 < len(reply["records"]) < len(names)
    left = [each["id"] for each in reply["missing"]]
    assert [each["id"] for each in reply["records"]] + left == names
    assert "by itself" in reply["missing"][0]["why"]


def test_history_goes_back_page_by_page(memory: Memory) -> None:
    made = memory.decision()
    blob = made["blob"]
    for number in range(3):
        seen = {"id": made["id"], "expected_blob": blob}
        blob = memory.call("sgm_update", **seen, title=f"Title {number}")["blob"]
    found, cursor = [], None
    while True:
        page = memory.call("sgm_history", id=made["id"], limit=3, cursor=cursor)
        found += page["versions"]
        cursor = page["next"]
        if cursor is None:
            break
    assert [each["fields"][0]["after"] for each in found[:3]] == ["Title 2", "Title 1", "Title 0"]
    assert len(found) == 4
    assert {each["agent"] for each in found} == {"build-agent"}
    titles = memory.call("sgm_history", id=made["id"], field="/title")["versions"]
    assert len(titles) == 4
    with pytest.raises(UsageError, match="no such place"):
        memory.call("sgm_history", id=made["id"], cursor="0000")


def test_what_is_gone_still_has_a_history(memory: Memory) -> None:
    made = memory.decision()
    memory.box.run("rm", "-q", made["path"])
    memory.box.commit("gone")
    reply = memory.call("sgm_history", id=made["id"])
    assert (reply["deleted"], len(reply["versions"])) == (True, 1)
    assert memory.call("sgm_history", limit=1)["versions"] == []


def test_links_are_followed_both_ways(memory: Memory) -> None:
    _fact(memory, "a", links=["b", "nowhere"])
    _fact(memory, "b", links=["c"])
    _fact(memory, "c")
    newer = "annotations:\n  - kind: supersedes\n    value: b\n"
    memory.box.write("memory/fact/d.md", f"---\nid: d\ntype: fact\n{newer}---\n\nNewer.\n")
    near = memory.call("sgm_links", id="b")
    assert [(each["id"], each["depth"]) for each in near["nodes"]] == [("a", 1), ("c", 1), ("d", 1)]
    assert {"from": "d", "relation": "supersedes", "to": "b"} in near["edges"]
    assert [each["id"] for each in memory.call("sgm_links", id="b", direction="in")["nodes"]] == [
        *("a", "d")
    ]
    out = memory.call("sgm_links", id="a", direction="out", depth=2, relation="links")
    assert [(each["id"], each.get("missing")) for each in out["nodes"]] == [
        *(("b", None), ("nowhere", True), ("c", None))
    ]
    few = memory.call("sgm_links", id="b", limit=1)
    assert (len(few["nodes"]), few["left_out"]) == (1, 2)
    assert len(few["edges"]) == 1
    with pytest.raises(NoSuchRecord):
        memory.call("sgm_links", id="zz")
    with pytest.raises(UsageError, match="depth"):
        memory.call("sgm_links", id="b", depth=4)


def test_findings_are_told_by_record_and_path(memory: Memory) -> None:
    _fact(memory, "fact-a", links=["nowhere"])
    memory.box.write("memory/fact/bad.md", "---\nid: bad\n---\n")
    everything = memory.call("sgm_check")
    assert (everything["records"], everything["errors"]) == (2, 1)
    (only,) = memory.call("sgm_check", ids=["fact-a"])["findings"]
    assert (only["code"], only["id"], only["fixable"]) == ("L502", "fact-a", False)
    assert memory.call("sgm_check", paths=["memory/fact/bad.md"], limit=1)["errors"] == 1
    assert memory.call("sgm_check", staged=True)["records"] == 1


def test_no_path_leads_out_of_the_memory(memory: Memory) -> None:
    memory.decision()
    for path in ("../x", "/etc/passwd", "a/../../b", "..\\x", "src", "a\0b"):
        with pytest.raises(UsageError):
            memory.call("sgm_check", paths=[path])


def test_addresses_carry_any_id(memory: Memory) -> None:
    for name in ("a/b", "ü %20", "..", "x?y#z"):
        memory.by_person(type="fact", id=name, content="X.")
        found = addresses.read(memory.session(), addresses.address(name))
        assert f'"id": "{name}"' in found.text
    with pytest.raises(NoSuchRecord):
        addresses.read(memory.session(), "sgm://record/nope")


def test_resources_come_a_page_at_a_time(memory: Memory) -> None:
    for number in range(60):
        name = f"fact-{number:02}"
        memory.box.write(f"memory/fact/{name}.md", f"---\nid: {name}\ntype: fact\n---\n\nX.\n")
    names: list[str] = []
    cursor = None
    while True:
        page = addresses.resources(memory.session(), cursor)
        names += [each.name for each in page.items if each.uri.startswith("sgm://record/")]
        cursor = page.next
        if cursor is None:
            break
    assert names == [f"fact-{number:02}" for number in range(60)]


def test_what_holds_now_is_told_in_one_text(memory: Memory) -> None:
    memory.by_person(type="rule", id="rule-a", title="No prototypes", content="Finish it.")
    memory.decision(status="accepted")
    _fact(memory, "fact-a")
    reply = memory.call("sgm_context", task="prototypes", paths=["src/x.py"])
    assert "Finish it." in reply["markdown"]
    assert reply["ids"][0] == "rule-a"
    assert 0 < reply["tokens"] <= 2_000
    some = memory.call("sgm_context", type="fact")
    assert some["ids"] == ["fact-a"]
    changed = memory.call("sgm_context", since="HEAD~1")
    assert changed["ids"] == ["fact-a"]


def test_what_found_no_room_is_told_with_the_call_that_finds_it(memory: Memory) -> None:
    memory.by_person(type="rule", id="rule-a", title="No prototypes", content="Finish it.")
    for number in range(9):
        _fact(memory, f"fact-{number}", title="A title of some words", content="Text. " * 90)
    reply = memory.call("sgm_context", budget=400)
    (left,) = reply["left_out"]
    found = memory.call(left["tool"], **left["arguments"])
    assert {"fact-0", "fact-8"} <= {each["id"] for each in found["items"]}
    assert left["arguments"] == {"type": ["fact"], "standing": ["stated"]}
    markdown = reply["markdown"]
    assert f"{left['count']} of Facts: `sgm_search type=fact standing=stated`" in markdown
    assert "A larger budget makes room for more." in markdown
    assert "more: `sgm_get fact-" in markdown
    assert "--" not in markdown
    assert "sgm " not in markdown


def test_any_budget_gives_a_text(memory: Memory) -> None:
    _fact(memory, "fact-a")
    for budget in (0, 1, 1_000_000):
        assert memory.call("sgm_context", budget=budget)["markdown"]


_MEANINGLESS: tuple[dict[str, object], ...] = (
    {"budget": -1},
    {"paths": ["../x"]},
    {"since": "--all"},
    {"since": "nowhere"},
    {"scope": 5},
)


def test_no_text_for_what_has_no_meaning(memory: Memory) -> None:
    for arguments in _MEANINGLESS:
        with pytest.raises((UsageError, CannotRun)):
            memory.call("sgm_context", **arguments)


def test_what_is_reviewed_counts_over_what_was_made_of_it_here(
    memory: Memory, tmp_path: Path
) -> None:
    memory.by_person(type="rule", id="rule-a", content="Do it.")
    memory.by_person(type="rule", id="rule-b", content="Do that.")
    memory.box.run("init", "-q", "--bare", "-b", "main", str(tmp_path / "bare.git"))
    memory.box.run("remote", "add", "origin", str(tmp_path / "bare.git"))
    memory.box.run("push", "-q", "--no-verify", "origin", "HEAD:main")
    file = memory.box.path / "memory/rule/rule-a.md"
    file.write_text(file.read_text().replace("Do it.", "Do evil."))
    (memory.box.path / "memory/rule/rule-b.md").unlink()
    reply = memory.call("sgm_get", ids=["rule-a", "memory:rule-b"])
    assert [
        (each["record"]["content"], each["review"], each["binds"]) for each in reply["records"]
    ] == [
        ("Do evil.", "changed-here", False),
        ("Do it.", "reviewed", True),
        ("Do that.", "removed-here", True),
    ]
    assert reply["missing"] == []
    read = addresses.read(memory.session(), addresses.address("rule-a")).text
    assert read.index("Do evil.") < read.index('"reviewed_version"') < read.index("Do it.")
    listed = memory.call("sgm_search", standing=["in-force"])
    told = [(each["id"], each["is_reviewed_version"], each["binds"]) for each in listed["items"]]
    assert told == [("rule-a", True, True), ("rule-b", True, True)]
    every = memory.call("sgm_search", query="Do")["items"]
    assert [each["id"] for each in every if "is_reviewed_version" not in each] == ["rule-a"]
    assert len(every) == 3
    near = memory.call("sgm_links", id="rule-a")
    assert (near["id"], near["nodes"]) == ("rule-a", [])
