"""How the page of a review looks: light and dark, wide and narrow, on a screen and on paper."""

from __future__ import annotations

import base64
import hashlib

from sgm_git.report.review.web.style_parts import CARDS, CHOICE, DRAWINGS, FIELDS

_PAGE = """
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --card: #ffffff; --ink: #1f2328; --soft: #59606b; --line: #e3dfd6;
  --link: #255a8a; --red: #a3211a; --red-bg: #fcefed; --amber: #7d5200; --amber-bg: #fdf5e2;
  --green: #1c6440; --green-bg: #e9f5ed; --blue-bg: #edf3f9; --code-bg: #f3f1ec;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --card: #1c1f23; --ink: #e4e2dd; --soft: #a2a6ad; --line: #33373d;
    --link: #8fbbe6; --red: #ff9d94; --red-bg: #3a2120; --amber: #e9c26f; --amber-bg: #342b17;
    --green: #8fd3a9; --green-bg: #1a3023; --blue-bg: #1d2a38; --code-bg: #272a2f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 52rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 var(--sans); overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.75rem; font-weight: 650; letter-spacing: -.015em; margin: 0 0 .6rem; }
h2 { font-size: 1.25rem; font-weight: 650; letter-spacing: -.01em; margin: 3rem 0 1rem; }
h3 { font-size: 1.0625rem; font-weight: 620; margin: 0; }
h3.long { font-size: .9375rem; font-weight: 560; text-wrap: wrap; }
h4 { font-size: .875rem; font-weight: 620; margin: 1.25rem 0 .5rem; }
h2.quiet { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: 0 0 .75rem; }
ul, ol { margin: 0; padding: 0; list-style: none; }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: .06em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, .json { font-family: var(--mono); font-size: .875em; }
time { font-variant-numeric: tabular-nums; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--card); z-index: 1; }
.over { color: var(--soft); font-size: .875rem; margin: 0 0 .35rem; }
.ends, .where, .means, .at, footer { color: var(--soft); font-size: .875rem; }
.title { border-bottom: 1px solid var(--line); padding-bottom: .75rem; margin-bottom: 1.5rem; }
.lead { font-size: 1.125rem; }
.unseen {
  font: 600 .75em var(--mono); color: var(--red); background: var(--red-bg);
  border-radius: 3px; padding: .05em .25em;
}
.consequences li { padding: .2rem 0 .2rem 1.25rem; position: relative; }
.consequences li:before {
  content: ""; position: absolute; left: .125rem; top: .75rem; width: .5rem; height: .5rem;
  border-radius: 50%; background: var(--amber);
}
.consequences .grave:before { background: var(--red); border-radius: 1px; rotate: 45deg; }
.consequences a { color: inherit; text-decoration-color: var(--line); }
.consequences a:hover { text-decoration-color: currentColor; }
.consequences .grave a { font-weight: 600; }
.verdict { margin: 1rem 0 0; }
.verdict.none { color: var(--green); }
nav { font-size: .875rem; line-height: 1.4; margin-bottom: 1.75rem; }
nav ul ul { display: none; }
nav > ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.notes li { padding: .35rem 0 .35rem 1rem; border-left: 3px solid var(--line); }
.collisions li > bdi:first-child { font-weight: 620; }
.collisions li, .timeline li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.scrolled { overflow-x: auto; }
@media (min-width: 76rem) {
  body {
    display: grid; max-width: 74rem; column-gap: 3.5rem;
    grid-template-columns: 15rem minmax(0, 1fr);
    grid-template-areas: "title title" "nav main" "nav footer";
  }
  .title { grid-area: title; }
  main { grid-area: main; }
  footer { grid-area: footer; }
  nav {
    grid-area: nav; align-self: start; position: sticky; top: 1.5rem;
    max-height: calc(100vh - 3rem); overflow-y: auto; padding-right: .5rem;
  }
  nav > ul, nav ul ul { display: block; }
  nav > ul > li { margin-bottom: .75rem; }
  nav > ul > li > a { color: var(--ink); font-weight: 600; text-decoration: none; }
  nav ul ul { margin: .35rem 0 0; border-left: 1px solid var(--line); }
  nav ul ul li { padding: .15rem 0 .15rem .75rem; }
  nav ul ul a { color: var(--soft); text-decoration: none; }
  nav a:hover { text-decoration: underline; }
}
@media (max-width: 40rem) {
  body { padding: 1.25rem 1rem 3rem; }
  h1 { font-size: 1.375rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
"""

_PRINT = """
@media print {
  :root {
    --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
    color-scheme: light;
  }
  body { display: block; max-width: none; padding: 0; font-size: 10pt; }
  nav, .choice, .skip { display: none; }
  .card, .file, tr, svg { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
"""

STYLE = f"{_PAGE}{CHOICE}{CARDS}{FIELDS}{DRAWINGS}{_PRINT}"
"""The whole of it; no text of others is in it."""


def style_hash() -> str:
    """Give the SHA-256 of the style in Base64, by which a page's policy lets it in."""
    return base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
