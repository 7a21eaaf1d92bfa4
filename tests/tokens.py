"""Sample tokens, put together when they are needed: no text here is one that a scanner stops."""

from __future__ import annotations

import binascii
import random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

ALNUM = digits + ascii_uppercase + ascii_lowercase
WORD = ALNUM + "_-"
HEX = digits + "abcdef"
BASE32 = ascii_uppercase + "234567"
BASE64 = ALNUM + "+/"
CAPITALS = digits + ascii_uppercase
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
DASHES = "-" * 5


def drawn(letters: str, count: int, seed: int = 1) -> str:
    """So many letters as a machine draws them, always the same for a seed."""
    chance = random.Random(f"{letters} {count} {seed}")
    return "".join(chance.choice(letters) for _ in range(count))


def summed(mark: str, seed: int = 1) -> str:
    """A token with six check digits, as two of its makers have it: CRC-32 in base 62."""
    body = drawn(ALNUM, 30, seed)
    number, sums = binascii.crc32(body.encode()), ""
    for _ in range(6):
        number, place = divmod(number, 62)
        sums = ALNUM[place] + sums
    return mark + body + sums


def private_key(label: str = "RSA ", lines: int = 6, seed: int = 1, *, end: bool = True) -> str:
    """A private key in PEM that opens nothing; ``end``: with its last line."""
    body = [drawn(BASE64, 64, seed + n) for n in range(lines)]
    fence = f"{label}PRIVATE KEY"
    last = [f"{DASHES}END {fence}{DASHES}"] if end else []
    return "\n".join(
        [f"{DASHES}BEGIN {fence}{DASHES}", *body, drawn(ALNUM, 20, seed) + "==", *last]
    )


_WORDY = drawn(WORD, 300).strip("-_")
"""Letters with dashes among them, which do not end in one."""

SAMPLES: tuple[tuple[str, str], ...] = (
    *(("a GitHub token", summed(f"gh{kind}_")) for kind in "pousr"),
    ("a GitHub token", f"github_pat_{drawn(ALNUM, 22)}_{drawn(ALNUM, 59)}"),
    *(
        ("a GitLab token", f"gl{kind}-{_WORDY[:20]}")
        for kind in ("pat", "dt", "rt", "ptt", "agent")
    ),
    ("a GitLab token", f"glpat-{_WORDY[:27]}.01.{drawn(ascii_lowercase, 9)}"),
    ("an npm token", summed("npm_")),
    ("a PyPI token", f"pypi-AgEIcHlwaS5vcmc{_WORDY[:150]}"),
    ("a RubyGems token", f"rubygems_{drawn(HEX, 48)}"),
    ("a Docker Hub token", f"dckr_pat_{_WORDY[:27]}"),
    *(("an AWS access key", mark + drawn(BASE32, 16)) for mark in ("AKIA", "ASIA")),
    ("a Google API key", f"AIza{_WORDY[:35]}"),
    ("a Google client secret", f"GOCSPX-{_WORDY[:28]}"),
    ("an Azure client secret", f"{drawn(ALNUM, 3)}8Q~{drawn(ALNUM + '~', 34)}"),
    *(("a DigitalOcean token", f"do{kind}_v1_{drawn(HEX, 64)}") for kind in "por"),
    ("a Databricks token", f"dapi{drawn(HEX, 32)}-2"),
    ("a Supabase token", f"sbp_{drawn(HEX, 40)}"),
    *(("an OpenAI key", f"sk-{kind}-{_WORDY[:124]}") for kind in ("proj", "svcacct", "admin")),
    ("an OpenAI key", f"sk-{drawn(ALNUM, 48)}"),
    ("an Anthropic key", f"sk-ant-api03-{_WORDY[:93]}AA"),
    ("an OpenRouter key", f"sk-or-v1-{drawn(HEX, 64)}"),
    ("a Groq key", f"gsk_{drawn(ALNUM, 52)}"),
    ("an xAI key", f"xai-{drawn(ALNUM, 80)}"),
    ("a Perplexity key", f"pplx-{drawn(ALNUM, 48)}"),
    ("a Replicate token", f"r8_{drawn(ALNUM, 37)}"),
    ("a Hugging Face token", f"hf_{drawn(ascii_letters, 34)}"),
    ("a Slack token", f"xoxb-{drawn(digits, 12)}-{drawn(digits, 13)}-{drawn(ALNUM, 24)}"),
    ("a Slack token", f"xapp-1-A{drawn(CAPITALS, 10)}-{drawn(digits, 13)}-{drawn(HEX, 64)}"),
    ("a Telegram bot token", f"{drawn('123456789', 10)}:AA{_WORDY[:33]}"),
    *(("a Stripe key", f"{kind}_live_{drawn(ALNUM, 99)}") for kind in ("sk", "rk")),
    ("a Stripe webhook secret", f"whsec_{drawn(ALNUM, 32)}"),
    *(("a Shopify token", f"shp{kind}_{drawn(HEX, 32)}") for kind in ("at", "ss", "ca", "pa")),
    ("a SendGrid key", f"SG.{_WORDY[:22]}.{_WORDY[40:83]}"),
    ("a Vault token", f"hvs.{drawn(ALNUM, 24)}"),
    ("a Vault token", f"hvb.{_WORDY[:138]}"),
    ("a Terraform token", f"{drawn(ALNUM, 14)}.atlasv1.{_WORDY[:67]}"),
    ("a Grafana token", f"glsa_{drawn(ALNUM, 32)}_{drawn(HEX, 8)}"),
    ("a Sentry token", f"sntryu_{drawn(HEX, 64)}"),
    ("a Linear key", f"lin_api_{drawn(ALNUM, 40)}"),
    ("a Notion token", f"ntn_{drawn(ALNUM, 46)}"),
    ("an Atlassian token", f"ATATT3xFfGF0{_WORDY[:171]}={drawn(digits + 'ABCDEF', 8)}"),
    ("an age key", f"AGE-SECRET-KEY-1{drawn(BECH32, 58)}"),
)
"""A token of each form, with what it is called; all of it is what is secret."""

INSIDE: tuple[tuple[str, str, str, str], ...] = (
    ("an AWS secret key", "aws_secret_access_key = ", drawn(BASE64, 40, 3), ""),
    ("an AWS secret key", '"SecretAccessKey": "', drawn(BASE64, 40, 3), '"'),
    ("an AWS secret key", "export AWS_SECRET_ACCESS_KEY=", drawn(BASE64, 40, 3), ""),
    ("an Azure storage key", "AccountName=x;AccountKey=", drawn(BASE64, 86) + "==", ";Endpoint=y"),
    (
        "a Slack webhook",
        f"https://hooks.slack.com/services/T{drawn(CAPITALS, 10)}/B{drawn(CAPITALS, 10)}/",
        drawn(ALNUM, 24),
        "",
    ),
    (
        "a Discord webhook",
        f"https://discord.com/api/webhooks/{drawn(digits, 18)}/",
        drawn(ALNUM, 68),
        "/github",
    ),
)
"""What is a secret only by what stands before it: name, that, the secret, what follows."""

TOKEN = summed("ghp_")
"""The one for tests in which any will do."""
