"""What a new user stumbled over, each as the kind of fault that it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import NoSuchRecord
from sgm_git.findings import Severity
from sgm_git.store.below import Below
from sgm_git.workflows.check import Selection, check
from sgm_git.workflows.fix import fix
from sgm_git.workflows.importing import ImportOptions, import_source
from tests.store.support import BASE, NOW, ada, open_store

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    return open_store(sandbox.path)


def test_a_file_that_the_system_hides_is_a_finding_and_stops_nothing(
    store: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write("memory/fact/hidden.md", BASE)
    read = Below.read

    def refusing(tree: Below, path: str, limit: int) -> bytes:
        if path.endswith("hidden.md"):
            raise PermissionError(13, "Permission denied")
        return read(tree, path, limit)

    monkeypatch.setattr(Below, "read", refusing)
    found = check(store.records, NOW).findings
    told = [(f.code, f.message) for f in found if f.path == "memory/fact/hidden.md"]
    assert told == [("F105", "cannot be read: Permission denied")]
    assert store.get("dec-keep-datastore").path == PATH


def test_fix_leaves_what_is_not_utf_8_and_mends_the_rest(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/fact/latin.md", b"---\ntitle: J\xf8rn\n---\n")
    sandbox.write("memory/fact/a.md", b"---\nid: a\ntype: fact\n---\n\nA\n")
    report = fix(store.records, NOW, "Ada", write=True)
    assert [file.path for file in report.files] == ["memory/fact/a.md"]
    assert {f.code for f in report.remaining if f.severity is Severity.ERROR} == {"F105"}


def test_a_broken_file_with_the_name_of_the_record_is_named(
    store: Store, sandbox: GitSandbox
) -> None:
    sandbox.write("memory/fact/broken.md", b"---\na: [\n---\n")
    with pytest.raises(NoSuchRecord, match=r"memory/fact/broken\.md cannot be read: F103"):
        store.get("broken")


def test_a_team_schema_that_is_not_committed_is_told(store: Store, sandbox: GitSandbox) -> None:
    assert store.notes == ()
    sandbox.write(".sgm/schemas/fact.json", '{"required": ["owner"]}')
    notes = open_store(sandbox.path).notes
    assert notes == (".sgm/schemas/fact.json: it counts once it is committed",)
    sandbox.commit("schema")
    assert open_store(sandbox.path).notes == ()


def test_a_new_record_without_provenance_can_be_mended_and_says_so(
    store: Store, sandbox: GitSandbox
) -> None:
    sandbox.write("memory/fact/a.md", b"---\nid: a\ntype: fact\n---\n\nA\n")
    named = [
        f for f in check(store.records, NOW, Selection(author="Ada")).findings if f.code == "S213"
    ]
    assert named
    assert all(finding.fix is not None for finding in named)


@pytest.mark.parametrize(
    ("text", "complete"),
    [('{"id": "a", "type": "fact"}\n', True), ('{"id": "a", "type": "fact"}\nnot json\n', False)],
)
def test_an_import_that_lost_a_line_is_not_complete(
    store: Store, tmp_path: Path, text: str, complete: bool
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(text)
    report = import_source(store.records, source, ada(store), ImportOptions())
    assert report.is_complete is complete
    assert report.count("added") == 1


def test_two_records_with_one_id_are_left_where_they_are(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/fact/other.md", BASE)
    codes = {f.code for f in check(store.records, NOW).findings if "other" in f.path}
    assert "L501" in codes
    assert "L505" not in codes


@pytest.mark.parametrize("provenance", ["", ', "provenance": {"agent": "z", "x_run": 1}'])
def test_a_record_that_an_import_completed_is_the_same_next_time(
    store: Store, tmp_path: Path, provenance: str
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(f'{{"id": "p2", "type": "fact", "content": "x"{provenance}}}\n')
    import_source(store.records, source, ada(store), ImportOptions())
    again = import_source(store.records, source, ada(store), ImportOptions())
    assert (again.count("same"), again.is_complete, again.commit) == (1, True, None)
