from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sgm_git.tools.registry import call
from tests.soak import filled, soak
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from tests.tools.support import Memory

pytestmark = untraced

_CLIENTS = 8


def test_many_calls_take_no_more_memory_than_few(memory: Memory) -> None:
    marks = list(soak(memory, filled(memory), 60))
    assert marks[-1].resident - marks[29].resident < 8 << 20


def test_eight_clients_write_at_once_and_lose_nothing(memory: Memory) -> None:
    def work(number: int) -> JsonObject:
        given: JsonObject = {"type": "fact", "title": "The same", "content": f"By {number}."}
        return call(memory.session(f"client-{number}"), "sgm_create", given)

    with ThreadPoolExecutor(_CLIENTS) as pool:
        replies = list(pool.map(work, range(_CLIENTS)))
    assert len({str(each["path"]) for each in replies}) == _CLIENTS
    for number, each in enumerate(replies):
        record = memory.record(str(each["id"]))
        assert record["content"] == f"By {number}."
        assert record["provenance"]["agent"] == f"client-{number}"
    assert int(memory.box.run("rev-list", "--count", "HEAD")) == _CLIENTS + 1
    assert memory.box.status() == ""
    memory.box.run("fsck", "--strict", "--no-dangling")
