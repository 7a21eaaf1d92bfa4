"""The store works with git and without: tests that take ``engine`` run twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine


@pytest.fixture(params=["git", "dulwich"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The engine under test."""
    chosen: Engine = request.param
    return chosen
