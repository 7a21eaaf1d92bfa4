"""A push that says anew where records are is judged where they were, and where they are to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.push_support import BAD, CONFIG, EVE, LATER, PATH, codes, fact, passes, refused
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from tests.hooks.push_support import Forge

KEPT = fact().replace("x_review: ada\n", "")
FORGED = fact(agent="Eve", created_at='"2020-01-01T10:00:00Z"')


def roots(*paths: str, ignore: str = "", strict: str = "true") -> str:
    """A configuration with these roots."""
    tables = [f"[[root]]\npath = '{path}'\nstrict = {strict}\n" for path in paths]
    ignored = f"[store]\nignore = [{ignore}]\n" if ignore else ""
    return "".join(["format = 1\n", ignored, *tables])


def by_eve(forge: Forge) -> None:
    """Commit all that was written as Eve."""
    forge.clone.commit(author=EVE, date=LATER)


class TestNewPlaces:
    """What is a record only by the rules that arrive is judged as a new one."""

    @pytest.mark.parametrize(
        ("config", "path"),
        [
            (roots("memory", "docs"), "docs/bad.md"),
            (roots("docs"), "docs/bad.md"),
            (roots("memory/fact", "memory"), "memory/fact/bad.md"),
            (roots("memory", "packages/*/memory"), "packages/a/memory/bad.md"),
            (roots("."), "bad.md"),
            (roots("memory", ignore="'README.md'"), "memory/fact/_bad.md"),
            (roots("memory", "docs", strict="false"), "docs/bad.md"),
            (roots("memory/fact", strict="false"), "memory/fact/bad.md"),
        ],
    )
    def test_in_one_push(self, forge: Forge, config: str, path: str) -> None:
        forge.write(BAD, path)
        forge.commit(config, CONFIG)
        assert codes(refused(forge)) == ["F101"]
        assert codes(refused(forge, "HEAD:refs/heads/other")) == ["F101"]

    def test_a_secret_in_one(self, forge: Forge) -> None:
        forge.write(fact(TOKEN, record_id="fact-s"), "docs/s.md")
        forge.commit(roots("memory", "docs"), CONFIG)
        assert codes(refused(forge)) == ["X601"]

    def test_what_lies_there_already_is_new_as_well(self, forge: Forge) -> None:
        forge.commit(fact(TOKEN, record_id="fact-s"), "docs/s.md")
        passes(forge)
        forge.commit(roots("memory", "docs"), CONFIG)
        assert codes(refused(forge)) == ["X601"]
        assert codes(refused(forge, "HEAD:refs/heads/other")) == ["X601"]

    def test_so_is_what_it_says_of_its_beginning(self, forge: Forge) -> None:
        forge.commit(fact(record_id="fact-s"), "docs/s.md")
        forge.commit(fact(agent="Eve", record_id="fact-s"), "docs/s.md")
        passes(forge)
        forge.commit(roots("memory", "docs"), CONFIG)
        assert codes(refused(forge)) == ["P302"]

    def test_good_ones_pass(self, forge: Forge) -> None:
        forge.write(fact(record_id="fact-g"), "docs/fact/fact-g.md")
        forge.commit(roots("memory", "docs"), CONFIG)
        assert passes(forge) == []

    def test_a_folder_of_plain_files_may_be_taken_in(self, forge: Forge) -> None:
        forge.commit(BAD, "docs/old.md")
        passes(forge)
        forge.commit(roots("memory", "docs", strict="false"), CONFIG)
        (line,) = passes(forge)
        assert "1 warning" in line

    def test_what_another_branch_took_in_is_not_new_to_one_that_grows_from_it(
        self, forge: Forge
    ) -> None:
        forge.go("-b", "dev")
        forge.commit(roots("memory", "docs", strict="false"), CONFIG)
        passes(forge, "dev")
        forge.commit(BAD, "docs/plain.md")
        passes(forge, "dev")
        forge.go("-b", "feature")
        forge.commit(fact("B"))
        assert passes(forge, "feature") == []
        forge.commit(BAD, "docs/other.md")
        assert codes(refused(forge, "HEAD:refs/heads/another")) == ["F101"]


class TestOldPlaces:
    """What was a record stays one for the push that would take it out of all roots."""

    @pytest.mark.parametrize(
        "config",
        [
            roots("elsewhere"),
            roots("memory", ignore="'*.md'"),
            roots("memory", ignore="'fact/**'"),
            roots("memory/fact/deep", "elsewhere"),
            roots("memory/*/x"),
        ],
    )
    def test_what_is_changed_where_no_root_is_any_more(self, forge: Forge, config: str) -> None:
        forge.write(config, CONFIG)
        forge.write(KEPT.replace("agent: Ada", "agent: Eve"))
        by_eve(forge)
        assert codes(refused(forge)) == ["K401", "P302"]

    @pytest.mark.parametrize("path", ["mem2/fact/fact-a.md", "mem2/a/b/c.md"])
    def test_what_is_moved_into_another_root(self, forge: Forge, path: str) -> None:
        forge.write(None)
        forge.write(FORGED.replace("x_review: ada\n", ""), path)
        forge.write(roots("mem2"), CONFIG)
        by_eve(forge)
        assert codes(refused(forge)) == ["K401", "P302", "P301"]

    def test_what_is_moved_as_it_was_passes(self, forge: Forge) -> None:
        forge.clone.run("mv", "memory", "mem2")
        forge.commit(roots("mem2"), CONFIG)
        assert passes(forge) == []

    def test_what_stays_as_it_was_passes(self, forge: Forge) -> None:
        forge.commit(roots("elsewhere"), CONFIG)
        assert passes(forge) == []

    def test_roots_that_cut_one_in_two(self, forge: Forge) -> None:
        forge.write(None)
        forge.write(KEPT, "memory/rule/fact-a.md")
        forge.commit(roots("memory/fact", "memory/rule"), CONFIG)
        assert codes(refused(forge)) == ["K401"]


class TestOtherNames:
    """A record that gets another name or root on the way keeps what it has."""

    @pytest.mark.parametrize("path", ["memory/fact/fact-b.md", PATH])
    def test_a_new_id(self, forge: Forge, path: str) -> None:
        forge.write(None)
        renamed = fact(record_id="fact-b").replace("title: A", "title: A\naliases: [fact-a]")
        forge.commit(renamed.replace("x_review: ada\n", ""), path)
        assert codes(refused(forge)) == ["K401"]
        forge.clone.run("commit", "-q", "--amend", "-m", "x\n\nSGM-Allow: fact-a /x_review")
        passes(forge)

    def test_another_root(self, forge: Forge) -> None:
        forge.commit(roots("memory", "other"), CONFIG)
        passes(forge)
        forge.write(None)
        forge.commit(KEPT, "other/fact/fact-a.md")
        assert codes(refused(forge)) == ["K401"]

    def test_a_copy_into_another_root_owes_nothing(self, forge: Forge) -> None:
        forge.commit(roots("memory", "other"), CONFIG)
        passes(forge)
        forge.write(fact("B"))
        forge.commit(KEPT, "other/fact/fact-a.md")
        assert passes(forge) == []

    def test_an_old_name_that_another_still_bears_owes_nothing(self, forge: Forge) -> None:
        forge.write(fact("B"))
        taken = fact(record_id="fact-b").replace("title: A", "title: A\naliases: [fact-a]")
        forge.commit(taken.replace("x_review: ada\n", ""), "memory/fact/fact-b.md")
        assert "K401" not in codes(forge.push())
