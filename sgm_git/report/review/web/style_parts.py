"""Parts of the style of a review's page: the choice, cards, fields and drawings."""

from __future__ import annotations

CHOICE = """
.choice { border: 0; margin: 1.75rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; }
.choice legend { color: var(--soft); font-size: .875rem; padding: 0; margin-bottom: .4rem; }
.choice input { position: absolute; opacity: 0; pointer-events: none; }
.choice label {
  border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem; cursor: pointer;
  font-size: .875rem; background: var(--card);
}
.choice label:hover { border-color: var(--soft); }
.choice :checked + label { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.choice :focus-visible + label { outline: 2px solid var(--link); outline-offset: 2px; }
.choice .number { opacity: .7; font-variant-numeric: tabular-nums; }
body:has(#show-first:checked)
  :is(.card, .group, .part:has(.group)):not(.first, :has(.first)),
body:has(#show-found:checked)
  :is(.card, .group, .part:has(.group)):not(.found, :has(.found)),
body:has(#show-b-added:checked)
  :is(.card, .group, .part:has(.group)):not(.b-added, :has(.b-added)),
body:has(#show-b-changed:checked)
  :is(.card, .group, .part:has(.group)):not(.b-changed, :has(.b-changed)),
body:has(#show-b-retired:checked)
  :is(.card, .group, .part:has(.group)):not(.b-retired, :has(.b-retired)),
body:has(#show-b-removed:checked)
  :is(.card, .group, .part:has(.group)):not(.b-removed, :has(.b-removed)),
body:has(#show-b-affected:checked)
  :is(.card, .group, .part:has(.group)):not(.b-affected, :has(.b-affected)),
body:has(#show-b-moved:checked)
  :is(.card, .group, .part:has(.group)):not(.b-moved, :has(.b-moved)),
body:has(#show-b-respelled:checked)
  :is(.card, .group, .part:has(.group)):not(.b-respelled, :has(.b-respelled)),
body:has(#show-t-rule:checked)
  :is(.card, .group, .part:has(.group)):not(.t-rule, :has(.t-rule)),
body:has(#show-t-decision:checked)
  :is(.card, .group, .part:has(.group)):not(.t-decision, :has(.t-decision)),
body:has(#show-t-status:checked)
  :is(.card, .group, .part:has(.group)):not(.t-status, :has(.t-status)),
body:has(#show-t-task:checked)
  :is(.card, .group, .part:has(.group)):not(.t-task, :has(.t-task)),
body:has(#show-t-fact:checked)
  :is(.card, .group, .part:has(.group)):not(.t-fact, :has(.t-fact)),
body:has(#show-t-annotation:checked)
  :is(.card, .group, .part:has(.group)):not(.t-annotation, :has(.t-annotation)),
body:has(#show-t-other:checked)
  :is(.card, .group, .part:has(.group)):not(.t-other, :has(.t-other)) { display: none; }
"""

CARDS = """
.card, .file {
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 1.1rem 1.25rem 1.25rem; margin: 0 0 1rem;
}
.card.grave { border-left: 4px solid var(--red); }
.card.worth { border-left: 4px solid var(--amber); }
.card:target { outline: 2px solid var(--link); }
.group > h3 { margin: 1.5rem 0 .6rem; color: var(--soft); font-size: .9375rem; }
.kind { margin: 0 0 .15rem; font-size: .8125rem; color: var(--soft); }
.kind .type { font-weight: 620; color: var(--ink); }
.became { padding: .05rem .45rem; border-radius: 4px; background: var(--code-bg); }
.became.added { color: var(--green); background: var(--green-bg); }
.became.removed, .became.retired { color: var(--red); background: var(--red-bg); }
.became.changed { color: var(--link); background: var(--blue-bg); }
.where { margin: .2rem 0 0; }
.where code:first-child:not(:last-child) { margin-right: .75rem; }
.concerns { margin: .9rem 0 0; }
.concerns li { padding: .45rem .75rem; border-radius: 5px; margin-bottom: .35rem; }
.concerns .grave { background: var(--red-bg); }
.concerns .worth { background: var(--amber-bg); }
.concerns strong { display: inline-block; font-weight: 620; margin-right: .35rem; }
.concerns .grave strong { color: var(--red); }
.concerns .worth strong { color: var(--amber); }
.concerns strong:first-letter { text-transform: uppercase; }
dl, dd { margin: 0; }
.standing { display: flex; flex-wrap: wrap; gap: .6rem; margin: .9rem 0 0; }
.standing div {
  flex: 1 1 14rem; border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem;
}
.standing dt, .facts dt { color: var(--soft); font-size: .8125rem; }
.standing dd:first-letter { text-transform: uppercase; }
.standing .means { display: block; }
.standing .binds { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.standing .binds dd { font-weight: 620; }
.standing .binds .means { font-weight: 400; color: var(--ink); }
.standing .none dd { color: var(--soft); }
.facts { margin: .9rem 0 0; font-size: .9375rem; }
.fact { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .75rem; padding: .15rem 0; }
.facts dt { padding-top: .1rem; }
.fact.grave dd { color: var(--red); font-weight: 560; }
.finding { display: block; padding: .4rem 0; border-top: 1px solid var(--line); }
.finding .at { display: block; }
.severity { font-size: .8125rem; font-weight: 620; padding: .05rem .45rem; border-radius: 4px; }
.severity.error { color: var(--red); background: var(--red-bg); }
.severity.warning { color: var(--amber); background: var(--amber-bg); }
.severity.info { color: var(--link); background: var(--blue-bg); }
summary { cursor: pointer; }
.known { margin-top: 1rem; }
.known summary, .timeline summary, .graph summary { color: var(--soft); font-size: .875rem; }
.fold > summary { list-style: none; position: relative; padding-right: 1.5rem; }
.fold > summary::-webkit-details-marker { display: none; }
.fold > summary:after {
  content: ""; position: absolute; right: .25rem; top: .5rem; width: .5rem; height: .5rem;
  border: solid var(--soft); border-width: 0 2px 2px 0; rotate: 45deg;
}
.fold[open] > summary:after { rotate: 225deg; top: .75rem; }
.card:has(> .fold:not([open])) { padding-bottom: 1.1rem; }
.file h3 { font-weight: 500; }
.file h3 bdi { font-family: var(--mono); font-size: .9375em; font-weight: 620; }
.file ul { margin: .5rem 0 0; }
.file li { padding: .2rem 0 .2rem .9rem; border-left: 3px solid var(--line); }
.file.trust { border-left: 4px solid var(--red); }
.file .means { margin: .4rem 0 0; }
"""

FIELDS = """
.fields { width: 100%; border-collapse: collapse; margin: 1.1rem 0 0; table-layout: fixed; }
.fields th { text-align: left; font-weight: 400; vertical-align: top; }
.fields thead th { color: var(--soft); font-size: .8125rem; padding: 0 .75rem .3rem 0; }
.fields thead th:first-child { width: 10.5rem; }
.fields tbody tr { border-top: 1px solid var(--line); }
.fields tbody th, .fields td { padding: .5rem .75rem .5rem 0; vertical-align: top; }
.fields tbody th { color: var(--soft); }
.says { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; }
.text { white-space: pre-wrap; unicode-bidi: plaintext; tab-size: 4; }
.absent { color: var(--soft); font-style: italic; }
ins, del { border-radius: 2px; padding: 0 .1em; -webkit-box-decoration-break: clone; }
ins { background: var(--green-bg); color: var(--green); text-decoration: underline .08em; }
del { background: var(--red-bg); color: var(--red); text-decoration: line-through .08em; }
ins, del { text-underline-offset: .18em; box-decoration-break: clone; }
.fields td:not(.whole) > :is(ins, del) > .text { display: inline; }
.whole > :is(ins, del) { display: block; padding: .2em .5em; text-decoration: none; }
.gap { color: var(--soft); }
@media (max-width: 40rem) {
  .card, .file { padding: .9rem .9rem 1rem; }
  .fields, .fields tbody, .fields tr, .fields tbody th, .fields td { display: block; }
  .fields thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; }
  .fields thead { overflow: hidden; }
  .fields tbody th { padding-bottom: 0; }
  .fields td { padding-top: .15rem; padding-right: 0; }
  .fact { grid-template-columns: minmax(0, 1fr); gap: 0; padding: .25rem 0; }
}
"""

DRAWINGS = """
svg { font-family: var(--sans); }
svg text { fill: var(--ink); unicode-bidi: plaintext; }
.time { width: 100%; height: auto; min-width: 36rem; display: block; }
.time .lane { stroke: var(--line); stroke-width: 2; }
.time .mark { stroke: var(--line); stroke-dasharray: 2 3; }
.time .dot { fill: var(--link); fill-opacity: .8; stroke: var(--paper); stroke-width: 2; }
.time .who { font-size: 13px; }
.time .when { font-size: 11.5px; fill: var(--soft); }
.commits { font-size: .875rem; margin-top: .75rem; }
.commits time, .commits li > code { color: var(--soft); }
.commits .author { font-weight: 560; }
.touched a { margin-right: .5rem; }
.signed { color: var(--soft); }
.graph .scrolled { border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
svg.graph { display: block; margin: 1rem auto; }
.node { fill: var(--card); stroke: var(--soft); stroke-opacity: .6; }
.node.changed { stroke: var(--ink); stroke-width: 2; stroke-opacity: 1; }
.graph .what { font-size: 11px; fill: var(--soft); }
.graph .said { font-size: 13px; font-weight: 560; }
.graph .id { font: 11px var(--mono); fill: var(--soft); }
.edge { fill: none; stroke: var(--soft); stroke-width: 1.75; }
.tip { fill: var(--soft); }
.edge.link { stroke-dasharray: 4 3; }
.edge.added { stroke: var(--green); stroke-width: 2.5; }
.tip.added { fill: var(--green); }
.edge.removed { stroke: var(--red); stroke-dasharray: 1.5 4; stroke-width: 2.5; }
.tip.removed { fill: var(--red); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-bottom: .75rem; }
.legend { color: var(--soft); font-size: .8125rem; }
.key { width: 30px; height: 10px; margin-right: .4rem; vertical-align: baseline; }
.graph details { margin-top: .75rem; }
@media (forced-colors: active) {
  .edge, .node { stroke: CanvasText; }
  .tip, svg text, .dot { fill: CanvasText; }
  .card.grave, .file.trust { border-left-style: double; }
}
"""
