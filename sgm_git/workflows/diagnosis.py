"""One thing that the doctor has looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["ok", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked at; ``hint`` says what to do where it is not well."""

    status: Status
    what: str
    hint: str | None = None
