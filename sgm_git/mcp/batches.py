"""Answers to requests that came together in one line, which go back in one (JSON-RPC 2.0)."""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class _Batch:
    """Lines that are still to come for one line that came."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.answers: list[bytes] = []

    def settle(self, answer: bytes | None) -> bytes | None:
        """Take an answer, or that there is none; give the one line for all when it is whole."""
        self.waiting -= 1
        if answer is not None:
            self.answers.append(answer.rstrip(b"\n"))
        is_whole = self.waiting == 0 and self.answers
        return b"[" + b", ".join(self.answers) + b"]\n" if is_whole else None


class Batches:
    """Keeps answers back until they can go together; any thread may tell it of one.

    ``send`` sends a line.
    """

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._of: defaultdict[str, list[_Batch]] = defaultdict(list)
        self._lock = threading.Lock()

    def begin(self, requests: Sequence[str], refused: Sequence[bytes]) -> None:
        """Expect the answers to some requests beside those to what was refused already."""
        batch = _Batch(len(requests) + len(refused))
        with self._lock:
            for request in requests:
                self._of[request].append(batch)
        for answer in refused:
            self._settle(batch, answer)

    def settle(self, request: str, answer: bytes | None) -> None:
        """Send the answer to a request, or keep it for its batch; None: there will be none."""
        with self._lock:
            batches = self._of.pop(request, [])
            if batches[1:]:
                self._of[request] = batches[1:]
        if batches:
            self._settle(batches[0], answer)
        elif answer is not None:
            self._send(answer)

    def _settle(self, batch: _Batch, answer: bytes | None) -> None:
        with self._lock:
            whole = batch.settle(answer)
        if whole is not None:
            self._send(whole)
