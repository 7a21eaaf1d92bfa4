"""Speak to a remote: as this user's git would, but never asking, and not for ever (DESIGN 13)."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.run import TimeIsOver

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.git.command import Git
    from sgm_git.git.run import Done
    from sgm_git.git.settings import Settings

SECONDS = 120.0
"""How long a remote may take."""

_CONNECT_SECONDS = 15
_SILENT = {
    "GIT_ASKPASS": "",  # git asks nobody then, whatever core.askPass and SSH_ASKPASS say
    "SSH_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}
_SWITCHES = ("-c", "credential.interactive=false")
_NEVER_ASK = f"-o BatchMode=yes -o ConnectTimeout={_CONNECT_SECONDS}"
_PLAIN_SSH = ("ssh", "ssh.exe")
_PASSWORD = re.compile(r"(?<=://)[^/@\s]*@")
_KIND = re.compile(r"(?:fatal|error): ")
_VAGUE = (
    "Could not read from remote repository",
    "failed to push some refs",
    "Please make sure you have the correct access rights",
    "and the repository exists.",
)
_CREDENTIALS = (
    "terminal prompts disabled",
    "could not read username",
    "could not read password",
    "authentication failed",
    "permission denied (",
    "host key verification failed",
    "no supported authentication methods",
    "too many authentication failures",
    "invalid credentials",
    "error: 401",
    "error: 407",
)
_NETWORK = (
    "could not resolve",
    "connection refused",
    "connection timed out",
    "timed out",
    "network is unreachable",
    "no route to host",
    "connection reset",
    "connection closed",
    "hung up unexpectedly",
    "early eof",
    "failed to connect",
    "couldn't connect",
    "could not connect",
    "ssl",
)


@dataclass(frozen=True, slots=True)
class RemoteGit:
    """git for calls that reach the remote ``name``."""

    git: Git
    settings: Settings
    name: str

    def call(self, *arguments: str, seconds: float) -> Done:
        """Make a call that the remote may refuse; the caller looks at the exit status.

        Raises CannotRun where the remote does not answer within ``seconds``.
        """
        variables = _SILENT | _ssh(self.settings, os.environ)
        try:
            return self.git.write(*_SWITCHES, *arguments, seconds=seconds, variables=variables)
        except TimeIsOver as error:
            raise CannotRun(
                f"the remote {self.name} did not answer within {seconds:g} s",
                hint="nothing is lost: try again, or see what it waits for by "
                f"`git {arguments[0]} {self.name}`",
            ) from error

    def failure(self, done: Done) -> CannotRun:
        """Say why a remote could not be reached, in one line, with what to do about it."""
        text = done.err.decode("utf-8", "replace")
        reason = _reason(text)
        said = f"the remote {self.name} cannot be used: {reason}"
        lower = text.lower()
        if any(sign in lower for sign in _CREDENTIALS):
            return CannotRun(said, hint=self._ask_hint("lets git ask you, and keep the answer"))
        if "' not allowed" in lower and "transport '" in lower:
            return CannotRun(said, hint="use an address by https, ssh or a folder")
        if any(sign in reason.lower() for sign in _NETWORK):
            return CannotRun(said, hint="nothing is lost: try again when the network is there")
        return CannotRun(said, hint=self._ask_hint("shows more"))

    def _ask_hint(self, what: str) -> str:
        return f"`git fetch {self.name}` {what}"


def _reason(text: str) -> str:
    """The line that says most: git's last word on it, or what stands before a mere summary."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if _KIND.match(line)] or lines
    chosen = next((line for line in told if not _is_vague(line)), None)
    chosen = chosen or next((line for line in lines if not _is_vague(line)), None)
    chosen = chosen or next(iter(told), "git failed without a word")
    return _PASSWORD.sub("", _KIND.sub("", chosen, count=1))


def _is_vague(line: str) -> bool:
    return any(word in line for word in _VAGUE)


def _ssh(settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """The user's own ssh, told not to ask where it is one that understands this."""
    variant = environ.get("GIT_SSH_VARIANT") or settings.get("ssh.variant") or "auto"
    own = environ.get("GIT_SSH_COMMAND") or settings.get("core.sshCommand")
    if not own:
        own = shlex.quote(environ.get("GIT_SSH") or "ssh")
    if variant not in ("auto", "ssh") or not _is_plain(own):
        return {"GIT_SSH_VARIANT": variant}
    return {"GIT_SSH_COMMAND": f"{own} {_NEVER_ASK}"}


def _is_plain(command: str) -> bool:
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    return bool(words) and PurePath(words[0].replace("\\", "/")).name.lower() in _PLAIN_SSH
