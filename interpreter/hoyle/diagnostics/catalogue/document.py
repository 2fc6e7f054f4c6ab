"""Codes of the document stage: H1xx for the file and its YAML, H2xx for the schema and for variants."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

UNREADABLE_FILE = Code(
    "H101", "unreadable-file", "error", "the file can't be opened",
    why="The name may be misspelt, the file may have moved, or it is a folder or closed to you. "
    "Names are looked up from the folder in which the command runs.",
    bad="hoyle lint rulesets/no-such-file.yaml\n",
    good="hoyle lint rulesets/my-game.yaml\n",
)  # fmt: skip

NOT_UTF8 = Code(
    "H102", "not-utf8", "error", "the file isn't UTF-8 text",
    why="A ruleset is read the same way on every machine, so it has one encoding. "
    "Choose UTF-8 in your editor's \"save as\" dialogue.",
    bad="title: Caf\\xe9        # the byte E9, as an old Windows editor writes it\n",
    good="title: Café\n",
)  # fmt: skip

CONTROL_CHARACTER = Code(
    "H103", "control-character", "error", "an invisible character that has no place in a ruleset",
    why="Control characters, exotic line ends and byte order marks in the middle of a file can't be seen "
    "in an editor, and make two lines that look the same differ. They come from copying and pasting.",
    bad='title: "Draw\\x00Two"   # a real NUL byte between the words\n',
    good='title: "Draw Two"\n',
)  # fmt: skip

TOO_LARGE = Code(
    "H104", "too-large", "error", "the file is larger than any ruleset needs to be",
    why="A ruleset holds at most 1 MiB of text, 50,000 values and 40 levels of nesting, and builds on at "
    "most 20 others, so that nobody's file can stall the program. Large decks come from `make`, not from "
    "lists of cards.",
    bad="at: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n",
    good="at: {a: [0, 0]}\n",
)  # fmt: skip

YAML_SYNTAX = Code(
    "H105", "yaml-syntax", "error", "this isn't YAML",
    why="The rest of the file can't be understood before this is mended. A value that holds `: `, or begins "
    "with one of @ ` % & * ! | > [ { must be quoted or moved to a block.",
    bad="about: two colours: red and blue\n",
    good='about: "two colours: red and blue"\n',
)  # fmt: skip

TAB = Code(
    "H106", "tab-indentation", "error", "a tab where YAML wants blanks",
    why="Editors show tabs in different widths, so YAML forbids them for indentation. "
    "Set your editor to insert blanks.",
    bad="zones:\n\tdeck: {of: card}\n",
    good="zones:\n  deck: {of: card}\n",
)  # fmt: skip

UNCLOSED = Code(
    "H107", "unclosed", "error", "a bracket or quotation mark that is never closed",
    why="Everything after it would be taken as a part of it.",
    bad="types:\n  colour: [blue, green\n  suit: [cup, coin]\n",
    good="types:\n  colour: [blue, green]\n  suit: [cup, coin]\n",
)  # fmt: skip

BAD_INDENTATION = Code(
    "H108", "bad-indentation", "error", "a line is indented like none above it",
    why="In YAML the indentation says what belongs to what: keys of one mapping begin in the same column.",
    bad="zones:\n  deck: {of: card}\n   hand: {of: card}\n",
    good="zones:\n  deck: {of: card}\n  hand: {of: card}\n",
)  # fmt: skip

DUPLICATE_KEY = Code(
    "H109", "duplicate-key", "error", "the same key twice in one mapping",
    why="Only one of the two could count, and a reader can't know which.",
    bad="options:\n  hand_size: {default: 7, range: 1..9}\n  hand_size: {default: 5, range: 1..9}\n",
    good="options:\n  hand_size: {default: 5, range: 1..9}\n",
)  # fmt: skip

YAML_TAG = Code(
    "H110", "yaml-tag", "error", "YAML tags aren't used in rulesets",
    why="A tag (`!word`) asks a YAML reader to build something special. A ruleset is plain data; "
    "quote the text if the exclamation mark belongs to it.",
    bad="title: !fun Cards\n",
    good='title: "!fun Cards"\n',
)  # fmt: skip

YAML_ANCHOR = Code(
    "H111", "yaml-anchor", "error", "YAML anchors, aliases and merge keys aren't used in rulesets",
    why="`&name`, `*name` and `<<` hide where a value comes from and can make a small file enormous. "
    "To share rules between games, extend a ruleset; to share values, use an option or a rule.",
    bad="zones:\n  deck: &pile {of: card}\n  discard: *pile\n",
    good="zones:\n  deck: {of: card}\n  discard: {of: card}\n",
)  # fmt: skip

SEVERAL_DOCUMENTS = Code(
    "H112", "several-documents", "error", "more than one YAML document in the file",
    why="A line `---` begins a new document, and one file is one ruleset.",
    bad="hoyle: 1\nid: one\n---\nhoyle: 1\nid: two\n",
    good="hoyle: 1\nid: one\n",
)  # fmt: skip

NOT_A_MAPPING = Code(
    "H113", "not-a-mapping", "error", "a ruleset consists of keys with values",
    why="The file is empty, or holds a list or a single text, where `hoyle: 1`, `id: …` should stand.",
    bad="- hoyle\n- my-game\n",
    good="hoyle: 1\nid: my-game\n",
)  # fmt: skip

BAD_KEY = Code(
    "H114", "bad-key", "error", "a key must be a word or a short text",
    why="Keys are names. A list, a mapping or nothing at all can't be one.",
    bad="zones:\n  [deck, hand]: {of: card}\n",
    good="zones:\n  deck: {of: card}\n  hand: {of: card}\n",
)  # fmt: skip

FLOW_EXPRESSION = Code(
    "H115", "flow-expression", "error", "an unquoted expression inside {…} or […]",
    why="Inside brackets YAML cuts at every comma, colon and bracket, so an expression may arrive in pieces. "
    "Quote it, or write the mapping in block style, one key a line.",
    bad="rules:\n  fits(card c): {is: c.colour == top(discard).colour}\n",
    good="rules:\n  fits(card c):\n    is: c.colour == top(discard).colour\n",
)  # fmt: skip

UNKNOWN_KEY = Code(
    "H201", "unknown-key", "error", "a key that means nothing here",
    why="It is probably misspelt, or stands one level too deep or too high. Unknown keys are never ignored, "
    "so that a misspelt one can't change a game unnoticed.",
    bad="zones:\n  deck:\n    of: card\n    shufled: true\n",
    good="zones:\n  deck:\n    of: card\n    shuffled: true\n",
)  # fmt: skip

WRONG_TYPE = Code(
    "H202", "wrong-type", "error", "a value of the wrong kind",
    why="Text, whole numbers, true/false, lists and mappings aren't converted into each other. "
    "`yes`, `no`, `on` and `off` are text; the truth values are `true` and `false`.",
    bad="zones:\n  deck:\n    of: card\n    shuffled: yes\n",
    good="zones:\n  deck:\n    of: card\n    shuffled: true\n",
)  # fmt: skip

MISSING_KEY = Code(
    "H203", "missing-key", "error", "a key that must be given is missing",
    why="Without it the entry says too little to be played.",
    bad="zones:\n  hand:\n    per: player\n",
    good="zones:\n  hand:\n    of: card\n    per: player\n",
)  # fmt: skip

WRONG_VALUE = Code(
    "H204", "wrong-value", "error", "a value outside of what is allowed",
    why="The kind of the value is right, but it isn't one of the words, ranges or lengths that fit here.",
    bad="match:\n  wins: most\n",
    good="match:\n  wins: highest\n",
)  # fmt: skip

UNKNOWN_BASE = Code(
    "H210", "unknown-base", "error", "the ruleset to extend isn't found",
    why="`extends` names a bundled ruleset by its id, or another file by its path from this one.",
    bad="hoyle: 1\nid: my-variant\nextends: no-such-game\ntitle: My variant\n",
    good="hoyle: 1\nid: my-variant\nextends: ./base.yaml\ntitle: My variant\n",
)  # fmt: skip

EXTENDS_CYCLE = Code(
    "H211", "extends-cycle", "error", "rulesets that extend each other",
    why="A variant changes its base, which must exist without it.",
    bad="# in a.yaml\nextends: ./b.yaml\n# in b.yaml\nextends: ./a.yaml\n",
    good="# in a.yaml\nextends: ./b.yaml\n# in b.yaml: no extends\n",
)  # fmt: skip

OVERRIDES_NOTHING = Code(
    "H212", "overrides-nothing", "error", "a variant changes or removes what its base lacks",
    why="A misspelt name would otherwise leave the base's rule in force and add one that nothing uses. "
    "To add a rule, write its brackets: `name()`.",
    bad="extends: base\noptions:\n  hand_sise: 5\n",
    good="extends: base\noptions:\n  hand_size: 5\n",
)  # fmt: skip
