"""Who writes: git's rules, both engines alike, and nothing guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Identity
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.identity import clean_identity, find_identity
from sgm_git.git.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


def settings(**values: str) -> Settings:
    found = Settings()
    for key, value in values.items():
        found.add(key.replace("_", "."), value)
    return found


class TestOrder:
    def test_the_user_of_the_configuration(self, repository: Repository) -> None:
        assert repository.identity() == Identity("Ada", "ada@example.org")

    def test_the_repository_is_stronger_than_the_person(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        sandbox.run("config", "user.email", "ada@work.example")
        assert repository.identity() == Identity("Ada", "ada@work.example")
        sandbox.run("config", "author.name", "Ada Writes")
        assert repository.identity() == Identity("Ada Writes", "ada@work.example")

    def test_the_environment_is_strongest(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_AUTHOR_NAME", "Bob")
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", "bob@example.org")
        monkeypatch.setenv("GIT_COMMITTER_NAME", "Carla")
        assert repository.identity() == Identity("Bob", "bob@example.org")

    def test_committer_and_author_have_their_own_keys(self) -> None:
        found = settings(user_name="U", user_email="u@x", committer_name="C", author_email="a@x")
        assert find_identity("author", found, {}) == Identity("U", "a@x")
        assert find_identity("committer", found, {}) == Identity("C", "u@x")

    def test_the_address_may_come_from_the_environment_unless_forbidden(self) -> None:
        environ = {"EMAIL": "u@x"}
        assert find_identity("author", settings(user_name="U"), environ).email == "u@x"
        strict = settings(user_name="U", user_useConfigOnly="true")
        with pytest.raises(CannotRun, match="does not know your address"):
            find_identity("author", strict, environ)

    @pytest.mark.parametrize(("missing", "said"), [("name", "name"), ("email", "address")])
    def test_what_is_missing_is_told_with_the_remedy(self, missing: str, said: str) -> None:
        given = {"name": "U", "email": "u@x"} | {missing: ""}
        found = settings(user_name=given["name"], user_email=given["email"])
        with pytest.raises(CannotRun, match=f"does not know your {said}") as caught:
            find_identity("author", found, {})
        assert f"git config user.{missing}" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ada", "Ada"),
        ("  Ada.  ", "Ada"),
        ('"Ada"', "Ada"),
        ("Ada\nEve <eve@x>", "AdaEve eve@x"),
        ("Ada Lovelace, PhD.", "Ada Lovelace, PhD"),
        ("日本", "日本"),
    ],
)
def test_names_are_cleaned_as_git_cleans_them(sandbox: GitSandbox, name: str, clean: str) -> None:
    assert clean_identity(Identity(name, "a@x")).name == clean
    person = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": "a@x"}
    sandbox.environment.update(person)
    assert sandbox.run("var", "GIT_AUTHOR_IDENT").decode().startswith(f"{clean} <a@x>")


def test_a_name_of_nothing_but_signs_is_none() -> None:
    with pytest.raises(CannotRun):
        clean_identity(Identity("<>.,", "a@x"))


class TestConfiguration:
    def test_values_of_every_form(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write(
            ".git/config",
            (sandbox.path / ".git/config").read_text()
            + '[sgm]\n\tagent = one\n\tAgent = "two words" ; comment\n\tflag\n\tempty =\n'
            + '[Sgm "Sub.Section"]\n\tKey = a\\\nb\n',
        )
        assert repository.config("sgm.agent") == "two words"
        assert repository.config("SGM.AGENT") == "two words"
        assert repository.config("sgm.flag") == "true"
        assert repository.config("sgm.empty") == ""
        assert repository.config("sgm.Sub.Section.key") == "ab"
        assert repository.config("sgm.sub.section.key") is None
        assert repository.config("sgm.nothing") is None
        assert repository.config("sgm") is None

    def test_included_files_where_their_condition_holds(
        self, sandbox: GitSandbox, repository: Repository, tmp_path: Path
    ) -> None:
        for name in ("always", "here", "any", "branch", "elsewhere", "other branch"):
            (tmp_path / name).write_text(f"[sgm]\n\t{name.replace(' ', '')} = yes\n")
        conditions = {
            "include": "always",
            f'includeIf "gitdir:{sandbox.path}/"': "here",
            'includeIf "gitdir:repo/.git"': "any",
            'includeIf "onbranch:mai*"': "branch",
            'includeIf "gitdir:/elsewhere/"': "elsewhere",
            'includeIf "onbranch:topic/"': "other branch",
        }
        lines = "".join(
            f'[{section}]\n\tpath = "{tmp_path / name}"\n' for section, name in conditions.items()
        )
        config = sandbox.path / ".git/config"
        config.write_text(config.read_text() + lines)
        found = {
            name
            for name in ("always", "here", "any", "branch", "elsewhere", "otherbranch")
            if repository.config(f"sgm.{name}")
        }
        assert found == {"always", "here", "any", "branch"}

    def test_of_one_work_tree(self, sandbox: GitSandbox, engine: Engine, tmp_path: Path) -> None:
        sandbox.commit()
        sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
        sandbox.run("config", "extensions.worktreeConfig", "true")
        sandbox.run("config", "sgm.agent", "main")
        sandbox.run("-C", str(tmp_path / "linked"), "config", "--worktree", "sgm.agent", "linked")
        assert open_repository(sandbox.path, engine).config("sgm.agent") == "main"
        assert open_repository(tmp_path / "linked", engine).config("sgm.agent") == "linked"

    def test_of_the_environment(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
        monkeypatch.setenv("GIT_CONFIG_KEY_0", "sgm.agent")
        monkeypatch.setenv("GIT_CONFIG_VALUE_0", "given")
        assert repository.config("sgm.agent") == "given"

    @pytest.mark.parametrize("text", ["[broken\n", "[sgm\n\tx = ", "no section = 1\n"])
    def test_a_broken_file_is_no_empty_one(
        self, sandbox: GitSandbox, repository: Repository, text: str
    ) -> None:
        (sandbox.path / ".git/config").write_text(text)
        with pytest.raises(CannotRun):
            repository.config("sgm.agent")

    def test_booleans_as_git_reads_them(self) -> None:
        found = Settings()
        for value in ("true", "Yes", "on", "1", "2"):
            found.add("a.b", value)
            assert found.flag("a.b")
        for value in ("false", "NO", "off", "0", ""):
            found.add("a.b", value)
            assert not found.flag("a.b")
        assert found.flag("a.missing", default=True)
        found.add("a.b", "perhaps")
        with pytest.raises(CannotRun, match="no boolean"):
            found.flag("a.b")
