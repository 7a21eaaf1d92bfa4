r"""The forms of tokens that open something, as far as their form alone gives them away.

A form says how a token begins, which letters follow and how many. Bare hexadecimal digits are
none of them: a commit looks the same. Nor are JSON web tokens, which are statements more often
than keys, and passwords in addresses, which are made up more often than not.

Patterns are ASCII ones: ``[\w-]`` are letters, digits, ``_`` and ``-``, ``[^\W_]`` letters and
digits. None of them can take longer than its own length for a place where it is tried.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of token is written.

    ``marks`` are the texts one of which stands in it; ``lead`` is a pattern of what stands before
    the mark, at most 32 letters, where it does not begin with it. ``rest`` is the pattern of what
    follows; where it has a group, that is the secret, and what stands around it its context.
    ``is_summed``: its last six letters are check digits of the thirty before them.
    """

    name: str
    marks: tuple[str, ...]
    rest: str
    lead: str = ""
    is_summed: bool = False


def _form(name: str, marks: str, rest: str, lead: str = "", *, is_summed: bool = False) -> Form:
    """A form whose marks are given as words."""
    return Form(name, tuple(marks.split()), rest, lead, is_summed)


_NOT_IN_BASE64 = r"(?<![+/])"
_GITHUB = "a GitHub token"
_OPENAI = "an OpenAI key"
_SLACK = "a Slack token"

FORMS: tuple[Form, ...] = (
    _form(_GITHUB, "ghp_ gho_ ghu_ ghs_ ghr_", r"[^\W_]{36,251}(?!\w)", is_summed=True),
    _form(_GITHUB, "github_pat_", r"[^\W_]{22}_[^\W_]{59}(?!\w)"),
    _form(
        "a GitLab token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- gloas-",
        r"[\w-]{20,300}(?![\w-])(?:\.[0-9a-z]{1,2}\.[0-9a-z]{7,9})?(?!\w)",
    ),
    _form("an npm token", "npm_", r"[^\W_]{36}(?!\w)", is_summed=True),
    _form("a PyPI token", "pypi-AgE", r"[\w-]{60,1000}(?![\w-])"),
    _form("a RubyGems token", "rubygems_", r"[0-9a-f]{48}(?!\w)"),
    _form("a Docker Hub token", "dckr_pat_ dckr_oat_", r"[\w-]{27,32}(?![\w-])"),
    _form("an AWS access key", "AKIA ASIA", r"[A-Z2-7]{16}(?![\w+/=])", _NOT_IN_BASE64),
    _form(
        "an AWS secret key",
        "ecret_access_key ecretAccessKey ECRET_ACCESS_KEY",
        r"""["']?[ \t]{0,4}[:=]{1,2}>?[ \t]{0,4}["']?"""
        r"((?![0-9a-f]{40})[A-Za-z0-9+/]{40})(?![\w+/=])",
        "[A-Za-z_]{0,24}[sS]",
    ),
    _form("a Google API key", "AIza", r"[\w-]{35}(?![\w-])", _NOT_IN_BASE64),
    _form("a Google client secret", "GOCSPX-", r"[\w-]{28}(?![\w-])"),
    _form("an Azure storage key", "AccountKey=", r"([A-Za-z0-9+/]{86}==)(?!=)"),
    _form(
        "an Azure client secret",
        "Q~",
        r"[\w~.-]{31,34}(?![\w~-])",
        r"(?<![~.])[\w~.-]{3}[0-9]",
    ),
    _form("a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{64}(?!\w)"),
    _form("a Databricks token", "dapi", r"[0-9a-f]{32}(?:-[0-9])?(?!\w)"),
    _form("a Supabase token", "sbp_", r"[0-9a-f]{40}(?!\w)"),
    _form(_OPENAI, "sk-proj- sk-svcacct- sk-admin-", r"[\w-]{40,220}(?![\w-])"),
    _form(_OPENAI, "sk-", r"[^\W_]{48}(?![\w-])"),
    _form(
        "an Anthropic key",
        "sk-ant-",
        r"(?:api|admin|oat|ort|sid)[0-9]{2}-[\w-]{40,220}(?![\w-])",
    ),
    _form("an OpenRouter key", "sk-or-v1-", r"[0-9a-f]{64}(?!\w)"),
    _form("a Groq key", "gsk_", r"[^\W_]{52}(?!\w)"),
    _form("an xAI key", "xai-", r"[^\W_]{80}(?!\w)"),
    _form("a Perplexity key", "pplx-", r"[^\W_]{48}(?!\w)"),
    _form("a Replicate token", "r8_", r"[^\W_]{37}(?!\w)"),
    _form("a Hugging Face token", "hf_", r"[^\W_]{34}(?!\w)"),
    _form(_SLACK, "xoxb- xoxp- xoxa- xoxr- xoxs-", r"(?:[0-9]{8,14}-){1,3}[^\W_]{24,34}(?![\w-])"),
    _form(_SLACK, "xapp-", r"[0-9]-[A-Z0-9]{9,13}-[0-9]{8,14}-[0-9a-f]{64}(?!\w)"),
    _form(
        "a Slack webhook",
        "hooks.slack.com/services/",
        r"T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/([^\W_]{24})(?!\w)",
        "(?:https://)?",
    ),
    _form(
        "a Discord webhook",
        "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        r"[0-9]{17,20}/([\w-]{60,80})(?![\w-])",
        r"(?:https://)?(?:[a-z]{1,9}\.)?",
    ),
    _form("a Telegram bot token", ":AA", r"[\w-]{33}(?![\w-])", "[0-9]{8,10}"),
    _form("a Stripe key", "sk_live_ rk_live_", r"[^\W_]{24,247}(?!\w)"),
    _form("a Stripe webhook secret", "whsec_", r"[A-Za-z0-9+/]{32,64}(?![\w+/])"),
    _form("a Shopify token", "shpat_ shpss_ shpca_ shppa_", r"[0-9a-fA-F]{32}(?!\w)"),
    _form("a SendGrid key", "SG.", r"[\w-]{22}\.[\w-]{43}(?![\w-])"),
    _form(
        "a Vault token",
        "hvs. hvb.",
        r"(?=[\w-]{0,300}[0-9])(?:[\w-]{90,300}|[^\W_]{24})(?![\w-])",
    ),
    _form("a Terraform token", ".atlasv1.", r"[\w-]{60,70}(?![\w-])", r"[^\W_]{14}"),
    _form("a Grafana token", "glsa_", r"[^\W_]{32}_[0-9a-f]{8}(?!\w)"),
    _form("a Sentry token", "sntryu_", r"[0-9a-f]{64}(?!\w)"),
    _form("a Linear key", "lin_api_", r"[^\W_]{40}(?!\w)"),
    _form("a Notion token", "ntn_", r"[^\W_]{46}(?!\w)"),
    _form(
        "an Atlassian token",
        "ATATT3xFfGF0 ATCTT3xFfGN0",
        r"[\w-]{100,300}=[0-9A-F]{8}(?!\w)",
    ),
    _form(
        "an age key",
        "AGE-SECRET-KEY-1",
        "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}(?![A-Z0-9])",
    ),
)
"""All that are known, none of them inside another one at the same place."""
