"""Other YAML readers, and how far they may differ from ours (numbers: as exact as they can)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from decimal import Decimal
from typing import TYPE_CHECKING

import yaml
from ruamel.yaml import YAML

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.record.value import JsonValue

PYTHON_READERS: dict[str, Callable[[str], object]] = {
    "PyYAML": lambda text: yaml.load(text, yaml.SafeLoader),
    "PyYAML with libyaml": lambda text: yaml.load(text, yaml.CSafeLoader),
    "ruamel.yaml": lambda text: YAML(typ="safe", pure=True).load(text),
    "ruamel.yaml with libyaml": lambda text: YAML(typ="safe").load(text),
}
_SCRIPT = """
const [name, texts] = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const library = require(name);
const read = library.load || library.parse;
const exact = (key, value) => Object.is(value, -0) ? {minusZero: true}
  : typeof value === 'number' && !Number.isFinite(value) ? {infinite: value > 0} : value;
process.stdout.write(JSON.stringify(texts.map((text) => read(text)), exact));
"""


def has_node_package(name: str) -> bool:
    """Whether Node can load a package of that name."""
    node = shutil.which("node")
    if node is None:
        return False
    probe = [node, "-e", f"require({name!r})"]
    return subprocess.run(probe, capture_output=True, check=False, timeout=60).returncode == 0


def node_reads(name: str, texts: list[str]) -> list[object]:
    """What a package of Node's reads in some texts."""
    done = subprocess.run(
        ["node", "-e", _SCRIPT],
        input=json.dumps([name, texts]).encode(),
        capture_output=True,
        check=True,
        timeout=120,
        env=os.environ,
    )
    values = json.loads(done.stdout, object_hook=_special)
    assert isinstance(values, list)
    return values


def _special(found: dict[str, object]) -> object:
    if found == {"minusZero": True}:
        return -0.0
    if set(found) == {"infinite"}:
        return float("inf") if found["infinite"] else float("-inf")
    return found


def alike(ours: JsonValue, theirs: object) -> bool:
    """Whether another reader got the same value, as far as it knows our numbers."""
    if isinstance(ours, dict):
        return (
            isinstance(theirs, dict)
            and ours.keys() == theirs.keys()
            and all(alike(ours[name], theirs[name]) for name in ours)
        )
    if isinstance(ours, list):
        return (
            isinstance(theirs, list) and len(ours) == len(theirs) and all(map(alike, ours, theirs))
        )
    if isinstance(ours, (int, float, Decimal)) and not isinstance(ours, bool):
        return _alike_numbers(ours, theirs)
    return type(ours) is type(theirs) and ours == theirs


def _alike_numbers(ours: float | Decimal, theirs: object) -> bool:
    """Integers may have been rounded to doubles; beyond the doubles there is no common number."""
    if type(ours) is type(theirs) and repr(ours) == repr(theirs):
        return True
    if abs(Decimal(ours)) > Decimal(sys.float_info.max):
        return True
    if isinstance(theirs, bool) or not isinstance(theirs, (int, float)):
        return False
    return repr(float(ours)) == repr(float(theirs))
