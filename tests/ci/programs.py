"""What a pipeline starts: the real Python and git, and stand-ins that keep what they were told."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# The real python3, but that a venv is made once, without the part that takes seconds; pip and sgm
# are ours.
_PYTHON = """#!/bin/sh
case "$*" in
    "-I -m venv "*) ;;
    *) exec "{python}" "$@" ;;
esac
[ -d "{venv}" ] || "{python}" -I -m venv --without-pip "{venv}" || exit
mkdir -p "$4" && cp -R "{venv}/." "$4"
for folder in "$4"/lib/python*/site-packages; do
    mkdir "$folder/pip"
    cp "{place}/pip.py" "$folder/pip/__main__.py"
done
cp "{place}/sgm" "$4/bin/sgm"
"""
_PIP = """import sys
open({told!r}, "a").write(" ".join(sys.argv[1:]) + "\\n")
"""
_SGM = """#!/bin/sh
# A review that has been made already: keeps its arguments, gives the files that are asked for.
printf '%s\\n' "$@" > "{place}/sgm.told"
printf '%s' "${{GITHUB_STEP_SUMMARY-none}}" > "{place}/sgm.summary"
for argument; do
    case $argument in
        *=*)
            file=${{argument#*=}}
            mkdir -p "$(dirname "$file")"
            [ ! -f "{place}/review.${{argument%%=*}}" ] ||
                cp "{place}/review.${{argument%%=*}}" "$file"
            ;;
    esac
done
exit "$(cat "{place}/status")"
"""
_GH = """#!/bin/sh
printf '%s\\n' "$*" >> "{place}/gh.told"
case "$*" in
    *--jq*)
        while [ "$1" != --jq ]; do shift; done
        jq -r "$2" "{place}/comments.json"
        ;;
    *)
        while [ "$1" != --input ]; do shift; done
        cp "$2" "{place}/gh.body"
        ;;
esac
exit "$(cat "{place}/gh.status")"
"""


fails = pytest.mark.parametrize(
    ("fail_on", "status", "ends", "strict"),
    [
        ("error", 1, 1, False),
        ("warning", 1, 1, True),
        ("never", 1, 0, False),
        ("never", 3, 3, False),
        ("nothing", 0, 2, False),
    ],
)
"""What a team lets fail, the status of sgm, that of the pipeline, and whether warnings count."""


@dataclass(frozen=True)
class Programs:
    """A folder for PATH, with what the programs in it were told."""

    place: Path

    @property
    def installed(self) -> str:
        """What pip was told."""
        return self._read("pip.told")

    @property
    def reviewed(self) -> list[str]:
        """What sgm was told; nothing if it was not started."""
        return self._read("sgm.told").splitlines()

    @property
    def range(self) -> tuple[str, str]:
        """Both ends that sgm was told."""
        told = self.reviewed
        assert told[0] == "review"
        trusted, tip = told[1].split("..")
        return trusted, tip

    @property
    def summary(self) -> str:
        """Where sgm was told to add its summary."""
        return self._read("sgm.summary")

    @property
    def asked(self) -> list[str]:
        """What GitHub was asked."""
        return self._read("gh.told").splitlines()

    @property
    def comment(self) -> str:
        """The comment that was written."""
        body = json.loads(self._read("gh.body") or "{}").get("body", "")
        assert isinstance(body, str)
        return body

    def end(self, status: int) -> None:
        """Let sgm end with a status."""
        (self.place / "status").write_text(str(status))

    def find(self, *counts: int, errors: int = 0, warnings: int = 0) -> None:
        """Let sgm find so many records, files, findings and collisions."""
        names = ("records", "files", "elsewhere", "collisions")
        review: Mapping[str, object] = {
            "summary": {"records": counts[0], "errors": errors, "warnings": warnings, "infos": 0},
            **{name: [{}] * count for name, count in zip(names, counts, strict=True)},
        }
        (self.place / "review.json").write_text(json.dumps(review))

    def lose_report(self) -> None:
        """Let sgm write no file."""
        for name in ("review.json", "review.markdown"):
            (self.place / name).unlink()

    def comments(self, *found: object, status: int = 0) -> None:
        """Let GitHub have these comments, and end with a status."""
        (self.place / "comments.json").write_text(json.dumps(found))
        (self.place / "gh.status").write_text(str(status))

    def _read(self, name: str) -> str:
        place = self.place / name
        return place.read_text() if place.exists() else ""


def put_programs(place: Path, venv: Path, sgm: str | None = None) -> Programs:
    """Put all of them into a new folder; ``sgm`` is a script instead of the stand-in.

    ``venv`` is where a venv is kept that each is a copy of.
    """
    place.mkdir()
    told = str(place / "pip.told")
    (place / "pip.py").write_text(_PIP.format(told=told))
    scripts = {
        "python3": _PYTHON.format(python=sys.executable, place=place, venv=venv),
        "sgm": sgm or _SGM.format(place=place),
        "gh": _GH.format(place=place),
    }
    for name, text in scripts.items():
        (place / name).write_text(text)
        (place / name).chmod(0o755)
    (place / "review.markdown").write_text("## What it does\n")
    programs = Programs(place)
    programs.end(0)
    programs.find(1, 0, 0, 0)
    programs.comments()
    return programs
