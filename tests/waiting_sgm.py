"""An ``sgm`` that has imported everything and waits: each start of it is a fork, and no import.

Half of what a hook takes is Python that starts and imports; tests that ask what a hook decides, and
not how it is started, need not wait for that hundreds of times. All else is as in a start of its
own: a process with the arguments, environment, folder, umask and streams that git gave.
"""

from __future__ import annotations

import array
import gc
import os
import pkgutil
import select
import socket
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import sgm_git
from sgm_git.cli import main
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from tests.kept import keep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STREAMS = 3
_SIZE = 8
_THIRD_PARTIES = ("_ruamel_yaml", "jsonschema_rs")
_LEFT_OUT = ("sgm_git.__main__", "sgm_git.mcp", "sgm_git.git.embedded")


def serve(place: str) -> None:
    """Answer at a socket until standard input ends."""
    _import_all()
    keep(setattr)
    parse_config(b"format = 1\n", schema_texts())
    build_schemas(schema_texts())
    gc.freeze()  # so that no collection in a child copies what it has in common with us
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(place)
        door.listen(64)
        os.write(1, b"ready\n")
        while True:
            ready, _, _ = select.select([0, door.fileno()], [], [])
            if 0 in ready:
                return
            line, _ = door.accept()
            if os.fork() == 0:
                door.close()
                _answer(line)
            line.close()
            _bury()


def _import_all() -> None:
    for name in (*_THIRD_PARTIES, *_modules()):
        with suppress(ImportError):  # who needs it is told so, as ever
            import_module(name)


def _modules() -> Iterator[str]:
    for found in pkgutil.walk_packages(sgm_git.__path__, "sgm_git."):
        if not found.name.startswith(_LEFT_OUT):
            yield found.name


def _bury() -> None:
    """Take note of those that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def _answer(line: socket.socket) -> None:
    """Run ``sgm`` in a child, and say how that ended; never returns."""
    size, streams = _begin(line)
    told = b""
    while len(told) < size:
        told += line.recv(size - len(told))
    child = os.fork()
    if child == 0:
        line.close()
        _become(told.split(b"\0"), streams)
    _, status = os.waitpid(child, 0)
    line.sendall(b"%d" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _begin(line: socket.socket) -> tuple[int, Sequence[int]]:
    streams = array.array("i")
    head, ancillary, _, _ = line.recvmsg(_SIZE, socket.CMSG_LEN(_STREAMS * streams.itemsize))
    for _, _, data in ancillary:
        streams.frombytes(data)
    return int.from_bytes(head, "big"), streams


def _become(parts: Sequence[bytes], streams: Sequence[int]) -> None:
    """Be what was started, in all that a program can see of itself."""
    umask, count, folder, *rest = parts
    words, pairs = rest[: int(count) - 1], rest[int(count) - 1 :]
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    _open_streams()
    os.umask(int(umask))
    os.chdir(folder)
    os.environb.clear()
    os.environb.update({name: value for name, _, value in (pair.partition(b"=") for pair in pairs)})
    time.tzset()
    sys.argv[1:] = [os.fsdecode(word) for word in words]
    try:
        status = main()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as error:  # noqa: BLE001 - as Python itself ends with it
        sys.excepthook(type(error), error, error.__traceback__)
        status = 1
    os._exit(status)


def _open_streams() -> None:
    """Open the three anew, which may be files where ours are pipes."""
    sys.stdin = os.fdopen(0, errors=sys.stdin.errors, closefd=False)
    sys.stdout = os.fdopen(1, "w", errors=sys.stdout.errors, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors=sys.stderr.errors, closefd=False)


if __name__ == "__main__":
    serve(sys.argv[1])
