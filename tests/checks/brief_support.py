"""Documents in short, of few names in few roots, so that they have much to do with each other."""

from __future__ import annotations

from hypothesis import strategies as st

from sgm_git.checks.brief import Brief
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root
from sgm_git.record.fields import Reference

ROOTS = [Root(path, RootConfig(path), {}) for path in ("m", "n", "p:q")]
NAMES = ["a", "A", "b", "i", "I", "l", "0", "o", "m:a", "n:b", "p:q:a", "\u0430"]
FILES = ["a.md", "A.md", "b.md", "i.md", "a 2.md", "a (b's conflicted copy 2026-10-10).md", "o.md"]

names = st.sampled_from(NAMES)
references = st.lists(names, max_size=2).map(
    lambda ids: tuple(Reference(("x", str(number)), name) for number, name in enumerate(ids))
)


@st.composite
def briefs(draw: st.DrawFn) -> Brief:
    """A document whose path, names and references are among the few."""
    root = draw(st.sampled_from(ROOTS))
    path = f"{root.path}/{draw(st.sampled_from(FILES))}"
    digest = draw(st.sampled_from([b"1", b"2"]))
    if draw(st.integers(0, 5)) == 0:
        return Brief(path, root, digest)
    return Brief(
        path,
        root,
        digest,
        draw(names),
        draw(st.sampled_from(["decision", "desicion", None])),
        tuple(draw(st.lists(names, max_size=2))),
        draw(st.none() | names),
        draw(references),
        draw(references),
        draw(references),
        draw(st.sampled_from([None, ("annotations", "0", "value")])),
        draw(st.sampled_from([None, f"{root.path}/a.md"])),
    )
