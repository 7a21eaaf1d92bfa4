"""What stands in the place of ``sgm`` before one that waits (``waiting_sgm``): hands all over.

It is run as a script, without ``site``, and imports no more than Python has at hand: a start of it
takes less than a twentieth of what ``sgm`` takes.
"""

import _socket
import os
import sys


def ask(place: str, arguments: list[str]) -> int:
    """Have ``sgm`` run with all that this process was given; give its status, below 0 a signal."""
    words = [os.fsencode(word) for word in (os.getcwd(), *arguments)]  # noqa: PTH109 - costs a lot
    pairs = [name + b"=" + value for name, value in os.environb.items()]
    told = b"\0".join([b"%d" % os.umask(0o077), b"%d" % len(words), *words, *pairs])
    streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    line.connect(place)
    size = len(told).to_bytes(8, "big")
    line.sendmsg([size], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
    line.sendall(told)
    return int(line.recv(8) or b"-9")


if __name__ == "__main__":
    status = ask(sys.argv[1], sys.argv[2:])
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status)
