"""A repository in a folder that a sync client copies is in danger, and is told so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.workflows.doctor import diagnose
from sgm_git.workflows.synced_folders import Synced, diagnose_place, synced_above
from tests.store.support import NOW
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = {
    "Dropbox": "Dropbox",
    "Dropbox (Personal)": "Dropbox",
    "OneDrive": "OneDrive",
    "OneDrive - Example Ltd": "OneDrive",
    "Google Drive": "Google Drive",
    "GoogleDrive-ada@example.org": "Google Drive",
    "iCloudDrive": "iCloud",
    "Library/Mobile Documents/com~apple~CloudDocs": "iCloud",
    "Nextcloud": "Nextcloud",
    "ownCloud": "ownCloud",
    "Box Sync": "Box",
    "pCloudDrive": "pCloud",
    "SynologyDrive": "Synology Drive",
    "Library/CloudStorage/Other": "a sync client",
}
OTHERS = ("dropbox", "src/onedrive-client", "Box", "Sync", "Drive", "nextcloud", "cloud")


@pytest.mark.parametrize(("folder", "client"), FOLDERS.items())
def test_the_names_that_clients_give(tmp_path: Path, folder: str, client: str) -> None:
    found = synced_above(tmp_path / folder / "work" / "memory")
    assert found is not None
    assert found.client == client
    assert found.folder in (tmp_path / folder, (tmp_path / folder).parent)


@pytest.mark.parametrize("folder", OTHERS)
def test_names_that_anybody_gives(tmp_path: Path, folder: str) -> None:
    assert synced_above(tmp_path / folder / "work") is None


@pytest.mark.parametrize(
    ("mark", "client"),
    [
        (".stfolder/x", "Syncthing"),
        (".dropbox.cache/x", "Dropbox"),
        (".sync_1f3a.db", "Nextcloud or ownCloud"),
        (".sync/ID", "Resilio Sync"),
    ],
)
def test_what_clients_leave_in_their_folders(tmp_path: Path, mark: str, client: str) -> None:
    (tmp_path / mark).parent.mkdir(exist_ok=True)
    (tmp_path / mark).touch()
    assert synced_above(tmp_path / "work") == Synced(client, tmp_path)


def test_a_home_with_the_settings_of_a_client_is_no_such_folder(tmp_path: Path) -> None:
    (tmp_path / ".dropbox").mkdir()
    assert synced_above(tmp_path / "work") is None


def test_the_repository_inside(tmp_path: Path) -> None:
    box = repository_in(tmp_path / "Dropbox" / "work")
    (told,) = diagnose_place(open_repository(box.path))
    assert told.status == "warning"
    assert told in diagnose(box.path, "git", lambda: NOW)
    assert told.what.startswith(
        f"{box.path / '.git'} lies in {tmp_path / 'Dropbox'}, which Dropbox"
    )


def test_only_its_work_tree_inside(tmp_path: Path) -> None:
    place = tmp_path / "Nextcloud" / "work"
    place.mkdir(parents=True)
    GitSandbox(place).run("init", "-q", f"--separate-git-dir={tmp_path / 'kept.git'}")
    (told,) = diagnose_place(open_repository(place))
    assert "which Nextcloud seems to sync" in told.what
    assert "L512" in (told.hint or "")


def test_nothing_is_said_elsewhere(tmp_path: Path) -> None:
    box = repository_in(tmp_path / "work")
    assert [*diagnose_place(open_repository(box.path))] == []


def repository_in(place: Path) -> GitSandbox:
    """A repository there."""
    place.mkdir(parents=True)
    box = GitSandbox(place)
    box.run("init", "-q")
    return box
