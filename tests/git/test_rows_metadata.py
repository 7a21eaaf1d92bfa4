"""What commits say of themselves: hostile, odd and broken, and still told as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.commits import Change, Identity
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from tests.git.support import stored_commit
from tests.support import GitSandbox

if TYPE_CHECKING:
    from sgm_git.commits import Commit
    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository

ADA = b"Ada <ada@example.org> 1700000000 +0000"


def only(repository: Repository, tip: str) -> Commit:
    """The only commit that the tip reaches."""
    (commit,) = repository.history(tip)
    return commit


@pytest.mark.parametrize(
    ("date", "seconds"),
    [
        (b"0 +0000", 0),
        (b"2147483648 +0000", 2**31),
        (b"4294967296 -0000", 2**32),
        (b"253402300800 +0100", 253_402_300_800),
        (b"9223372036854775807 +0000", 2**63 - 1),
        (b"00000000000000000000000000000000007 +0000", 7),
        (b"7 +9999", 7),
        (b"7 -99999999999999999999", 7),
        (b"7   +01", 7),
        (b"7+0100", 7),
        (b"9223372036854775808 +0000", None),
        (b"9" * 5000 + b" +0000", None),
        (b"-1 +0000", None),
        (b"7", None),
        (b"7 0100", None),
        (b"7 UTC", None),
        (b"7.5 +0000", None),
        (b"7x +0000", None),
        (b"Fri Nov 3 2023", None),
        (b"", None),
    ],
)
def test_dates(
    sandbox: GitSandbox, repository: Repository, date: bytes, seconds: int | None
) -> None:
    ada = Identity("Ada", "ada@example.org")
    for author, committer, times in (
        (b"Ada <ada@example.org> " + date, ADA, (seconds, 1_700_000_000)),
        (ADA, b"Ada <ada@example.org> " + date, (1_700_000_000, seconds)),
    ):
        commit = only(repository, stored_commit(sandbox, author=author, committer=committer))
        assert (commit.author, commit.committer) == (ada, ada)
        assert (commit.author_time, commit.commit_time) == times


@pytest.mark.parametrize(
    ("line", "name", "address"),
    [
        (b"J\xf8rn <j\xf8@x> 1 +0000", "J\ufffdrn", "j\ufffd@x"),
        ("Jørn <jø@x> 1 +0000".encode(), "Jørn", "jø@x"),
        (b"A\x01\x02\x1b[31m <a\x1b@x> 1 +0000", "A\x01\x02\x1b[31m", "a\x1b@x"),
        (b"A: 100644 <a@x\tM> 1 +0000", "A: 100644", "a@x\tM"),
        (b"  two  words \t <  a@x > 1 +0000", "  two  words", "  a@x "),
        (b"<a@x> 1 +0000", "", "a@x"),
        (b"A <> 1 +0000", "A", ""),
        (b"A <a@x> 1 +0000 <evil@x> 1 +0000", "A", "a@x"),
        (b"A> <a@x>> 1 +0000", "A>", "a@x"),
        (b"A <<a@x> 1 +0000", "A", "<a@x"),
        (b"A a@x 1 +0000", "", ""),
        (b"A <a@x 1 +0000", "", ""),
        (b"> < 1 +0000", "", ""),
        (b"1 +0000", "", ""),
        (b"", "", ""),
    ],
)
def test_names_and_addresses(
    sandbox: GitSandbox, repository: Repository, line: bytes, name: str, address: str
) -> None:
    commit = only(repository, stored_commit(sandbox, author=line, committer=line))
    assert commit.author == commit.committer == Identity(name, address)
    is_person = name or address
    assert commit.author_time == commit.commit_time == (1 if is_person else None)


@settings(max_examples=max(4, settings().max_examples // 25))
@given(lines=st.lists(st.text("ab<<>>@ 179+-\t\r.", max_size=14), min_size=5, max_size=40))
def test_odd_lines_are_read_as_git_reads_them(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    sandbox = GitSandbox(tmp_path_factory.mktemp("odd"))
    sandbox.run("init", "-q")
    made = {stored_commit(sandbox, author=line.encode(), committer=ADA) for line in lines}
    shown = ("log", "-z", "--no-walk=unsorted", "--no-mailmap", "--format=%H%n%an%n%ae%n%at")
    told = sandbox.run(*shown, *made).decode().split("\0")
    for engine in ("git", "dulwich"):
        repository = open_repository(sandbox.path, engine)
        for oid, name, address, time in (each.split("\n") for each in told if each):
            commit = only(repository, oid)
            assert commit.author == Identity(name, address)
            assert commit.author_time == (int(time) if time else None)


@pytest.mark.parametrize(
    ("encoding", "stored", "name"),
    [
        (b"ISO-8859-1", b"J\xf8rn", "Jørn"),
        (b"latin1", b"J\xf8rn", "Jørn"),
        (b"windows-1251", b"\xc0\xe4\xe0", "Ада"),
        (b"KOI8-R", b"\xe1\xc4\xc1", "Ада"),
        (b"EUC-JP", "日本".encode("euc_jp"), "日本"),
        (b"Shift_JIS", "日本".encode("shift_jis"), "日本"),
        (b"GB18030", "日本".encode("gb18030"), "日本"),
        (b"utf8", "Jørn".encode(), "Jørn"),
        (b"UTF-8", b"J\xf8rn", "J\ufffdrn"),
        (b"US-ASCII", "Jørn".encode(), "Jørn"),  # git shows what it cannot convert as it is
        (b"klingon", b"J\xf8rn", "J\ufffdrn"),
        (b"utf-7", b"+AEE-da", "+AEE-da"),
        (b"utf-16", b"Ad", "Ad"),
        (b"cp037", b"Ada", "Ada"),
        (b"idna", b"xn--ada", "xn--ada"),
        (b"unicode_escape", b"\\x41\\q", "\\x41\\q"),
        (b"rot13", b"Ada", "Ada"),
        (b"zip", b"Ada", "Ada"),
        (b"\xff\xfe", b"Ada", "Ada"),
        (b"../../etc/passwd", b"Ada", "Ada"),
        (b"", b"Ada", "Ada"),
    ],
)
def test_encodings(
    sandbox: GitSandbox, repository: Repository, encoding: bytes, stored: bytes, name: str
) -> None:
    author = stored + b" <a@x> 1 +0000"
    more = b"\nencoding " + encoding
    oid = stored_commit(sandbox, author=author, committer=ADA + more, message=stored + b"\n")
    commit = only(repository, oid)
    assert (commit.author.name, commit.message) == (name, name + "\n")
    assert commit.committer == Identity("Ada", "ada@example.org")


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\n",
        b"no newline",
        b"\n\n  blanks around  \n\n",
        b"a\r\nb\r\n",
        b"before\0after\n",
        b"\0",
        b"\0:100644 100644 1111 2222 M\0memory/a.md\0\n",
        b"\x01\x02\x1e\x1f",
        b"tree 1\nparent 2\nauthor Eve <eve@x> 1 +0000\nencoding utf-16\n\ngpgsig x\n",
        b"x\n\nauthor Eve <eve@x> 9 +0000\ncommitter Eve <eve@x> 9 +0000\nencoding rot13\n",
        b"-----BEGIN SSH SIGNATURE-----\n",
        b"4b825dc642cb6eb9a060e54bf8d69288fbee4904 commit 7\n",
    ],
)
def test_messages_come_as_they_are_stored_and_are_taken_for_nothing_else(
    sandbox: GitSandbox, repository: Repository, message: bytes
) -> None:
    sandbox.write("memory/a.md", "1")
    sandbox.commit("first")
    sandbox.write("memory/a.md", "2")
    sandbox.run("add", "-A")
    oid = stored_commit(sandbox, message=message, parents=[sandbox.head()])
    newest, first = repository.history(oid)
    assert newest.message == message.decode()
    assert (newest.author.name, newest.committer.name) == ("Ada", "Ada")
    assert [[change.path for change in changes] for changes in newest.changes] == [["memory/a.md"]]
    assert (first.message, first.author.name) == ("first\n", "Ada")


def test_headers_within_headers_are_no_headers(sandbox: GitSandbox, repository: Repository) -> None:
    more = (
        b"\ngpgsig -----BEGIN PGP\n \n author Eve <eve@x> 9 +0000\n encoding utf-16\n"
        b"mergetag object 1\n author Eve <eve@x> 9 +0000\n \n encoding utf-16\nodd header"
    )
    commit = only(repository, stored_commit(sandbox, committer=ADA + more, message=b"text"))
    assert (commit.author, commit.message) == (Identity("Ada", "ada@example.org"), "text")


def test_of_two_authors_git_shows_the_last(sandbox: GitSandbox, repository: Repository) -> None:
    oid = stored_commit(sandbox, author=ADA + b"\nauthor Bob <b@x> 7 +0000")
    shown = sandbox.run("log", "-1", "--format=%an %ae %at", oid)
    commit = only(repository, oid)
    assert shown.decode() == f"{commit.author.name} {commit.author.email} {commit.author_time}\n"
    assert (commit.author, commit.author_time) == (Identity("Bob", "b@x"), 7)


@pytest.mark.parametrize(
    "header", [b"", b"\nunknown x", b"\nauthor", b"\nauthor A\0 <a@x> 1 +0000"]
)
def test_commits_without_author_and_committer(
    sandbox: GitSandbox, repository: Repository, header: bytes
) -> None:
    tree = sandbox.run("write-tree").strip()
    oid = stored_commit(sandbox, raw=b"tree " + tree + header + b"\n\ntext")
    commit = only(repository, oid)
    assert (commit.author, commit.committer) == (Identity("", ""), Identity("", ""))
    assert (commit.author_time, commit.commit_time, commit.message) == (None, None, "text")


@pytest.mark.parametrize("raw", [b"", b"tree x\n\n", b"author " + ADA + b"\n\nx"])
def test_what_is_no_commit_is_refused(
    sandbox: GitSandbox, repository: Repository, raw: bytes
) -> None:
    sandbox.write("a", "1")
    sandbox.commit()
    made = stored_commit(sandbox, raw=raw)
    child = stored_commit(sandbox, parents=[made])
    for tip in (made, child):
        with pytest.raises(CannotRun):
            list(repository.history(tip))


def test_no_setting_matters(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write(".mailmap", "Eve <eve@example.org> <ada@example.org>\n")
    sandbox.write("memory/a.md", "1\n2\n3\n")
    sandbox.commit("første")
    sandbox.run("mv", "memory/a.md", "memory/ü b.md")
    sandbox.write(".gitattributes", "*.md diff=x -text\n")
    sandbox.commit()
    before = list(open_repository(sandbox.path, engine).history(sandbox.head()))
    assert before[0].changes[0][1] == Change("memory/a.md", before[1].changes[0][1].new, None)
    for key, value in {
        "log.showSignature": "true",
        "log.mailmap": "true",
        "log.date": "relative",
        "log.showRoot": "false",
        "log.diffMerges": "first-parent",
        "log.follow": "true",
        "format.pretty": "oneline",
        "format.notes": "*",
        "i18n.logOutputEncoding": "ISO-8859-1",
        "i18n.commitEncoding": "ISO-8859-1",
        "core.quotePath": "true",
        "core.abbrev": "4",
        "core.commitGraph": "true",
        "color.ui": "always",
        "color.diff": "always",
        "diff.renames": "copies",
        "diff.noprefix": "true",
        "diff.relative": "true",
        "diff.orderFile": "order",
        "diff.external": "false",
        "diff.ignoreSubmodules": "all",
        "diff.x.textconv": "false",
        "diff.submodule": "log",
    }.items():
        sandbox.run("config", key, value)
    sandbox.write("order", "z*\n")
    assert list(open_repository(sandbox.path, engine).history(sandbox.head())) == before
