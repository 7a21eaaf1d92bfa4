"""The gate of a server, stood up for real: what is let in, and what nobody gets past it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.push_support import (
    ADA,
    BAD,
    CONFIG,
    DATE,
    EVE,
    LATER,
    PATH,
    begun,
    codes,
    fact,
    passes,
    refused,
    said,
)
from tests.support import GitSandbox
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from tests.hooks.push_support import Forge


class TestBranches:
    """Each is judged from its old tip, a new one from the main branch."""

    def test_good_records_pass_without_a_word(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        assert passes(forge) == []

    def test_bad_ones_do_not(self, forge: Forge) -> None:
        forge.commit(BAD)
        assert codes(refused(forge)) == ["F101"]

    def test_what_was_bad_before_is_not_held_against_a_push(self, empty: Forge) -> None:
        hook = empty.server.path / "hooks/pre-receive"
        hook.chmod(0o644)
        empty.write(BAD, "memory/fact/old.md")
        begun(empty)
        hook.chmod(0o755)
        empty.commit(fact("B"))
        assert passes(empty) == []

    def test_a_field_that_was_dropped(self, forge: Forge) -> None:
        forge.commit(fact().replace("x_review: ada\n", ""))
        assert codes(refused(forge)) == ["K401"]
        forge.clone.run("commit", "-q", "--amend", "-m", "x\n\nSGM-Allow: fact-a /x_review")
        assert passes(forge) == []

    def test_who_began_a_record(self, forge: Forge) -> None:
        forge.write(fact(agent="Eve"))
        forge.clone.commit(author=EVE, date=LATER)
        assert codes(refused(forge)) == ["P302"]

    def test_a_new_one_is_judged_by_main(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        assert passes(forge, "HEAD:refs/heads/good") == []
        forge.commit(fact(agent="Eve"))
        assert codes(refused(forge, "HEAD:refs/heads/bad")) == ["P302"]

    def test_a_new_one_that_brings_nothing_passes(self, forge: Forge) -> None:
        assert passes(forge, "HEAD:refs/heads/copy", "HEAD:refs/tags/v1") == []

    def test_only_what_is_new_to_the_server_counts_on_a_new_one(self, forge: Forge) -> None:
        hook = forge.server.path / "hooks/pre-receive"
        hook.chmod(0o644)
        forge.go("-b", "release")
        forge.commit(BAD, "memory/fact/old.md")
        passes(forge, "release")
        hook.chmod(0o755)
        forge.commit(fact("B"))
        assert passes(forge, "HEAD:refs/heads/onwards") == []
        assert codes(refused(forge, "HEAD:refs/heads/main")) == ["F101"]

    def test_several_at_once(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        forge.go("-b", "bad")
        forge.commit(BAD)
        assert codes(refused(forge, "main:main", "bad:bad", "bad:also")) == ["F101"]
        assert passes(forge, "main:main", "main:also", "main:refs/tags/x") == []

    def test_an_octopus(self, forge: Forge) -> None:
        for name, text in (("one", fact("B")), ("two", BAD)):
            forge.go("-b", name, "main")
            forge.commit(text, f"memory/fact/{name}.md" if text is BAD else PATH)
        forge.go("main")
        forge.commit("again\n", "notes.txt")
        forge.clone.run("merge", "-q", "--no-verify", "-m", "octopus", "one", "two")
        assert codes(refused(forge)) == ["F101"]

    def test_a_deletion(self, forge: Forge) -> None:
        passes(forge, "HEAD:refs/heads/side")
        assert passes(forge, ":side") == []
        assert "refs/heads/side" not in forge.refs()

    def test_the_main_one_stays(self, forge: Forge) -> None:
        for key in ("receive.denyDeleteCurrent", "receive.denyDeletes"):
            forge.server.run("config", key, "false")
        (line, *_) = said(refused(forge, ":main"))
        assert line == "sgm: refs/heads/main cannot be deleted: what is trusted here stands on it"
        forge.server.run("symbolic-ref", "refs/heads/alias", "refs/heads/main")
        refused(forge, ":alias")

    def test_a_symbolic_one_is_what_it_leads_to(self, forge: Forge) -> None:
        forge.server.run("symbolic-ref", "refs/heads/alias", "refs/heads/main")
        forge.commit(BAD)
        assert codes(refused(forge, "HEAD:refs/heads/alias")) == ["F101"]

    def test_a_server_whose_head_leads_nowhere(self, forge: Forge) -> None:
        forge.server.run("symbolic-ref", "HEAD", "refs/heads/gone")
        forge.commit(fact(agent="Eve"))
        assert codes(refused(forge, "HEAD:refs/heads/side")) == ["P302"]
        refused(forge, ":main")


class TestTheMainOne:
    """Which branch is trusted, and that no push makes it another."""

    @pytest.mark.parametrize("name", ["refs/heads/gone", "refs/heads/master"])
    def test_no_new_branch_takes_its_place(self, forge: Forge, name: str) -> None:
        forge.server.run("symbolic-ref", "HEAD", "refs/heads/gone")
        (line, *_) = said(refused(forge, f"HEAD:{name}"))
        assert (
            line == f"sgm: {name} cannot be made: it would be trusted in place of refs/heads/main"
        )

    def test_the_only_one_is_it(self, forge: Forge) -> None:
        for args in (("branch", "-m", "main", "trunk"), ("symbolic-ref", "HEAD", "refs/heads/no")):
            forge.server.run(*args)
        forge.commit(fact(agent="Eve"))
        assert codes(refused(forge, "HEAD:refs/tags/side")) == ["P302"]
        refused(forge, ":trunk")

    def test_where_nobody_can_tell_nothing_new_is_let_in(self, forge: Forge) -> None:
        forge.server.run("branch", "one", "main")
        forge.server.run("branch", "-m", "main", "two")
        forge.server.run("symbolic-ref", "HEAD", "refs/heads/no")
        forge.commit(fact("B"))
        assert "no branch here is the main one" in refused(forge, "HEAD:refs/heads/three").err
        assert passes(forge, "HEAD:refs/heads/two") == []
        forge.server.run("config", "sgm.trustRef", "two")
        assert passes(forge, "HEAD:refs/heads/three") == []

    def test_a_ref_of_another_kind_may_be_it(self, forge: Forge) -> None:
        forge.server.run("update-ref", "refs/meta/trusted", "refs/heads/main")
        forge.server.run("config", "sgm.trustRef", "refs/meta/trusted")
        bad = forge.commit(BAD)
        forge.commit(fact("B"))
        passes(forge, "HEAD:refs/meta/trusted")
        assert codes(refused(forge, f"+{bad}:refs/meta/trusted")) == ["F101"]
        refused(forge, ":refs/meta/trusted")


class TestRewinds:
    """A branch that goes back, or elsewhere, is judged by what it was."""

    def test_the_old_tip_stays_the_trusted_side(self, forge: Forge) -> None:
        forge.commit("format = 1\n[checks]\nseverity = {F101 = 'warning'}\n", CONFIG)
        lax = forge.clone.head()
        forge.commit("format = 1\n", CONFIG)
        passes(forge)
        forge.go("--detach", lax)
        forge.commit(BAD, "memory/fact/new.md")
        assert codes(refused(forge, "+HEAD:main")) == ["F101"]

    def test_to_what_was_bad_in_passing(self, forge: Forge) -> None:
        bad = forge.commit(BAD, "memory/fact/new.md")
        forge.commit(None, "memory/fact/new.md")
        passes(forge)
        assert codes(refused(forge, f"+{bad}:refs/heads/main")) == ["F101"]

    def test_to_another_beginning_of_a_record_in_passing(self, forge: Forge) -> None:
        bad = forge.commit(fact(agent="Eve"))
        forge.commit(fact("B"))
        passes(forge)
        assert codes(refused(forge, f"+{bad}:refs/heads/main")) == ["P302"]

    def test_to_what_was_good(self, forge: Forge) -> None:
        first = forge.clone.head()
        forge.commit(fact("B"))
        passes(forge)
        passes(forge, f"+{first}:refs/heads/main")
        assert forge.refs()["refs/heads/main"] == first

    def test_what_is_dropped_that_came_meanwhile_is_told(self, forge: Forge) -> None:
        """To drop it may be just what is wanted; not to know of it never is."""
        first = forge.clone.head()
        old = forge.commit(fact().replace("x_review: ada", "x_review: ada\nx_sources: [a]"))
        passes(forge)
        forge.go("--detach", first)
        forge.commit(fact("B"))
        (line,) = passes(forge, "+HEAD:refs/heads/main")
        assert line.startswith(f"sgm: refs/heads/main: {PATH}: K401 x_sources")
        assert line.endswith(f" in place of {old[:10]}")

    def test_what_the_base_had_too_is_refused(self, forge: Forge) -> None:
        first = forge.clone.head()
        forge.commit(fact("B"))
        passes(forge)
        forge.go("--detach", first)
        forge.commit(fact("C").replace("x_review: ada\n", ""))
        outcome = refused(forge, "+HEAD:main")
        assert codes(outcome) == ["K401"]
        assert " in place of " not in outcome.err

    def test_to_a_history_of_its_own_nothing_may_be_lost(self, forge: Forge) -> None:
        forge.go("--orphan", "other")
        forge.commit(fact("B").replace("x_review: ada\n", ""))
        assert codes(refused(forge, "+HEAD:main")) == ["K401"]


class TestOtherRefs:
    """Nothing hides behind the name of a ref."""

    @pytest.mark.parametrize(
        "ref", ["refs/tags/v1", "refs/notes/x", "refs/meta/config", "refs/x/y", "refs/replace/1"]
    )
    def test_whatever_it_is_called(self, forge: Forge, ref: str) -> None:
        forge.commit(BAD)
        assert codes(refused(forge, f"HEAD:{ref}")) == ["F101"]

    def test_tags_of_tags(self, forge: Forge) -> None:
        forge.commit(BAD)
        forge.clone.run("tag", "-a", "-m", "x", "one")
        forge.clone.run("tag", "-a", "-m", "x", "two", "one")
        assert codes(refused(forge, "two")) == ["F101"]

    def test_tags_of_trees_and_blobs_bring_no_record(self, forge: Forge) -> None:
        for name, rev in (("tree", "HEAD^{tree}"), ("blob", "HEAD:notes.txt")):
            forge.clone.run("tag", "-a", "-m", "x", name, rev)
        assert passes(forge, "tree", "blob", "HEAD:refs/tags/plain") == []

    def test_notes_are_no_business_of_the_gate(self, empty: Forge) -> None:
        signed = "format = 1\n[checks]\nrequire_signed = true\n"
        begun(empty, signed)
        empty.clone.run("notes", "add", "-m", "remember")
        assert passes(empty, "refs/notes/commits") == []

    def test_what_came_as_a_note_is_judged_on_a_branch(self, forge: Forge) -> None:
        forge.go("--orphan", "notes")
        forge.clone.run("rm", "-rfq", ".")
        forge.clone.write("memory/fact/x", "no record by its name")
        forge.clone.commit(author=ADA, date=DATE)
        passes(forge, "HEAD:refs/notes/x")
        forge.clone.run("mv", "memory/fact/x", "memory/fact/x.md")
        forge.clone.commit(author=ADA, date=LATER)
        assert codes(refused(forge, "HEAD:refs/heads/new")) == ["F101"]

    def test_replace_refs_change_nothing(self, forge: Forge) -> None:
        good = forge.clone.head()
        forge.commit("format = 1\n[checks]\nignore = ['F', 'P', 'S', 'K']\n", CONFIG)
        passes(forge, f"HEAD:refs/replace/{good}")
        forge.go("main")
        forge.clone.run("reset", "-q", "--hard", good)
        forge.commit(BAD)
        assert codes(refused(forge)) == ["F101"]


class TestRules:
    """What a push says of the rules counts for the next one."""

    @pytest.mark.parametrize(
        "config",
        [
            "format = 1\n[checks]\nignore = ['F', 'S', 'P']\n",
            "format = 1\n[checks]\nper_path = {'**' = {ignore = ['F', 'S', 'P']}}\n",
            "format = 1\n[store]\nignore = ['*.md']\n",
            "format = 1\n[[root]]\npath = 'elsewhere'\n",
            None,
        ],
    )
    def test_those_that_it_breaks_itself(self, forge: Forge, config: str | None) -> None:
        forge.write(config, CONFIG)
        forge.commit(BAD)
        assert codes(refused(forge)) == ["F101"]

    @pytest.mark.parametrize(
        "config", ["format = [", "format = 2\n", "x" * 1_100_000, "[checks]\nignore = 'F'\n"]
    )
    def test_none_that_nobody_can_read(self, forge: Forge, config: str) -> None:
        forge.commit(config, CONFIG)
        assert "refs/heads/main: .sgm/config.toml" in " ".join(said(refused(forge)))
        refused(forge, "HEAD:refs/heads/side")

    def test_the_first_push_makes_them(self, empty: Forge) -> None:
        empty.write("format = 1\n", CONFIG)
        empty.commit(fact())
        (line,) = passes(empty, "HEAD:refs/heads/main")
        assert "a first push: nothing is known to be there yet, so the default rules judge" in line

    def test_the_first_push_is_judged_too(self, empty: Forge) -> None:
        empty.write("format = 1\n", CONFIG)
        empty.commit(BAD)
        assert codes(refused(empty, "HEAD:refs/heads/main")) == ["F101"]

    def test_before_there_are_any_nothing_is_lost(self, empty: Forge) -> None:
        """What was there was nobody's record; it is judged by itself once it is brought in."""
        empty.commit(fact())
        passes(empty, "HEAD:refs/heads/main")
        empty.write("format = 1\n", CONFIG)
        empty.commit(fact(agent="Eve").replace("x_review: ada\n", ""))
        (line,) = passes(empty, "HEAD:refs/heads/main")
        assert "defaults judge, and history is not asked" in line
        empty.commit(BAD)
        assert "F101" in codes(refused(empty, "HEAD:refs/heads/main"))

    def test_where_there_are_none_nobody_notices(self, empty: Forge) -> None:
        empty.commit("print()\n", "main.py")
        assert passes(empty, "HEAD:refs/heads/main") == []
        empty.commit("print(1)\n", "main.py")
        assert passes(empty, "HEAD:refs/heads/main", "HEAD:refs/tags/v1") == []


class TestClock:
    """Nothing can have been made after it came."""

    def test_commits_of_tomorrow(self, forge: Forge) -> None:
        forge.write("again\n", "notes.txt")
        forge.clone.commit(author=ADA, date="2099-01-01T00:00:00Z")
        assert codes(refused(forge)) == ["P316"]

    def test_their_authors_time_too(self, forge: Forge) -> None:
        box = GitSandbox(forge.clone.path, {"GIT_AUTHOR_DATE": "2099-01-01T00:00:00Z"})
        box.run("commit", "-q", "--allow-empty", "-m", "x")
        assert codes(refused(forge)) == ["P316"]

    def test_no_configuration_excuses_them(self, empty: Forge) -> None:
        begun(empty, "format = 1\n[checks]\nignore = ['P']\ntolerance = '99999d'\n")
        empty.write(fact("B"))
        empty.clone.commit(author=ADA, date="2099-01-01T00:00:00Z")
        assert codes(refused(empty)) == ["P316"]

    @pytest.mark.parametrize("date", [LATER, "1970-01-02T00:00:00Z"])
    def test_declared_times_that_have_not_come(self, forge: Forge, date: str) -> None:
        forge.write(fact("B", "fact-b", created_at='"2099-01-01T00:00:00Z"'), "memory/fact/b.md")
        forge.clone.commit(author=ADA, date=date)
        assert set(codes(refused(forge))) == {"P304"}


class TestSecrets:
    """What opens something stays out, and out of sight."""

    def test_in_what_is_pushed(self, forge: Forge) -> None:
        forge.commit(fact().replace("Text.", f"The key is {TOKEN}."))
        outcome = refused(forge)
        assert codes(outcome) == ["X601"]
        assert TOKEN[:-4] not in outcome.err

    def test_in_what_was_taken_out_again(self, forge: Forge) -> None:
        bad = forge.commit(fact().replace("Text.", f"The key is {TOKEN}."))
        forge.commit(fact("B"))
        outcome = refused(forge)
        assert codes(outcome) == ["X601"]
        assert f"history keeps it (commit {bad[:10]})" in " ".join(said(outcome))
        assert TOKEN[:-4] not in outcome.err
        refused(forge, "HEAD:refs/heads/new")
        refused(forge, "HEAD:refs/tags/new")

    def test_in_what_was_removed(self, forge: Forge) -> None:
        forge.commit(f"{BAD}{TOKEN}", "memory/fact/new.md")
        forge.commit(None, "memory/fact/new.md")
        assert codes(refused(forge)) == ["X601"]

    @pytest.mark.parametrize("after", [fact("B"), None])
    def test_in_what_is_too_large_to_be_searched(self, forge: Forge, after: str | None) -> None:
        path = "memory/fact/new.md"
        bad = forge.commit(f"{TOKEN}\n" + "x\n" * 600_000, path)
        forge.commit(after and after.replace("fact-a", "new"), path)
        outcome = refused(forge)
        assert codes(outcome) == ["F107"]
        assert f"history keeps it (commit {bad[:10]})" in " ".join(said(outcome))

    def test_one_that_is_there_already_is_no_news(self, forge: Forge) -> None:
        (forge.server.path / "hooks/pre-receive").chmod(0o644)
        forge.commit(fact().replace("Text.", f"The key is {TOKEN}."))
        passes(forge)
        (forge.server.path / "hooks/pre-receive").chmod(0o755)
        forge.commit(fact("B"))
        assert passes(forge) == []
        forge.clone.run("revert", "--no-edit", "HEAD")
        assert codes(refused(forge)) == ["X601"]


class TestOutput:
    """A pusher reads the first lines, and nothing in them acts."""

    def test_of_many_faults_the_worst_and_their_number(self, forge: Forge) -> None:
        for number in range(200):
            forge.clone.write(f"memory/fact/{number:03}.md", BAD)
        forge.commit(fact().replace("x_review: ada\n", ""))
        outcome = refused(forge)
        lines = said(outcome)
        assert "(181 errors more)" in lines
        assert any("the push is refused: 201 errors" in line for line in lines)
        assert any(line.startswith("hint: sgm check --range") for line in lines)

    def test_names_are_escaped(self, forge: Forge) -> None:
        forge.commit(BAD, "memory/fact/\x1b[2Jx.md")
        outcome = refused(forge, "HEAD:refs/heads/x\u202ey")
        assert "\x1b" not in outcome.err
        assert "\\x1b[2Jx.md" in " ".join(said(outcome))

    def test_warnings_do_not_stop_a_push(self, forge: Forge) -> None:
        text = fact("D", "d").replace("type: fact", "type: decision")
        forge.commit(text, "memory/decision/d.md")
        (line,) = passes(forge)
        assert "refs/heads/main: " in line
        assert "warning" in line
        assert "sgm check --range" in line
