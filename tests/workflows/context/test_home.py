from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.errors import CannotRun
from sgm_git.workflows.context.home import scope_at, scope_here

if TYPE_CHECKING:
    from tests.support import GitSandbox

ROOTS = """\
[[root]]
path = "memory"
[[root]]
path = "packages/*/memory"
scope = {package = "{1}"}
"""


@pytest.mark.parametrize(
    ("config", "home", "scope"),
    [
        (ROOTS, "", {}),
        (ROOTS, "src", {}),
        (ROOTS, "packages/auth/src", {"package": "auth"}),
        (ROOTS, "packages/auth", {"package": "auth"}),
        (ROOTS.replace('"{1}"', "1"), "packages/auth", {"package": 1}),
        ('[[root]]\npath = "."\nscope = {project = "x"}\n', "", {"project": "x"}),
        ('[store]\ncommit = "never"\n', "", {}),
        (None, "packages/auth", {}),
        ('[[root]]\npath = "."\n"sc\\u006fpe" = {project = "x"}\n', "", {"project": "x"}),
    ],
)
def test_the_scope_of_a_folder_is_that_of_the_nearest_root(
    sandbox: GitSandbox, config: str | None, home: str, scope: dict[str, str]
) -> None:
    if config is not None:
        sandbox.write(".sgm/config.toml", config)
    records = Store.open(sandbox.path).records
    assert scope_at(records, home) == scope
    assert scope_here(records.settings.roots, home) == scope


def test_a_configuration_that_cannot_be_understood_is_an_error(sandbox: GitSandbox) -> None:
    for config in ("[[root # scope", "root = 5 # scope", "[[root]]\npath = 5 # scope"):
        sandbox.write(".sgm/config.toml", config)
        with pytest.raises(CannotRun):
            scope_at(Store.open(sandbox.path).records, "")
