"""Front matter as people type it, in every style that YAML has."""

from __future__ import annotations

TYPED = {
    "comments everywhere": """# head
id: a # behind

# above title
title: "b"   # far behind

# at the end
""",
    "quotes and escapes": """'id': 'it''s'
"title": "caf\\u00e9 \\
  joined"
a: 'two
  lines

  here'
b: "c"
""",
    "plain over lines": """title: this is
  a long
  title # note
id: a
x:
  on the
  next line
""",
    "odd spacing": """id :   a
title:    b
scope : {  project :  p  }
x:   [ 1 ,2,  3 ]
""",
    "blocks": """id: a
lit: |
  one
    two
  three
keep: |+
  one

fold: >
  words that are
  folded

  twice
strip: >-
  a
ind: |2
    two more
note: | # why
  x
""",
    "a block that is kept at the end": """id: a
x: |+
  one


""",
    "sequences indented or not": """annotations:
- kind: status
  value: accepted

- kind: why
  value:
  - a
  - b
links:
  - x
  -   y   # wide
  - z
deep:
- - 1
  - 2
-
  - 3
- key:
  - 4
""",
    "items of many kinds": """x:
  -
  - # comment
    a: b
  - c:
      d
    e: [f]
  - >-
    g
    h
  - "i"
  - {j: k}
  - null
  - ? l
    : m
""",
    "flow over lines": """x: [
  a,   # first
  b,

  c    # last
]
y: {
  a: 1,
  b: {c: 2},   # nested
}
z: {a, b: , "c":1}
e: []
f: { }
g: [a: b, c]
""",
    "anchors, aliases and merges": """base: &base
  agent: a
  links: [x]
provenance:
  <<: *base
  origin: cli
x: &x one
y: *x
z: [*x, &q two, *q]
w: &w {k: *x}
v: *w
s: &s
  - 1
  - &t {u: 2}
r: *t
""",
    "tags": """id: !!str 5
n: !!int 5
f: !!float 5
b: ! yes
m: !!map {a: 1}
l: !!seq
  - a
a: !!str &x b
c: &y !!int 7
""",
    "question marks": """? id
: a
? "long key"
: - 1
  - 2
? only
? |
  block key
: v
""",
    "empty values": """a:
b: # comment
c: ~
d:

e: ''
f: {g: , h: ""}
i:
  -
  -
""",
    "indented wide": """provenance:
        agent: a
        links:
                - b
                -     c
        scope:
            project:
             p
""",
    "all in braces": """{id: a, title: "b",
 scope: {project: p}}
""",
    "special characters": """é😀: "\\ud83d\\ude00"
"a: b": {"c, d": [x]}
u: a\x85b\u2028c
nbsp: a\xa0b
x: \\ud800
y: "\\ud800"
""",
    "tabs behind colons": """id:\ta
x:\t[1]\t# comment
y: \t'b'
""",
    "a document end": """id: a
x: [1]
...
""",
}
DOCUMENTS = {
    **{name: f"---\n{text}---\n\nBody\n\ntext.\n" for name, text in TYPED.items()},
    "blank lines with blanks": "---\nid: a\n   \nx:\n  z: 1\n  \n  k: 2\n   # odd\n---\n\nBody\n",
    "nothing in front": "---\n---\n\nBody.\n",
    "only a comment in front": "---\n# nothing yet\n---\n",
    "no body": "---\nid: a\n---\n",
    "no line end behind the fence": "---\nid: a\n---",
    "no blank line before the body": "---\nid: a\n---\nBody",
    "blank lines around the body": "---\nid: a\n---\n\n\n\nBody\n\n\n",
    "an empty body": "---\nid: a\n---\n\n",
    "content in front": "---\nid: a\ncontent: |\n  b\n---\n",
    "content in front and a blank body": "---\ncontent: b\nid: a\n---\n\n \n",
    "blanks behind the fences": "--- \t\nid: a\n---  \n\nBody\n",
    "a body with mixed line ends": "---\r\nid: a\r\n---\r\n\r\none\ntwo\r\nthree\r\n",
}
DOCUMENTS |= {
    f"{name}, CRLF": text.replace("\n", "\r\n")
    for name, text in DOCUMENTS.items()
    if "\r" not in text
}
