"""Which validator judges: jsonschema-rs where it can be installed, jsonschema elsewhere.

One of the three places that import late (DESIGN section 12): either takes time to import, and
one of them may be missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

if TYPE_CHECKING:
    from sgm_git.policy.violation import Engine

EngineName: TypeAlias = Literal["auto", "rust", "python"]


def load_engine(name: EngineName = "auto") -> Engine:
    """The engine of that name; ``auto`` is the compiled one where there is one.

    Raises ImportError where the named engine is not installed.
    """
    if name != "python":
        try:
            return _compile_judge("sgm_git.policy.engine_rust")
        except ImportError:
            if name == "rust":
                raise
    return _compile_judge("sgm_git.policy.engine_python")


def _compile_judge(module: str) -> Engine:
    return cast("Engine", import_module(module).compile_judge)
