"""What is installed is all that it takes to run."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git import __version__
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNREACHABLE = ("No matching distribution found", "Could not find a version", "ConnectionError")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of what git would clone: the files that it tracks, as they are now."""
    source = tmp_path_factory.mktemp("source")
    for name in _tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CHECKOUT / name, source / name)
    target = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target)]
    if importlib.util.find_spec("hatchling") is not None:
        pip.append("--no-build-isolation")
    done = subprocess.run(
        [*pip, str(source)], check=False, capture_output=True, text=True, timeout=120
    )
    if done.returncode and any(words in done.stderr for words in _UNREACHABLE):
        pytest.skip("the build backend, hatchling, is not installed and cannot be fetched here")
    assert done.returncode == 0, done.stderr
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel installs, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(folder), str(wheel)], check=True, timeout=120)
    return folder


def _tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=CHECKOUT, check=False, capture_output=True, timeout=60
    )
    if listed.returncode:
        pytest.skip("this is no checkout")
    names = os.fsdecode(listed.stdout).split("\0")
    return [name for name in names if name and (CHECKOUT / name).is_file()]


def _run(installed: Path, *command: str, **more: str) -> str:
    """Run a program that finds the installed package before any other, far from the checkout."""
    environment: Mapping[str, str] = os.environ | {"PYTHONPATH": str(installed)} | more
    done = subprocess.run(
        command,
        cwd=installed,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


def test_code_schemas_hooks_and_licence_are_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    code = {name for name in _tracked() if name.startswith("sgm_git/")}
    data = {
        f"sgm_git/_data/{name}" for name in _tracked() if name.startswith(("schemas/", "hooks/"))
    }
    assert "sgm_git/py.typed" in code
    assert "sgm_git/_data/schemas/record.schema.json" in data
    assert any(name.startswith("sgm_git/_data/hooks/") for name in data)
    about = {name for name in names if ".dist-info/" in name}
    assert names - about == code | data
    assert any(name.endswith("licenses/LICENSE") for name in about)


def test_the_page_on_the_registry_has_what_it_needs(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    about = archive.read(name).decode()
    for line in (f"Version: {__version__}", "Requires-Python: >=3.11", "License-Expression: MIT"):
        assert line in about.splitlines()
    assert "# sgm-git" in about


def test_the_installed_package_is_the_one_that_is_run(installed: Path) -> None:
    code = "import sgm_git; print(sgm_git.__file__)"
    found = _run(installed, sys.executable, "-c", code)
    assert Path(found).is_relative_to(installed)


def test_it_finds_its_own_schemas_and_hooks(installed: Path) -> None:
    code = (
        "from sgm_git import resources as r; "
        "print(r.schema_names(), len(r.schema_texts()), r.hook_text('pre-commit')[:2])"
    )
    schemas = sorted(path.name.split(".")[0] for path in (CHECKOUT / "schemas").iterdir())
    assert _run(installed, sys.executable, "-c", code) == f"{schemas} {len(schemas)} #!"


def test_every_way_to_call_it_works(installed: Path) -> None:
    path = os.pathsep.join((str(installed / "bin"), os.environ["PATH"]))
    for command in (
        ("sgm", "--version"),
        ("git-sgm", "--version"),
        ("git", "sgm", "--version"),
        (sys.executable, "-m", "sgm_git", "--version"),
    ):
        assert _run(installed, *command, PATH=path) == f"sgm {__version__}"


def test_it_works_from_there(installed: Path, tmp_path: Path) -> None:
    run = (sys.executable, "-m", "sgm_git")
    assert "S202" in _run(installed, *run, "demo", str(tmp_path / "demo"))
    assert _run(installed, *run, "-C", str(tmp_path / "demo"), "schema", "record")
