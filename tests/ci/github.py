"""A runner of GitHub's, as far as our workflow and action need one; each script runs in bash."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

import yaml

from tests.ci.expressions import evaluate, filled
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ci.expressions import Functions, Value
    from tests.ci.programs import Programs

Step: TypeAlias = "dict[str, object]"
_ZEROS = "0" * 40
_IN_ACTION = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
_IN_WORKFLOW = ["bash", "-e"]


@dataclass
class Run:
    """One run of a workflow in a workspace of its own."""

    origin: Path
    place: Path
    programs: Programs
    name: str
    event: dict[str, object]
    sha: str
    token: str = "ghs_token"  # noqa: S105 - of a GitHub that is made up
    log: str = ""
    status: int = 0
    uploads: list[str] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)

    @property
    def workspace(self) -> GitSandbox:
        """Where the checkout lies."""
        return GitSandbox(self.place / "workspace")

    @property
    def temp(self) -> Path:
        """The runner's own folder."""
        return self.place / "temp"

    @property
    def summary(self) -> str:
        """What was added to the summary of the run."""
        path = self.temp / "summary.md"
        return path.read_text() if path.exists() else ""

    def go(self, workflow: str) -> Run:
        """Run the only job of a workflow."""
        self.temp.mkdir(parents=True)
        (self.temp / "event.json").write_text(json.dumps(self.event))
        ((_, job),) = yaml.safe_load(workflow)["jobs"].items()
        self._steps(job["steps"], {}, _IN_WORKFLOW)
        return self

    def _steps(self, steps: list[Step], inputs: Value, shell: list[str]) -> dict[str, Value]:
        known: dict[str, Value] = {}
        for step in steps:
            if not self._is_due(step, inputs, known):
                self.skipped.append(str(step["name"]))
                continue
            outputs = self._step(step, {"inputs": inputs, "steps": known}, shell)
            known[str(step.get("id"))] = {"outputs": outputs}
        return known

    def _is_due(self, step: Step, inputs: Value, known: dict[str, Value]) -> bool:
        condition = str(step.get("if", "success()"))
        value = self._value(condition, {"inputs": inputs, "steps": known})
        return bool(value) and (self.status == 0 or "cancelled()" in condition)

    def _step(self, step: Step, more: dict[str, Value], shell: list[str]) -> Value:
        if "run" in step:
            environment = self._filled(step.get("env"), more)
            return dict(self._script(str(step["run"]), environment, step.get("shell"), shell))
        given = self._filled(step.get("with"), more)
        action = str(step["uses"]).partition("@")[0]
        if action == "actions/checkout":
            self._checkout(given)
        elif action == "actions/upload-artifact":
            self.uploads.append(given["path"])
        else:
            return self._action(action, given)
        return {}

    def _action(self, action: str, given: dict[str, str]) -> Value:
        text = (self.workspace.path / action / "action.yml").read_text()
        told = yaml.safe_load(text)
        defaults = {name: each.get("default", "") for name, each in told["inputs"].items()}
        inputs: Value = {**self._filled(defaults, {}), **given}
        known = self._steps(told["runs"]["steps"], inputs, _IN_ACTION)
        outputs = {name: each["value"] for name, each in told["outputs"].items()}
        self.outputs = self._filled(outputs, {"steps": known})
        return dict(self.outputs)

    def _checkout(self, given: dict[str, str]) -> None:
        """As actions/checkout does it: all branches, and a commit that none of them has."""
        assert (given["persist-credentials"], given["submodules"]) == ("false", "false")
        depth = [] if given["fetch-depth"] == "0" else [f"--depth={given['fetch-depth']}"]
        box = self.workspace
        box.path.mkdir()
        box.run("init", "-q")
        box.run("remote", "add", "origin", f"file://{self.origin}")
        box.run("fetch", "-q", *depth, "origin", "+refs/heads/*:refs/remotes/origin/*")
        ref = given["ref"]
        if len(ref) == len(_ZEROS) and b"commit" not in box.run("cat-file", "-t", ref, check=False):
            box.run("fetch", "-q", *depth, "origin", ref)
        known = box.run("rev-parse", "-q", "--verify", f"origin/{ref}", check=False).decode()
        box.run("checkout", "-q", "--detach", known.strip() or ref)

    def _script(
        self, text: str, environment: dict[str, str], shell: object, default: list[str]
    ) -> dict[str, str]:
        assert shell == ("bash" if default is _IN_ACTION else None)
        script, output = self.temp / "script.sh", self.temp / "output"
        script.write_text(text)
        output.write_text("")
        done = subprocess.run(
            [*default, str(script)],
            cwd=self.workspace.path,
            env=os.environ | self._github() | {"GITHUB_OUTPUT": str(output)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        self.log += done.stdout
        self.status = self.status or done.returncode
        return dict(line.split("=", 1) for line in output.read_text().splitlines())

    def _github(self) -> dict[str, str]:
        """What GitHub sets for each script."""
        pull = self.event.get("pull_request")
        head = pull["head"] if isinstance(pull, dict) else {}
        return {
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": self.name,
            "GITHUB_EVENT_PATH": str(self.temp / "event.json"),
            "GITHUB_HEAD_REF": str(head.get("ref", "")),
            "GITHUB_REPOSITORY": "acme/memory",
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_SHA": self.sha,
            "GITHUB_STEP_SUMMARY": str(self.temp / "summary.md"),
            "GITHUB_WORKSPACE": str(self.workspace.path),
            "PATH": f"{self.programs.place}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(self.temp),
        }

    def _filled(self, values: object, more: dict[str, Value]) -> dict[str, str]:
        assert values is None or isinstance(values, dict)
        context = self._context(more)
        return {
            name: filled(each, context, self._functions()) for name, each in (values or {}).items()
        }

    def _value(self, text: str, more: dict[str, Value]) -> Value:
        return evaluate(text, self._context(more), self._functions())

    def _context(self, more: dict[str, Value]) -> Value:
        told = {"event_name": self.name, "sha": self.sha, "token": self.token}
        event = cast("Value", self.event)
        return {"github": {**told, "event": event}, "runner": {"temp": str(self.temp)}, **more}

    def _functions(self) -> Functions:
        top = self.workspace.path
        return {
            "cancelled": lambda: False,
            "success": lambda: True,
            "hashFiles": lambda path: "a digest" if (top / str(path)).exists() else "",
        }
