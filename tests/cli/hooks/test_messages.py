"""prepare-commit-msg adds consents to the message, and commit-msg sees to it that they stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.store.writing import Writing
from tests.cli.hooks.live import git, make_live, message
from tests.cli.runner import run
from tests.store.support import BASE, ada
from tests.workflows.hooks.staging import PATH, begun, stage

if TYPE_CHECKING:
    from sgm_git.api import Store
    from tests.support import GitSandbox

ID = "dec-keep-datastore"
LINE = f"SGM-Allow: {ID} /x_review"


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    """A store with live message hooks in which a field was dropped on purpose, and is staged."""
    store = begun(sandbox)
    make_live(sandbox, "prepare-commit-msg", "commit-msg")
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.unset(ID, ("x_review",))
    sandbox.run("add", PATH)
    return store


@pytest.mark.usefixtures("store")
class TestConsent:
    def test_is_added_to_a_message_that_was_given(self, sandbox: GitSandbox) -> None:
        assert git(sandbox, "commit", "-m", "Drop it").status == 0
        assert message(sandbox) == f"Drop it\n\n{LINE}\n"

    def test_is_added_above_the_help_of_an_editor(self, sandbox: GitSandbox) -> None:
        editor = 'f() { cp "$1" seen; sed -i "1s/^/Drop it/" "$1"; }; f'
        assert git(sandbox, "commit", GIT_EDITOR=editor).status == 0
        seen = (sandbox.path / "seen").read_text()
        assert seen.startswith(f"\n\n{LINE}\n\n# Please enter")
        assert message(sandbox) == f"Drop it\n\n{LINE}\n"

    def test_is_added_above_the_change_that_is_shown(self, sandbox: GitSandbox) -> None:
        editor = 'f() { sed -i "1s/^/Drop it/" "$1"; }; f'
        assert git(sandbox, "commit", "-v", GIT_EDITOR=editor).status == 0
        assert message(sandbox) == f"Drop it\n\n{LINE}\n"

    @pytest.mark.parametrize("character", [";", "auto"])
    def test_knows_another_comment_character(self, sandbox: GitSandbox, character: str) -> None:
        sandbox.run("config", "core.commentChar", character)
        editor = 'f() { sed -i "1s/^/Drop it/" "$1"; }; f'
        assert git(sandbox, "commit", GIT_EDITOR=editor).status == 0
        assert message(sandbox) == f"Drop it\n\n{LINE}\n"

    def test_joins_the_trailers_that_are_there(self, sandbox: GitSandbox) -> None:
        assert git(sandbox, "commit", "-s", "-m", "Drop it").status == 0
        signed = "Signed-off-by: Ada <ada@example.org>"
        assert message(sandbox) == f"Drop it\n\n{signed}\n{LINE}\n"

    def test_is_not_said_twice(self, sandbox: GitSandbox) -> None:
        assert git(sandbox, "commit", "-m", f"Drop it\n\n{LINE}").status == 0
        assert message(sandbox) == f"Drop it\n\n{LINE}\n"

    def test_goes_with_a_commit_of_everything_and_of_one_path(self, sandbox: GitSandbox) -> None:
        sandbox.run("reset", "-q")
        assert git(sandbox, "commit", "-m", "Drop it", PATH).status == 0
        assert LINE in message(sandbox)

    def test_is_for_the_commit_that_drops_and_for_no_other(self, sandbox: GitSandbox) -> None:
        sandbox.run("reset", "-q")
        stage(sandbox, b"2\n", "other.txt")
        assert git(sandbox, "commit", "-m", "Something else").status == 0
        assert message(sandbox) == "Something else\n"
        assert git(sandbox, "commit", "-a", "-m", "Drop it").status == 0
        assert message(sandbox) == f"Drop it\n\n{LINE}\n"
        sandbox.write("other.txt", "3\n")
        later = "2030-01-01T00:00:00Z"  # in the same second it could be an amended commit
        assert git(sandbox, "commit", "-a", "-m", "Go on", GIT_AUTHOR_DATE=later).status == 0
        assert message(sandbox) == "Go on\n"

    def test_is_not_for_an_edit_that_drops_nothing(self, sandbox: GitSandbox) -> None:
        stage(sandbox, BASE.replace(b"Body", b"Other"))
        assert git(sandbox, "commit", "-m", "Edit it").status == 0
        assert message(sandbox) == "Edit it\n"

    def test_follows_a_record_to_another_path(self, sandbox: GitSandbox) -> None:
        sandbox.run("mv", PATH, "memory/decision/moved.md")
        assert git(sandbox, "commit", "-m", "Move it").status == 0
        assert LINE in message(sandbox)

    def test_cannot_be_taken_out_of_the_message(self, sandbox: GitSandbox) -> None:
        head = sandbox.head()
        done = git(sandbox, "commit", GIT_EDITOR='f() { echo "Drop it" > "$1"; }; f')
        assert done.status == 1
        assert done.told == [
            "sgm: error: the message does not say what is dropped on purpose; it needs",
            f"  {LINE}",
            "hint: write it there again, or commit anew: prepare-commit-msg adds it",
        ]
        assert sandbox.head() == head

    def test_is_no_message_by_itself(self, sandbox: GitSandbox) -> None:
        head = sandbox.head()
        done = git(sandbox, "commit", GIT_EDITOR="true")
        assert done.status == 1
        assert "nothing but consent" in done.err
        assert sandbox.head() == head

    def test_keeps_a_message_that_is_no_utf8(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", "i18n.commitEncoding", "latin1")
        (sandbox.path / "text").write_bytes(b"Dr\xf6p it\n")
        assert git(sandbox, "commit", "-F", "text").status == 0
        raw = sandbox.run("cat-file", "commit", "HEAD")
        assert raw.endswith(b"Dr\xf6p it\n\n" + LINE.encode() + b"\n")


def test_consent_to_a_change_of_what_never_changes_is_said(sandbox: GitSandbox) -> None:
    store = begun(sandbox)
    make_live(sandbox, "prepare-commit-msg", "commit-msg")
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.set(ID, ("provenance", "agent"), "another", consent=True)
    assert git(sandbox, "commit", "-a", "-m", "Mend it").status == 0
    assert message(sandbox) == f"Mend it\n\nSGM-Allow: {ID} /provenance/agent\n"


def test_a_spoiled_file_of_consents_stops_no_commit(sandbox: GitSandbox) -> None:
    begun(sandbox)
    make_live(sandbox, "prepare-commit-msg", "commit-msg")
    head = sandbox.head()
    blob = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    sandbox.write(".git/sgm/consents", f"\xff\n{head} {blob} SGM-Allow: {ID} /~2\nx y z\n".encode())
    stage(sandbox, BASE.replace(b"Body", b"Other"))
    assert git(sandbox, "commit", "-m", "Edit it").status == 0
    assert message(sandbox) == "Edit it\n"


@pytest.mark.parametrize("name", ["prepare-commit-msg", "commit-msg"])
def test_a_hook_about_a_message_needs_its_file(name: str) -> None:
    done = run("hooks", "run", name)
    assert done.status == 2
    assert done.err == f"sgm: error: {name} needs the file of the message\n"


def test_a_name_of_no_hook_is_refused() -> None:
    done = run("hooks", "run", "pre-commmit")
    assert (done.status, done.out) == (2, "")
    assert "there is no hook 'pre-commmit'" in done.err
