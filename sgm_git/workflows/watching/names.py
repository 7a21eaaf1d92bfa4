"""Names that editors and tools give files of their own beside the one that is edited; pure."""

from __future__ import annotations

import re

_PASSING = re.compile(
    r"""
      \..*                          # hidden: swap files, locks, .goutputstream-*, .#x
    | .*~                           # backups of vim, emacs, nano, gedit
    | \#.*\#                        # emacs saves as it goes
    | 4913 | 5036 | .*\.sw[a-z]     # vim asks whether it may write here
    | .*\.(?:tmp|temp|bak|orig|rej|part|partial|crswap|lock)
    | .*___jb_(?:tmp|old|bak)___    # JetBrains
    | .*\.tmp[.-](?!md\Z).* | .*\.md\.\d+(?:\.\d+)?  # VS Code, atomic writers of many languages
    | sed\w{6} | .*\.md\.[A-Za-z0-9]{6}
    """,
    re.VERBOSE,
)


def is_passing(path: str) -> bool:
    """Whether a file's name says that it is there for a moment only, and nobody's record."""
    return _PASSING.fullmatch(path.rpartition("/")[2]) is not None
