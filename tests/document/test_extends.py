"""A variant is laid over its base key by key, and every touched entry knows what it replaced."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from hoyle import pipeline
from hoyle.diagnostics.model import Findings, RulesetError, SourceFile
from hoyle.document.extends import load_document
from hoyle.document.nodes import Document, Map, Node, Scalar, Seq

BASE = """\
    hoyle: 1
    id: base
    title: Base
    players: {count: 2..4, "active(player p)": "size(hand[p]) > 0"}
    options:
      hand_size: {default: 7, range: 1..9, about: cards dealt}
      jump: {default: true}
    types:
      colour: [blue, green]
      kind:
        columns: {points: int}
        values: {low: [1], high: [2]}
    components:
      card:
        has: {colour: colour}
        total: 8
        make: {plain: {colour: all, copies: 4}, wild: {copies: 2}}
    boards:
      track: {nodes: spot, at: {a: [0, 0], b: [1, 0]}, paths: [a-b]}
    zones:
      deck: {of: card, starts: all, shuffled: true, refill: {from: discard, keep: 1}}
      discard: {of: card}
    state:
      round:
        owed: int = 0
    match:
      score(player p): size(hand[p])
      wins: lowest
    rules:
      round:
        do: turn(seat(0))
      turn(player me):
        about: a turn
        do: |
          choose for me:
            play: nothing
      fits(card c):
        is: c.colour == blue
        unless:
          wild: c.wild
    scenarios:
      first: {players: 2, then: [{over: true}]}
    """


def load(*texts: str) -> tuple[Document | None, list[str]]:
    """Loads the first text; `extends: N` finds the text of that number."""
    files = [SourceFile(str(number), dedent(text)) for number, text in enumerate(texts)]
    findings = Findings()

    def find_base(name: str, _: SourceFile) -> SourceFile | None:
        return files[int(name)] if name.isdigit() and int(name) < len(files) else None

    document = load_document(files[0], find_base, findings, known=["stopper", "other"])
    messages = []
    for finding in findings.sorted:
        help = f" | {finding.help}" if finding.help else ""
        messages.append(f"{finding.place} {finding.code.id} {finding.message}{help}")
    return document, messages


def plain(node: Node | None) -> object:
    match node:
        case None:
            return None
        case Scalar():
            return node.value
        case Seq():
            return [plain(item) for item in node.items]
        case Map():
            return {entry.key.text: plain(entry.value) for entry in node}


def at(document: Document | None, *path: str) -> Node | None:
    assert document is not None
    node: Node | None = document.root
    for key in path:
        assert isinstance(node, Map)
        node = node.get(key)
    return node


def variant(text: str) -> tuple[Document | None, list[str]]:
    return load("hoyle: 1\nid: v\nextends: 1\ntitle: V\n" + dedent(text), BASE)


def test_what_the_variant_leaves_alone_is_the_bases() -> None:
    document, messages = variant("")
    assert messages == []
    assert document is not None
    assert plain(at(document, "id")) == "v"
    assert plain(at(document, "extends")) == 1
    assert plain(at(document, "scenarios", "first", "players")) == 2
    assert [file.name for file in document.files] == ["0", "1"]
    assert len(document.layers) == 2


def test_a_value_sets_an_options_default() -> None:
    document, messages = variant("options: {hand_size: 5, jump: {about: new}}\n")
    assert messages == []
    assert plain(at(document, "options", "hand_size")) == {
        "default": 5,
        "range": "1..9",
        "about": "cards dealt",
    }
    assert plain(at(document, "options", "jump")) == {"default": True, "about": "new"}
    options = at(document, "options")
    assert isinstance(options, Map)
    entry = options.entry("hand_size")
    assert entry is not None
    assert entry.base is not None
    assert str(entry.key.place) == "0:5:11"
    assert str(entry.base.key.place) == "1:6:3"
    assert isinstance(entry.value, Map)
    default = entry.value.entry("default")
    assert default is not None
    assert default.base is not None
    assert plain(default.base.value) == 7


def test_a_number_of_players_sets_the_count() -> None:
    document, _ = variant("players: 3\n")
    assert plain(at(document, "players")) == {"count": 3, "active(player p)": "size(hand[p]) > 0"}


def test_mappings_merge_and_lists_replace() -> None:
    document, messages = variant("""\
        types: {colour: [red], kind: {values: {top: [9], low: off}}}
        components: {card: {total: 9, make: {wild: off, extra: {colour: red}, plain: {copies: 3}}}}
        zones: {deck: {refill: {keep: 2}}, hand: {of: card}}
        state:
          round: {owed: off}
          match: {turns: "int = 0"}
        """)
    assert messages == []
    assert plain(at(document, "types")) == {
        "colour": ["red"],
        "kind": {"columns": {"points": "int"}, "values": {"high": [2], "top": [9]}},
    }
    assert plain(at(document, "components", "card", "make")) == {
        "plain": {"colour": "all", "copies": 3},
        "extra": {"colour": "red"},
    }
    assert plain(at(document, "zones", "deck", "refill")) == {"from": "discard", "keep": 2}
    assert plain(at(document, "zones", "hand")) == {"of": "card"}
    assert plain(at(document, "state")) == {"round": {}, "match": {"turns": "int = 0"}}


def test_parts_of_boards_are_replaced_whole() -> None:
    document, _ = variant("boards: {track: {at: {c: [5, 5]}}}\n")
    assert plain(at(document, "boards", "track")) == {"nodes": "spot", "at": {"c": [5, 5]}, "paths": ["a-b"]}


def test_signatures_are_not_part_of_a_name() -> None:
    document, messages = variant("""\
        match:
          score: 1
        zones:
          deck:
            starts(card c): c.wild
        players:
          active(player q): true
        """)
    assert messages == []
    assert plain(at(document, "match")) == {"score(player p)": 1, "wins": "lowest"}
    assert at(document, "zones", "deck", "starts") is None
    assert plain(at(document, "zones", "deck", "starts(card c)")) == "c.wild"
    assert plain(at(document, "players")) == {"count": "2..4", "active(player q)": True}


def test_rules() -> None:
    document, messages = variant("""\
        rules:
          turn:
            cites: [V-1]
          turn.play: off
          fits:
            unless:
              eight: c.kind == "8"
          extra(player me):
            do: nothing
        """)
    assert messages == []
    rules = at(document, "rules")
    assert isinstance(rules, Map)
    assert rules.keys() == ["round", "turn(player me)", "fits(card c)", "turn.play", "extra(player me)"]
    turn = rules.entry("turn(player me)")
    assert turn is not None
    assert str(turn.key.place) == "1:32:3"
    assert turn.base is not None
    assert isinstance(turn.value, Map)
    assert turn.value.keys() == ["about", "do", "cites"]
    assert plain(at(document, "rules", "fits(card c)", "unless")) == {
        "wild": "c.wild",
        "eight": 'c.kind == "8"',
    }
    assert plain(rules.get("turn.play")) == "off"


def test_two_levels_and_their_parts() -> None:
    middle = """\
        hoyle: 1
        id: middle
        extends: 2
        title: Middle
        rules:
          turn.play: {about: middle}
          turn:
            add: |
              pass: nothing
        """
    document, messages = load(
        "hoyle: 1\nid: v\nextends: 1\ntitle: V\nrules:\n  turn.play:\n    do: nothing\n", middle, BASE
    )
    assert messages == []
    rules = at(document, "rules")
    assert isinstance(rules, Map)
    part = rules.entry("turn.play")
    assert part is not None
    assert part.base is not None
    assert plain(part.value) == {"about": "middle", "do": "nothing"}
    assert plain(part.base.value) == {"about": "middle"}
    assert plain(at(document, "rules", "turn(player me)", "add")) == "pass: nothing\n"

    anew = "hoyle: 1\nid: v\nextends: 1\ntitle: V\nrules:\n  turn:\n    do: nothing\n"
    document, messages = load(anew, middle, BASE)
    assert messages == []
    rules = at(document, "rules")
    assert isinstance(rules, Map)
    assert rules.keys() == ["round", "turn(player me)", "fits(card c)"]
    assert plain(rules.get("turn(player me)")) == {"about": "a turn", "do": "nothing"}
    turn = rules.entry("turn(player me)")
    assert turn is not None
    assert turn.base is not None
    assert isinstance(turn.base.value, Map)
    assert "add" in turn.base.value


def test_a_definition_can_become_a_procedure() -> None:
    document, _ = variant("rules:\n  fits:\n    do: nothing\n")
    assert plain(at(document, "rules", "fits(card c)")) == {"do": "nothing"}


def test_overriding_what_the_base_lacks() -> None:
    _, messages = variant("""\
        options: {hand_sise: 5, colr: off}
        zones: {dek: {seen: owner}, deck: {refil: off}}
        components: {card: {make: {wld: off}}}
        boards: {trak: {at: {}}}
        rules:
          fit: {unless: {}}
          trn.play: off
          turn: off
          turn.play: off
          fits: {unless: {wyld: off}}
        scenarios: {frst: off}
        """)
    assert messages == [
        "0:5:11 H212 the base has no option `hand_sise` | did you mean `hand_size`?; "
        "to add a new option write `hand_sise: {default: …}`",
        "0:5:25 H212 the base has no option `colr` to remove",
        "0:6:9 H212 the base has no zone `dek` | did you mean `deck`?; a new zone needs `of`",
        "0:6:36 H212 the base has no entry in `deck` `refil` to remove | did you mean `refill`?",
        "0:7:28 H212 the base has no entry in `make` `wld` to remove | did you mean `wild`?",
        "0:8:10 H212 the base has no board `trak` | did you mean `track`?; a new board needs `nodes`",
        "0:10:3 H212 the base has no rule `fit` | did you mean `fits`?; to add a new rule write `fit()`",
        "0:11:3 H212 there is no rule `trn`, so `trn.play` changes nothing",
        "0:13:3 H212 there is no rule `turn`, so `turn.play` changes nothing",
        "0:14:19 H212 the base has no entry in `unless` `wyld` to remove | did you mean `wild`?",
        "0:15:13 H212 the base has no scenario `frst` to remove | did you mean `first`?",
    ]


def test_off_needs_a_base() -> None:
    _, messages = load("rules:\n  turn: off\n  trn.x: {do: nothing}\noptions: {light: {default: off}}\n")
    assert messages == [
        "0:2:3 H212 `off` removes what a base has, and there is no rule `turn` in one",
        "0:3:3 H212 there is no rule `trn`, so `trn.x` changes nothing",
    ]


@pytest.mark.parametrize(
    "change",
    [
        "types: {colour: OFF}",
        "types: {kind: {values: {low: OFF}}}",
        "components: {card: OFF}",
        "components: {card: {make: {wild: OFF}}}",
        "boards: {track: OFF}",
        "zones: {discard: OFF}",
        "rules: {fits: OFF}",
        "rules: {turn.play: OFF}",
        "scenarios: {first: OFF}",
    ],
)
def test_off_in_quotation_marks_removes_a_mapping(change: str) -> None:
    bare, messages = variant(change.replace("OFF", "off"))
    assert messages == []
    for quoted in ('"off"', "'off'"):
        document, messages = variant(change.replace("OFF", quoted))
        assert messages == []
        assert plain(at(document)) == plain(at(bare))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ("options: {jump: 'off'}", ("options", "jump", "default")),
        ("rulebook: {R-1: 'off'}", ("rulebook", "R-1")),
        ("state: {round: {owed: 'off'}}", ("state", "round", "owed")),
        ("rules: {fits: {unless: {wild: 'off'}}}", ("rules", "fits(card c)", "unless", "wild")),
        (
            "components: {card: {make: {wild: {colour: 'off'}}}}",
            ("components", "card", "make", "wild", "colour"),
        ),
        ("rules: {fits: {why: {en: 'off'}}}", ("rules", "fits(card c)", "why", "en")),
        ("title: off", ("title",)),
    ],
)
def test_off_in_quotation_marks_is_a_text_where_one_can_stand(change: str, path: tuple[str, ...]) -> None:
    text = f"hoyle: 1\nid: v\nextends: 1\ntitle: V\n{change}\n"
    document, messages = load(text.replace("title: V\n", "") if change.startswith("title") else text, BASE)
    assert messages == []
    assert plain(at(document, *path)) == "off"


def test_off_in_quotation_marks_says_the_same_as_without(tmp_path: Path) -> None:
    found = []
    for word in ("off", '"off"'):
        path = tmp_path / "variant.yaml"
        path.write_text(f"hoyle: 1\nid: v\nextends: stop\ntitle: V\nrules:\n  jumping: {word}\n", "utf-8")
        found.append([(f.code.id, f.message, f.place.line) for f in pipeline.lint(path)])
        with pytest.raises(RulesetError):  # was an internal error
            pipeline.compile_ruleset(path)
    assert found[0] == found[1]
    assert [id for id, _, _ in found[0]] == ["H410"]


def test_the_same_rule_twice() -> None:
    _, messages = load("rules:\n  turn: {do: nothing}\n  turn(player me): {do: nothing}\n")
    assert messages == ["0:3:3 H109 the rule `turn` stands here a second time"]


def test_unknown_base() -> None:
    assert load("extends: stoper\n") == (
        None,
        ["0:1:10 H210 there is no ruleset `stoper` to extend | did you mean `stopper`?"],
    )
    assert load("extends: [a]\n")[1] == [
        "0:1:10 H210 `extends` doesn't name a ruleset | write a bundled id or the path of a file"
    ]


def test_cycle() -> None:
    assert load("extends: 1\n", "a: 1\nextends: 2\n", "b: 1\nextends: 1\n") == (
        None,
        ["1:2:10 H211 these rulesets extend each other: 1 → 2 → 1 | a base can't build on its own variant"],
    )


def test_a_broken_base_is_reported_where_it_is() -> None:
    document, messages = load("extends: 1\n", "a: @\n")
    assert document is None
    assert messages == ["1:1:4 H105 a value can't begin with `@` | put it in quotation marks"]


def test_a_chain_of_variants() -> None:
    def chain(bases: int) -> list[str]:
        variants = [f"# {n}\nextends: {n + 1}\n" for n in range(bases)]
        return load(*variants, BASE)[1]

    assert chain(20) == []
    assert chain(21) == [
        "0:2:10 H104 this ruleset builds on more than 20 others | put some of its bases together into one"
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bin.yaml", "bin.yaml:1:1 H101 `bin.yaml` is no ruleset: it has no line `hoyle: 1`"),
        ("latin.yaml", "latin.yaml:3:8 H102 the file isn't UTF-8: byte E9 makes no character"),
        ("large.yaml", "large.yaml:1:1 H104 the file is larger than 1 MiB"),
        ("folder", "folder:1:1 H101 `folder` is a folder, not a file"),
        (".", ".:1:1 H101 `.` is a folder, not a file"),
        ("..", "..:1:1 H101 `..` is a folder, not a file"),
        ("x" * 5000, f"v.yaml:3:10 H210 there is no ruleset `{'x' * 80}` to extend"),
        ("nim", ""),
    ],
)
def test_a_base_that_cannot_be_used(
    name: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bin.yaml").write_bytes(b"\xff\x00")
    Path("latin.yaml").write_bytes(b"hoyle: 1\nid: latin\ntitle: \xe9\n")
    Path("large.yaml").write_bytes(b"# x\n" * 300_000)
    Path("folder").mkdir()
    Path("nim").mkdir()  # the bundled one is meant
    Path("v.yaml").write_text(f"hoyle: 1\nid: v\nextends: {name}\ntitle: V\n", encoding="utf-8")
    found = [f"{found.place} {found.code.id} {found.message}" for found in pipeline.lint("v.yaml")]
    assert found == [expected] * bool(expected)
