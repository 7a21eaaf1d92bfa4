from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from sgm_git.errors import NoSuchRecord, Refused, SgmError, UsageError
from sgm_git.record.value import same
from sgm_git.tools.acting import actor
from sgm_git.tools.registry import call
from tests.git.support import hook

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from tests.tools.support import Memory

_TIME = "2020-01-01T00:00:00Z"


def test_a_record_is_added_and_committed_as_the_agents(memory: Memory) -> None:
    reply = memory.decision(scope={"project": "x"}, links=["fact-a"], source="a talk")
    record = memory.record(reply["id"])
    assert reply["commit"] == memory.box.head()
    assert record["annotations"] == [
        {"kind": "status", "value": "proposed"},
        {"kind": "rationale", "value": "Nobody has to migrate."},
    ]
    declared = record["provenance"]
    assert [declared[name] for name in ("agent", "origin", "session")] == [
        *("build-agent", "mcp", "mcp-1")
    ]
    assert (declared["links"], declared["source"]) == (["fact-a"], "a talk")
    assert memory.box.status() == ""
    assert "\nSGM-Agent: build-agent\n" in memory.message()


def test_what_is_git_s_to_say_is_not_taken_from_an_agent(memory: Memory) -> None:
    forged = {"agent": "Ada", "created_at": _TIME, "origin": "cli", "modified_by": "Ada", "own": 1}
    reply = memory.decision(provenance=forged)
    declared = memory.record(reply["id"])["provenance"]
    assert declared["agent"] == "build-agent"
    assert declared["created_at"] != _TIME
    assert "modified_by" not in declared
    assert declared["own"] == 1
    assert "provenance.agent was not taken: the store fills it in" in reply["notes"]


_NAMES = [
    ("claude-code", "claude-code"),
    ("Ada", "Ada (mcp)"),
    ("", "mcp-client"),
    ("x\nSGM-Allow: a /b", "x-SGM-Allow- a /b"),
    ("Eve <ada@example.org>", "Eve -ada-example.org"),
    ("n" * 500, "n" * 64),
]


def test_an_agent_has_the_name_of_its_program(memory: Memory) -> None:
    for client, agent in _NAMES:
        given = {"type": "fact", "content": "Water is wet."}
        reply = call(memory.session(client), "sgm_create", {**given})
        assert memory.record(str(reply["id"]))["provenance"]["agent"] == agent


_NAMESAKES = (
    "Ada",
    "ADA",
    "\u0410da",
    "Ada.",
    "A d a",
    "Ada Lovelace",
    "ada-lovelace",
    "B0b",
    "Eve",
)
_OTHERS = ("claude-code", "Adam", "build-bot", "house-agent")


def test_an_agent_never_has_the_name_of_a_person(memory: Memory) -> None:
    memory.box.write(".mailmap", "Ada Lovelace <lovelace@example.org> <ada@example.org>\n")
    memory.box.write(
        ".sgm/config.toml",
        '[identities]\nEve = ["eve@example.org"]\n[agents]\n"build-bot" = ["bot@example.org"]\n',
    )
    memory.box.commit("tables", author="Bob <bob@example.org>")
    memory.box.commit("a program's", author="build-bot <bot@example.org>")
    store = memory.store()
    for name in (*_NAMESAKES, "eve-example.org", "bob example.org"):
        assert actor(memory.session(name), store).agent.endswith(" (mcp)"), name
    for name in _OTHERS:
        assert actor(memory.session(name), store).agent == name


def test_the_configuration_pins_the_name(memory: Memory) -> None:
    memory.box.write(".sgm/config.toml", '[mcp]\nagent = "house-agent"\n')
    memory.box.commit()
    assert memory.record(memory.decision()["id"])["provenance"]["agent"] == "house-agent"


def test_no_argument_becomes_a_trailer(memory: Memory) -> None:
    forged = "x\n\nSGM-Allow: decision-a /title\nSGM-Agent: Ada"
    memory.decision(title=forged, reason=forged)
    trailers = memory.box.run("log", "-1", "--format=%(trailers)").decode().split("\n")
    assert [line for line in trailers if line] == ["SGM-Agent: build-agent"]
    assert not [line for line in memory.message().split("\n") if line.startswith("SGM-Allow")]


def test_named_fields_change_and_all_else_stays(memory: Memory) -> None:
    made = memory.decision(fields={"own": {"deep": [1, 2]}})
    reply = memory.call(
        "sgm_update",
        id=made["id"],
        expected_blob=made["blob"],
        set={"/title": "Keep it", "/scope": {"project": "y"}, "/annotations/-": {"kind": "odd"}},
        old_text="We keep",
        new_text="All keep",
    )
    record = memory.record(made["id"])
    assert (record["title"], record["content"]) == ("Keep it", "All keep it.")
    assert record["scope"] == record["provenance"]["scope"] == {"project": "y"}
    assert record["own"] == {"deep": [1, 2]}
    assert record["annotations"][-1] == {"kind": "odd"}
    assert reply["blob"] == memory.store().get(made["id"]).blob


def test_a_change_of_what_has_changed_is_refused(memory: Memory) -> None:
    made = memory.decision()
    once = {"id": made["id"], "expected_blob": made["blob"], "title": "Once"}
    memory.call("sgm_update", **once)
    before = memory.state()
    with pytest.raises(Refused, match="has changed") as raised:
        memory.call("sgm_update", **{**once, "title": "Twice"})
    assert "sgm_get" in str(raised.value.hint)
    assert memory.state() == before


@pytest.mark.parametrize(
    ("tool", "change"),
    [
        ("sgm_update", {"title": "x"}),
        ("sgm_annotate", {"kind": "k", "value": 1}),
        ("sgm_set_status", {"status": "accepted"}),
    ],
)
def test_a_change_must_say_what_it_has_seen(
    memory: Memory, tool: str, change: dict[str, Any]
) -> None:
    made = memory.decision()
    with pytest.raises(UsageError, match="expected_blob is missing"):
        memory.call(tool, id=made["id"], **change)


def _configured(memory: Memory, rules: str) -> None:
    memory.box.write(".sgm/config.toml", f'[mcp]\nrules = "{rules}"\n')
    memory.box.commit()


def _update(memory: Memory, made: dict[str, Any], **change: object) -> dict[str, Any]:
    return memory.call("sgm_update", id=made["id"], expected_blob=made["blob"], **change)


def test_an_unknown_field_goes_only_where_it_is_named(memory: Memory) -> None:
    made = memory.decision(fields={"own": {"a": 1, "b": 2}})
    with pytest.raises(Refused, match="K401"):
        _update(memory, made, set={"/own": {"a": 1}})
    assert memory.record(made["id"])["own"] == {"a": 1, "b": 2}
    _update(memory, made, set={"/own": {"a": 1}}, drop=["/own/b"])
    assert memory.record(made["id"])["own"] == {"a": 1}
    assert f"SGM-Allow: {made['id']} /own/b" in memory.message()


def test_of_a_list_those_go_that_were_named(memory: Memory) -> None:
    made = memory.decision(tags=["a", "b", "c"])
    _update(memory, made, drop=["/annotations/2", "/annotations/4"])
    kept = [each["value"] for each in memory.record(made["id"])["annotations"]]
    assert kept == ["proposed", "Nobody has to migrate.", "b"]


_FORBIDDEN: list[dict[str, Any]] = [
    {"set": {"/provenance/created_at": _TIME}},
    {"set": {"/provenance/agent": "Ada"}},
    {"set": {"provenance/modified_by": "Ada"}},
    {"set": {"/provenance": {}}},
    {"set": {"/id": "other"}},
    {"set": {"": {}}},
    {"set": {"/provenance/~2": 1}},
    {"drop": ["/provenance/agent"]},
    {"drop": ["/provenance"]},
    {"drop": ["/id"]},
    {"drop": ["/type"]},
    {"drop": ["/nothing"]},
    {"old_text": "not there", "new_text": "x"},
    {"old_text": "e", "new_text": "x"},
    {"old_text": "We"},
    {"set": {"/annotations/9/kind": "x"}},
    {"set": {"/annotations": 5}},
    {},
]


def test_what_may_not_be_changed_is_refused(memory: Memory) -> None:
    made = memory.decision()
    before = memory.state(), memory.record(made["id"])
    for change in _FORBIDDEN:
        with pytest.raises((Refused, UsageError)):
            _update(memory, made, **change)
        assert (memory.state(), memory.record(made["id"])) == before


def test_an_annotation_is_added_with_any_value(memory: Memory) -> None:
    made = memory.decision()
    given = {"id": made["id"], "expected_blob": made["blob"], "kind": "confidence"}
    memory.call("sgm_annotate", **given, value={"much": None})
    assert same(
        memory.record(made["id"])["annotations"][-1],
        {"kind": "confidence", "value": {"much": None}},
    )


def _status(memory: Memory, made: dict[str, Any], **change: object) -> dict[str, Any]:
    return memory.call("sgm_set_status", id=made["id"], expected_blob=made["blob"], **change)


def test_a_status_is_changed_in_place_and_its_successor_named(memory: Memory) -> None:
    _configured(memory, "allow")
    old, new = memory.decision(), memory.decision(title="Take another")
    _status(memory, old, status="superseded", superseded_by=new["id"])
    words = [(each["kind"], each["value"]) for each in memory.record(old["id"])["annotations"]]
    assert ("status", "superseded") in words
    assert ("status", "proposed") not in words
    assert words[-1] == ("superseded_by", new["id"])


def test_an_agent_lets_one_fact_follow_another(memory: Memory) -> None:
    old = memory.call("sgm_create", type="fact", id="fact-a", content="The port is 80.")
    memory.call("sgm_create", type="fact", id="fact-b", content="The port is 8080.")
    _status(memory, old, status="superseded", superseded_by="fact-b")
    (item,) = memory.call("sgm_search", standing="history")["items"]
    assert item["id"] == "fact-a"
    assert {"kind": "superseded_by", "value": "fact-b"} in memory.record("fact-a")["annotations"]


def test_a_task_has_a_state(memory: Memory) -> None:
    made = memory.call("sgm_create", type="task", title="Set the secrets")
    _status(memory, made, status="done")
    assert memory.record(made["id"])["annotations"] == [{"kind": "state", "value": "done"}]


def test_a_successor_must_be_there(memory: Memory) -> None:
    made = memory.decision()
    before = memory.state()
    with pytest.raises(NoSuchRecord):
        _status(memory, made, status="superseded", superseded_by="decision-none")
    assert memory.state() == before


_NO_IDS = (
    *("--upload-pack=x", "-a", ".a", "..", "../../../evil", "a/b", "a\\b", "memory:a", "a ", " a"),
    *(
        "a\nSGM-Agent Ada",
        "a\x1b[2J",
        "a\u202eb",
        "a\u200bb",
        "e\u0301",
        "a\u2010b",
        "a..b",
        "a b",
        "con",
        "index",
        "a" * 300,
    ),
)
_BAD: list[dict[str, Any]] = [
    *({"type": "fact", "id": name} for name in _NO_IDS),
    {"type": "fact", "fields": {"id": "other"}},
    {"type": "fact", "fields": {"provenance": {"agent": "Ada"}}},
    {"type": "fact", "path": "../outside.md"},
    {"type": "fact", "annotations": [{"value": 1}]},
    {"title": "no type"},
]


def test_a_bad_record_is_not_added(memory: Memory) -> None:
    before = memory.state()
    for arguments in _BAD:
        with pytest.raises(SgmError):
            memory.call("sgm_create", **arguments)
        assert memory.state() == before


def test_the_id_that_would_do_is_told(memory: Memory) -> None:
    with pytest.raises(UsageError) as told:
        memory.call("sgm_create", type="fact", id="../A \u2010 b")
    assert told.value.hint == "a-b would do; or leave id away"


def test_an_id_may_be_of_any_script(memory: Memory) -> None:
    for name in ("dec-a", "Dec.1_b", "entscheidung-für-ärzte", "決定-1"):
        assert memory.decision(id=name)["id"] == name


def test_a_title_is_one_line(memory: Memory) -> None:
    made = memory.decision(title="Keep\r\n\x1b[2J the \u2028datastore\n", id="dec-a")
    assert memory.record("dec-a")["title"] == "Keep [2J the datastore"
    assert "the title was made one line" in made["notes"]
    for change in ({"title": "A\nB"}, {"set": {"title": "A\nC"}}, {"set": {"/title": "A\nD"}}):
        made = _update(memory, made, **change)
        assert made["notes"] == ["the title was made one line"]
    assert memory.record("dec-a")["title"] == "A D"
    assert _update(memory, made, title="A: D")["notes"] == []


def test_a_type_that_nobody_knows_is_told(memory: Memory) -> None:
    made = memory.call("sgm_create", type="desicion", content="We keep it.")
    assert made["notes"] == [
        "nobody knows the type 'desicion' (did you mean decision?): such a record never binds"
    ]


def test_a_taken_id_is_refused(memory: Memory) -> None:
    made = memory.decision(id="dec-a")
    with pytest.raises(Refused, match="dec-a is there already"):
        memory.decision(id=made["id"])


def test_a_proposal_goes_to_a_branch_of_its_own(memory: Memory) -> None:
    before = memory.state()
    given = {"type": "rule", "title": "No prototypes", "content": "Finish it."}
    reply = call(memory.session(proposes=True), "sgm_create", {**given})
    assert memory.state() == before
    branch = str(reply["branch"])
    assert memory.box.run("rev-parse", branch).decode().strip() == reply["commit"]
    assert memory.box.run("show", f"{branch}:{reply['path']}")
    assert set(cast("dict[str, str]", reply["pull_request"])) == {"title", "body"}


def test_a_proposal_goes_on_where_the_session_began_it(memory: Memory) -> None:
    made = memory.decision()
    session = memory.session(proposes=True)
    change = {"id": made["id"], "expected_blob": made["blob"]}
    one = call(session, "sgm_update", {**change, "title": "One"})
    two = call(session, "sgm_update", {**change, "expected_blob": one["blob"], "title": "Two"})
    assert one["branch"] == two["branch"]
    assert memory.record(made["id"])["title"] == "Keep the datastore"


def test_what_is_proposed_is_told_of_by_its_branch(memory: Memory) -> None:
    given: dict[str, Any] = {"type": "fact", "id": "fact-a", "content": "Water is wet."}
    branch = call(memory.session(proposes=True), "sgm_create", given)["branch"]
    told = memory.call("sgm_get", ids=["fact-a", "fact-b"])["missing"]
    assert told[0]["why"] == f"fact-a is not here: it is proposed on the branch {branch}"
    assert str(branch) in told[0]["hint"]
    assert told[1]["why"] == "there is no record fact-b"
    assert memory.call("sgm_get", ids=["fact-a"], rev=branch)["records"]
    for tool, more in (("sgm_links", {}), ("sgm_annotate", {"kind": "k", "value": 1})):
        seen = {"expected_blob": "0" * 40} if more else {}
        with pytest.raises(NoSuchRecord, match="proposed on the branch"):
            memory.call(tool, id="fact-a", **seen, **more)


def test_who_proposes_reads_what_the_next_change_is_held_against(memory: Memory) -> None:
    blob = memory.by_person(type="fact", id="fact-a", content="Water is wet.")
    path = memory.store().get("fact-a").path
    session = memory.session(proposes=True)

    def ask(tool: str, **arguments: object) -> dict[str, Any]:
        return cast("dict[str, Any]", call(session, tool, cast("JsonObject", arguments)))

    assert ask("sgm_get", ids=["fact-a"])["notes"] == []
    memory.box.write(path, memory.store().get("fact-a").data + b"\nEdited.\n")
    (got,) = ask("sgm_get", ids=["fact-a"])["records"]
    assert got["blob"] == blob
    assert ask("sgm_search")["notes"] == ["read at main, where proposals of this session begin"]
    for title in ("One", "Two"):
        reply = ask("sgm_update", id="fact-a", expected_blob=got["blob"], title=title)
        got, reviewed = ask("sgm_get", ids=["fact-a"])["records"]
        assert (got["record"]["title"], got["review"]) == (title, "changed-here")
        assert (reviewed["blob"], reviewed["is_reviewed_version"]) == (blob, True)
        assert got["blob"] == reply["blob"]
    reply = ask("sgm_create", type="fact", id="fact-b", title="Ice is cold", content="It is.")
    told = ask("sgm_get", ids=["fact-b"])
    assert told["records"][0]["record"]["title"] == "Ice is cold"
    assert told["notes"] == [f"read on the branch {reply['branch']}, where this session proposes"]
    assert ask("sgm_search", query="ice")["items"][0]["id"] == "fact-b"
    assert len(ask("sgm_history", id="fact-a")["versions"]) == 3
    assert ask("sgm_links", id="fact-b")["nodes"] == []
    again = ask("sgm_create", type="fact", title="Ice is so cold", content="It is.")
    assert [each["id"] for each in again["similar"]] == ["fact-b"]
    assert ask("sgm_get", ids=["fact-a"], rev="HEAD")["notes"] == []


def test_hooks_that_do_not_run_are_told_once(memory: Memory) -> None:
    hook(memory.box, "pre-commit", "exit 0")
    session = memory.session(proposes=True)
    given: dict[str, Any] = {"type": "fact", "content": "Water is wet."}
    first, second = (call(session, "sgm_create", {**given}) for _ in range(2))
    assert "hooks not run: pre-commit" in cast("list[str]", first["notes"])
    assert "hooks" not in " ".join(cast("list[str]", second["notes"]))
    assert second["pull_request"] != first["pull_request"]


def _rule(memory: Memory, **more: object) -> dict[str, Any]:
    return memory.call("sgm_create", **{"type": "rule", "content": "Finish it.", **more})


def _words(memory: Memory, record_id: str) -> list[object]:
    kept = memory.record(record_id).get("annotations", [])
    return [each["value"] for each in kept if each["kind"] == "status"]


@pytest.mark.parametrize("status", [{}, {"status": "accepted"}, {"status": "Active"}])
def test_a_rule_of_an_agent_is_a_proposal(memory: Memory, status: dict[str, str]) -> None:
    made = _rule(memory, **status)
    assert _words(memory, made["id"]) == ["proposed"]
    assert "only a person makes a rule binding" in " ".join(made["notes"])


_BINDING: list[tuple[str, dict[str, Any]]] = [
    ("sgm_set_status", {"status": "accepted"}),
    ("sgm_update", {"set": {"/annotations/0/value": "accepted"}}),
    ("sgm_update", {"drop": ["/annotations/0"]}),
    ("sgm_update", {"set": {"/type": "rule"}, "drop": ["/annotations"]}),
    ("sgm_annotate", {"kind": "supersedes", "value": "rule-a"}),
    ("sgm_set_status", {"status": "superseded", "superseded_by": "rule-a"}),
]


def test_what_binds_is_a_person_s_to_decide(memory: Memory) -> None:
    made = _rule(memory, id="rule-a")
    before = memory.state()
    for tool, change in _BINDING:
        with pytest.raises(Refused) as raised:
            memory.call(tool, id="rule-a", expected_blob=made["blob"], **change)
        assert "--propose" in str(raised.value.hint)
        assert memory.state() == before


def test_a_rule_that_binds_is_not_changed(memory: Memory) -> None:
    blob = memory.by_person(type="rule", id="rule-a", content="Finish it.")
    with pytest.raises(Refused, match="may bind"):
        memory.call("sgm_update", id="rule-a", expected_blob=blob, content="Do not.")


def test_the_memory_may_allow_it(memory: Memory) -> None:
    _configured(memory, "allow")
    made = _rule(memory, status="accepted")
    assert _words(memory, made["id"]) == ["accepted"]
    memory.call("sgm_update", id=made["id"], expected_blob=made["blob"], content="All of it.")


def test_or_keep_agents_from_rules(memory: Memory) -> None:
    _configured(memory, "deny")
    for session in (memory.session(), memory.session(proposes=True)):
        with pytest.raises(Refused, match=r"mcp\.rules"):
            call(session, "sgm_create", {"type": "rule", "content": "Finish it."})


def test_on_a_branch_for_review_anything_is_a_proposal(memory: Memory) -> None:
    given: dict[str, Any] = {"type": "rule", "id": "rule-a", "status": "accepted"}
    reply = call(memory.session(proposes=True), "sgm_create", given)
    shown = memory.box.run("show", f"{reply['branch']}:{reply['path']}")
    assert b"value: accepted" in shown


def test_an_id_that_is_made_is_readable_and_nobody_else_s(memory: Memory) -> None:
    ids = [memory.decision()["id"] for _ in range(3)]
    assert len(set(ids)) == 3
    for each in ids:
        assert each.startswith("decision-keep-the-datastore-")
        assert len(each) == len("decision-keep-the-datastore-") + 5


def test_similar_records_are_named(memory: Memory) -> None:
    first = memory.decision()
    memory.call("sgm_create", type="fact", title="Water is wet", content="It is.")
    second = memory.decision(title="Keep our datastore")
    assert [each["id"] for each in second["similar"]] == [first["id"]]
    assert first["similar"] == []


def test_a_call_with_a_key_is_done_once(memory: Memory) -> None:
    given = {"idempotency_key": "k-1", "title": "Keep it once"}
    first = memory.decision(**given)
    state = memory.state()
    again = memory.decision(**given)
    assert memory.state() == state
    assert (again["id"], again["commit"]) == (first["id"], first["commit"])
    assert again["notes"] == [*first["notes"], "done before, under this key"]
    with pytest.raises(Refused, match="key"):
        memory.decision(**{**given, "title": "Another"})
    seen = {"id": first["id"], "expected_blob": first["blob"], "idempotency_key": "k-2"}
    once = memory.call("sgm_update", **seen, title="Changed")
    assert memory.call("sgm_update", **seen, title="Changed")["blob"] == once["blob"]


def test_a_proposal_with_a_key_is_made_once(memory: Memory) -> None:
    session = memory.session(proposes=True)
    given = {"type": "fact", "content": "Water is wet.", "idempotency_key": "k"}
    first = call(session, "sgm_create", {**given})
    again = call(session, "sgm_create", {**given})
    assert (again["commit"], again["branch"]) == (first["commit"], first["branch"])


def test_a_call_that_failed_is_not_remembered(memory: Memory) -> None:
    memory.decision(id="dec-a")
    given = {"type": "fact", "id": "dec-a", "idempotency_key": "k"}
    for _ in range(2):
        with pytest.raises(Refused, match="dec-a is there already"):
            memory.call("sgm_create", **given)
