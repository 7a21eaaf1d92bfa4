"""A watch commits no copy that a sync client left, whatever its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.watching.bench import Bench, document

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.mark.parametrize("name", ["fact-a 2.md", "fact-a-DESKTOP-AB12CD3.md"])
def test_a_copy_of_a_name_that_people_give_too(sandbox: GitSandbox, name: str) -> None:
    bench = Bench(sandbox)
    bench.start()
    bench.save(document(body="Other."), f"memory/fact/{name}")
    bench.wait()
    assert bench.subjects() == []
    assert "copy" in (bench.last("left").why or "")
