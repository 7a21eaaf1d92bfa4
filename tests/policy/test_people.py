"""What real teams have fits together; what forgers do does not."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgm_git.commits import Identity
from sgm_git.policy.claims import person
from sgm_git.policy.config import Config, McpConfig
from sgm_git.policy.mailmap import parse_mailmap
from sgm_git.policy.people import People, build_people
from tests.support import untraced

MAILMAP = """\
Grace Hopper <grace@example.org> <grace@navy.example>
Grace Hopper <grace@example.org> Amazing Grace <grace@home.example>
Mallory <mallory@evil.example>
Alan Turing <alan@example.org>
"""
CONFIG = Config(
    identities={
        "Linus": ("linus@example.org", "*+linus@users.noreply.github.com"),
        "Renée": ("renee@example.org", "*@renee.example"),
    },
    agents={
        "build-agent": ("ada@example.org", "ci-?@example.org"),
        "Grace": ("agent@example.org",),
        "night": (),
        "brackets": ("b[ot]@example.org",),
    },
    mcp=McpConfig(agent="pinned"),
)
HISTORY = (
    *("Ada Lovelace <ada@example.org>", "GitHub <noreply@github.com>"),
    *("Ada Lovelace <1815+ada@users.noreply.github.com>", "grace <grace@navy.example>"),
    *("Amazing Grace <grace@home.example>", "mallory <mallory@evil.example>"),
    *("dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",),
    *("build-agent <agent@example.org>", "Renée <renee@example.org>", "Jørn <jørn@example.org>"),
    *("Анна <anna@example.org>", "Max <max@example.org>", "root <root@host>", "nobody <>"),
    *("Bob <>", "Bob <bob@example.org>", "Ian <ian@example.org>", "kim@example.org <kim@h>"),
    *("42-eve <42-eve@users.noreply.github.com>", "Zoe <7-zoe@users.noreply.gitlab.com>"),
)


def people(*more: str, mailmap: str = MAILMAP, config: Config = CONFIG) -> People:
    """The people of a history, and of more that came with what is checked."""
    history = [_identity(each) for each in HISTORY]
    arrived = [_identity(each) for each in more]
    return build_people(
        config, parse_mailmap(mailmap.encode()), [*history, *arrived], trusted=history
    )


def _identity(text: str) -> Identity:
    name, _, email = text.removesuffix(">").rpartition("<")
    return Identity(name.strip(), email)


TEAM = people()


@pytest.mark.parametrize(
    ("name", "author"),
    [
        ("Ada Lovelace", "Ada Lovelace <ada@example.org>"),
        ("ada  LOVELACE", "Ada Lovelace <ADA@Example.org>"),
        ("\uff21da Lovelace", "Ada Lovelace <ada@example.org>"),
        ("ada@example.org", "Somebody <ada@example.org>"),
        ("ADA@EXAMPLE.ORG", "Ada Lovelace <ada@example.org>"),
        ("Ada Lovelace <ada@example.org>", "Ada Lovelace <ada@example.org>"),
        # edited on the web, squashed or rebased by a host: under the address that the host gives
        ("Ada Lovelace", "Ada Lovelace <1815+ada@users.noreply.github.com>"),
        ("ada", "Ada Lovelace <1815+ada@users.noreply.github.com>"),
        ("new", "New One <99+new@users.noreply.github.com>"),
        ("new", "New One <new@users.noreply.github.com>"),
        ("new", "New One <new@noreply.codeberg.org>"),
        ("new", "New One <99+New@noreply.git.example.org>"),
        ("new", "New One <123-new@users.noreply.gitlab.com>"),
        ("new", "New One <99+new@user.noreply.gitee.com>"),
        ("42-eve", "Eve <42-eve@users.noreply.github.com>"),
        ("zoe", "Zoe <7-zoe@users.noreply.gitlab.com>"),
        # joined by the trusted mailmap
        ("Grace Hopper", "grace <grace@navy.example>"),
        ("grace", "grace <grace@navy.example>"),
        ("Amazing Grace", "Amazing Grace <grace@home.example>"),
        ("Grace Hopper", "Amazing Grace <grace@home.example>"),
        ("grace@example.org", "grace <grace@navy.example>"),
        ("grace@navy.example", "Grace Hopper <grace@example.org>"),
        ("Alan Turing", "Alan Turing <alan@example.org>"),
        # joined by [identities], and agents by [agents]
        ("Linus", "torvalds <linus@example.org>"),
        ("linus", "x <1+linus@users.noreply.github.com>"),
        ("linus@example.org", "x <1+linus@users.noreply.github.com>"),
        ("renée", "x <anything@renee.example>"),
        ("Rene\u0301e", "Renée <renee@example.org>"),
        ("build-agent", "Ada Lovelace <ada@example.org>"),
        ("build-agent", "whoever <ci-7@example.org>"),
        ("build-agent", "build-agent <agent@example.org>"),
        ("brackets", "x <b[ot]@example.org>"),
        # bots, names in other scripts, newcomers, and old commits without an address
        ("dependabot[bot]", HISTORY[6]),
        ("Анна", "Анна <anna@example.org>"),
        ("Jørn", "Jørn <jørn@example.org>"),
        ("Лена", "Лена <lena@example.org>"),
        ("I\u015f\u0131k", "I\u015f\u0131k <isik@example.org>"),
        ("\u0632\u200c\u0646", "\u0632\u200c\u0646 <zn@example.org>"),
        ("Lan", "Lan <lan@example.org>"),
        ("Newcomer", "Newcomer <new@example.org>"),
        ("nobody", "nobody <now@example.org>"),
        ("Bob", "Bob <>"),
        ("root", "root <root@host>"),
        ("kim@example.org", "kim@example.org <kim@h>"),
    ],
)
def test_a_name_that_fits_is_the_authors(name: str, author: str) -> None:
    assert TEAM.bears(name, _identity(author))


@pytest.mark.parametrize(
    ("name", "author"),
    [
        # another person's name, with one's own address or none
        ("Ada Lovelace", "Mallory <mallory@evil.example>"),
        ("Ada Lovelace", "Ada Lovelace <mallory@evil.example>"),
        ("Ada Lovelace", "Ada Lovelace <99+mallory@users.noreply.github.com>"),
        ("Ada Lovelace", "ADA LOVELACE <eve@evil.example>"),
        ("Ada Lovelace", "Ada Lovelace <>"),
        ("Linus", "Linus <eve@evil.example>"),
        ("Alan Turing", "Alan Turing <eve@evil.example>"),
        ("grace", "grace <eve@evil.example>"),
        ("build-agent", "build-agent <eve@evil.example>"),
        ("dependabot[bot]", "dependabot[bot] <eve@evil.example>"),
        # the local part, the login or a spelling of an address that is another's
        ("ada", "Eve <ada@evil.example>"),
        ("max", "Eve <99+max@users.noreply.github.com>"),
        ("ada", "Eve <99+ada@users.noreply.evil.example>"),
        ("ada", "ada <eve@evil.example>"),
        ("eve", "x <42-eve@users.noreply.github.com>"),
        ("ada@example.org", "ada@example.org <eve@evil.example>"),
        ("ada@example.org", "Eve <ada@example.org.evil.example>"),
        ("ada@example.org", "Eve <ada\uff20example.org>"),
        ("Linus", "x <1+linus@users.noreply.github.com.evil.example>"),
        ("brackets", "x <bo@example.org>"),
        # both a name and an address, of which one is another's
        ("Ada Lovelace <eve@evil.example>", "Ada Lovelace <eve@evil.example>"),
        ("Eve <ada@example.org>", "Eve <eve@evil.example>"),
        # letters that look the same, and such as are not seen
        ("\u0410da Lovelace", "\u0410da Lovelace <eve@evil.example>"),
        ("\u0391da Lovelace", "\u0391da Lovelace <eve@evil.example>"),
        ("Ada Lovelace", "\u0410da Lovelace <ada@evil.example>"),
        ("\uff21da Lovelace", "\uff21da Lovelace <eve@evil.example>"),
        ("A\u200bda Lovelace", "A\u200bda Lovelace <eve@evil.example>"),
        ("Ada Lovelace\ufe0f", "Ada Lovelace\ufe0f <eve@evil.example>"),
        ("Ada\u3164Lovelace", "Ada\u3164Lovelace <eve@evil.example>"),
        ("Ada\x07 Lovelace", "Ada\x07 Lovelace <eve@evil.example>"),
        ("Анна\u00ad", "Анна\u00ad <eve@evil.example>"),
        ("\u041c\u0430\u0445", "\u041c\u0430\u0445 <eve@evil.example>"),
        ("build\u2010agent", "build\u2010agent <eve@evil.example>"),
        ("pinne\u0501", "pinne\u0501 <eve@evil.example>"),
        # nothing at all
        *(("", "Ada Lovelace <ada@example.org>"), ("", " <>"), (" \t", " <>"), ("\u3000", " <>")),
    ],
)
def test_a_name_that_does_not_fit_is_not(name: str, author: str) -> None:
    assert not people(author).bears(name, _identity(author))


def test_what_history_has_is_what_counts_where_all_of_it_is_trusted() -> None:
    history = ["Ada <ada@example.org>", "Ada <ada@laptop.example>", "\u0410da <eve@evil.example>"]
    everybody = [_identity(each) for each in history]
    known = build_people(Config(), parse_mailmap(None), everybody)
    assert known.bears("Ada", everybody[0])
    assert known.bears("Ada", everybody[1])
    assert not known.bears("\u0410da", everybody[2])
    assert known.bears("\u0410da", everybody[0]) is False


def test_two_spellings_of_one_persons_name_are_both_theirs() -> None:
    assert TEAM.bears("A\u200bda Lovelace", Identity("A\u200bda Lovelace", "ada@example.org"))


def test_the_mailmap_says_whose_a_name_is_that_both_have() -> None:
    forged = "Ada Lovelace <mallory@evil.example>"
    both = [_identity(each) for each in (*HISTORY, forged)]
    known = build_people(CONFIG, parse_mailmap(MAILMAP.encode()), both)
    assert known.real(_identity(forged)).name == "Mallory"
    assert not known.bears("Ada Lovelace", _identity(forged))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada Lovelace", True),
        ("ADA LOVELACE", True),
        ("ada@example.org", True),
        ("Ada Lovelace <x@y>", True),
        ("Else <ada@example.org>", True),
        ("ada", True),
        ("Grace Hopper", True),
        ("grace", True),
        ("Alan Turing", True),
        ("Linus", True),
        ("any@renee.example", True),
        ("GitHub", True),
        ("later", True),
        ("later@example.org", True),
        ("ada@example.com", False),
        ("kim", False),
        ("max", True),
        ("", False),
        ("\u0410da Lovelace", False),
        ("night", False),
        ("claude", False),
    ],
)
def test_a_name_is_known_where_history_or_the_trusted_side_has_it(
    name: str, expected: bool
) -> None:
    assert people("later <later@example.org>").is_known(name) is expected


CLAUDE = "Do\n\nCo-authored-by: Claude <noreply@anthropic.example>\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("claude", CLAUDE),
        ("noreply@anthropic.example", CLAUDE),
        ("Claude <noreply@anthropic.example>", CLAUDE),
        ("claude", "Squashed (#3)\r\n\r\n    * SGM-Agent: Claude\r\n"),
        ("build-agent", "x\n\nSGM-Agent: build-agent\n"),
        ("night", "x\n\nSGM-Agent: night\n"),
        ("pinned", "x\n\nSGM-Agent: pinned\n"),
        ("dependabot[bot]", f"x\n\nCo-authored-by: {HISTORY[6]}\n"),
        ("Newcomer", "x\n\nCo-authored-by: Newcomer <new@example.org>\n"),
        ("new", "x\n\nCo-authored-by: Newcomer <1+new@users.noreply.github.com>\n"),
    ],
)
def test_a_message_speaks_for_agents_and_for_whom_nobody_knows(name: str, message: str) -> None:
    assert TEAM.is_claimed(name, message)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Ada Lovelace", "SGM-Agent: Ada Lovelace"),
        ("Ada Lovelace <ada@example.org>", "SGM-Agent: Ada Lovelace <ada@example.org>"),
        ("Ada Lovelace", "Co-authored-by: Ada Lovelace <ada@example.org>"),
        ("Linus", "SGM-Agent: Linus"),
        ("ada@example.org", "SGM-Agent: ada@example.org"),
        ("ada\uff20example.org", "SGM-Agent: ada\uff20example.org"),
        ("\u0410da Lovelace", "SGM-Agent: \u0410da Lovelace"),
        ("n\u0456ght", "SGM-Agent: n\u0456ght"),
        ("claude", "SGM-Agent: claude-2"),
        ("claude", "Co-authored-by: Eve <claude@evil.example>"),
        ("claude", "by claude"),
        ("", "SGM-Agent: \nCo-authored-by: <a@b>"),
    ],
)
def test_a_message_speaks_for_nobody_else(name: str, message: str) -> None:
    assert not TEAM.is_claimed(name, message)


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("Ada Lovelace", "Ada Lovelace <ada@example.org>", True),
        ("Ada Lovelace", "whoever <ADA@example.org>", True),
        ("ada@example.org", "ada <ada@example.org>", True),
        ("Ada Lovelace <ada@example.org>", "ada <ada@example.org>", True),
        ("Grace Hopper", "x <grace@navy.example>", True),
        ("Linus", "x <1+linus@users.noreply.github.com>", True),
        ("Ada Lovelace", "Ada Lovelace <eve@evil.example>", False),
        ("Ada Lovelace", "Ada Lovelace", False),
        ("Ada Lovelace", "Ada Lovelace <>", False),
        ("nobody", "nobody <>", False),
        ("Grace", "x <agent@example.org>", False),
        ("Later", "Later <later@example.org>", True),
        ("", "Ada Lovelace <ada@example.org>", False),
    ],
)
def test_a_co_author_counts_by_a_full_address_that_is_known(
    name: str, line: str, expected: bool
) -> None:
    known = people("Later <later@example.org>")
    assert known.is_co_author(name, f"Squash\n\nCo-authored-by: {line}\n") is expected


def test_an_acting_agent_is_no_co_author() -> None:
    assert not TEAM.is_co_author("Ada Lovelace", "SGM-Agent: ada@example.org\n")


def test_an_address_that_arrives_with_a_forgery_is_not_known() -> None:
    known = people("Ada Lovelace <eve@evil.example>")
    line = "Co-authored-by: Ada Lovelace <eve@evil.example>"
    assert not known.is_co_author("Ada Lovelace", line)


def test_who_is_listed_as_a_person_is_no_agent() -> None:
    config = Config(identities={"Grace": ("g@example.org",)}, agents={"Grace": ("a@b",)})
    known = people(config=config)
    assert TEAM.is_agent("grace")
    assert not known.is_agent("Grace")
    assert not known.is_claimed("Grace", "SGM-Agent: Grace")


odd = st.text("aA\u0430\u200b@<> +-.\0\ud800", max_size=8) | st.text(max_size=8)


@example(name="", author=Identity("<<>", ""), message="")
@given(name=odd, author=st.builds(Identity, odd, odd), message=odd)
def test_no_name_is_too_odd(name: str, author: Identity, message: str) -> None:
    known = build_people(Config(identities={name: (message,)}), parse_mailmap(None), [author])
    assert known.is_known(author.name) is bool(author.name.split())
    if known.bears(name, author):
        assert name.split()
    assert not known.is_claimed(author.name, f"SGM-Agent: {author.name}") or known.is_agent(
        author.name
    )
    known.is_co_author(name, f"Co-authored-by: {message}")


@given(
    name=st.text("aA\u0430\u200b é", min_size=1).filter(lambda text: text.strip() != ""),
    email=st.text("ab@"),
)
def test_who_is_alone_is_who_they_say(name: str, email: str) -> None:
    author = Identity(name, email)
    assert build_people(Config(), parse_mailmap(None), [author]).bears(name, author)


@untraced
def test_many_people_take_no_long_time() -> None:
    crowd = [Identity(f"Pers\u00f6n {n}", f"p{n}@example.org") for n in range(10_000)]
    start = time.process_time()
    known = build_people(CONFIG, parse_mailmap(MAILMAP.encode()), crowd)
    for _ in range(10):
        assert all(known.bears(each.name, each) for each in crowd)
    assert not any(known.bears("\u0410da", each) for each in crowd)
    assert time.process_time() - start < 20


@untraced
def test_a_name_of_megabytes_is_compared_as_it_is() -> None:
    long = "a\u0301\u0316" * 500_000
    assert people().bears(long, Identity(long, "x@y"))
    assert person(long) == Identity(long, "")
