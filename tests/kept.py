"""What one process of ``sgm`` works out once, and a thousand tests in one process each anew.

Compiling the bundled schemas and looking at the files of the installation take a third of what
opening a memory takes. All of it follows from its arguments and from the installation alone.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, wraps
from importlib import import_module
from typing import TYPE_CHECKING

from sgm_git import resources
from sgm_git.store import recall
from sgm_git.workflows.reading import warm

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sgm_git.policy.violation import Engine, Judge
    from sgm_git.record.value import JsonObject

_ENGINES = ("sgm_git.policy.engine_rust", "sgm_git.policy.engine_python")
_MOST = 64


def keep(replace: Callable[[object, str, object], None]) -> None:
    """Have it kept; ``replace`` sets an attribute, as ``setattr`` does."""
    for name in _ENGINES:
        with suppress(ImportError):  # one of the two is enough
            engine = import_module(name)
            replace(engine, "compile_judge", _keeping(engine.compile_judge))
    replace(resources, "schema_text", _texts(resources.schema_text))
    for module in (recall, warm):
        replace(module, "code_stamp", cache(resources.code_stamp))


def _keeping(compile_judge: Engine) -> Engine:
    judges: dict[str, Judge] = {}

    @wraps(compile_judge)
    def kept(schema: JsonObject, documents: Mapping[str, JsonObject]) -> Judge:
        told = repr((schema, documents))
        if told not in judges:
            if len(judges) == _MOST:
                judges.clear()
            judges[told] = compile_judge(schema, documents)
        return judges[told]

    return kept


def _texts(schema_text: Callable[[str], str]) -> Callable[[str], str]:
    texts: dict[tuple[object, str], str] = {}

    @wraps(schema_text)
    def kept(name: str) -> str:
        place = (resources._PACKAGE, name)  # noqa: SLF001  # a test of it may say another
        if place not in texts:
            texts[place] = schema_text(name)
        return texts[place]

    return kept
