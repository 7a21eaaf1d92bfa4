"""Which links lead out of the tree."""

from __future__ import annotations

import pytest

from sgm_git.workflows.review.tool_effects import leads_out


@pytest.mark.parametrize(
    ("path", "target", "is_out"),
    [
        ("a/b", b"../c", False),
        ("a/b", b"../../c", True),
        ("b", b"..", True),
        ("b", b"/etc/passwd", True),
        ("b", b"C:\\x", True),
        ("b", b"..\\x", True),
        ("a/b", b"../.git/config", True),
        ("a/b", b"../.GIT/hooks", True),
        ("b", b"c/../../d", True),
        ("b", b"c", False),
        ("b", None, True),
    ],
)
def test_a_link_leads_out_of_the_tree_or_into_gits_folder(
    path: str, target: bytes | None, is_out: bool
) -> None:
    assert leads_out(path, target) is is_out
