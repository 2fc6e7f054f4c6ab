"""The language server, asked by a client over its pipes, mostly in a thread of the tests' own process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main
from hoyle.lsp import server
from tests.lsp.client import ROOT, Client, Failed, ProcessClient, ThreadClient

GAME = """\
hoyle: 1
id: sample
title: "Sample 🂡"
about: A game for tests
players: 2..4
options:
  hand_size: {default: 3, range: 1..5, about: cards dealt}
types:
  colour: [blue, red, "2+"]
components:
  card: {has: {colour: colour}, make: {all: {colour: all, copies: 5}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true, about: cards to draw from, refill: {from: pile}}
  pile: {of: card, about: what was played}
  hand: {of: card, per: player, seen: owner}
state:
  round:
    up: player = seat(0)
    owed: int = 0
match:
  ends: size(pile) > 3
  score(player p): size(hand[p]) + owed
rules:
  round:
    do: |
      deal hand_size from deck to hand[p] for p in players
      while no p in players where size(hand[p]) == 0: turn(up)
  turn(player me):
    about: Play a card, or draw one.
    do: |
      choose for me:
        play "🂡 {c}"(c in hand[me]) needs fits(c): move c to pile
        take: draw 1 from deck to hand[me]
      owed += 1
      up = left(me)
  fits(card c):
    is: >-
      size(pile) == 0
      or c.colour == top(pile).colour
      or c.colour == blue
    why: "🂡 {c} is not {top(pile)}"
scenarios:
  one:
    players: 2
    given: {"hand[0]": [blue], up: seat 0}
    call: turn(seat(0))
    then:
      - seat 0 may not: {play red: fits}
      - expect: size(hand[seat(0)]) == 1 and up == seat(0)
"""
URI = "untitled:sample"


@pytest.fixture(scope="module", autouse=True)
def impatient() -> Iterator[None]:
    """A server that does not wait until nobody types on."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(server, "QUIET_SECONDS", 0.01)
        yield


@pytest.fixture(scope="module")
def empty() -> Iterator[Client]:
    client = ThreadClient()
    client.initialise()
    yield client
    client.leave()


@pytest.fixture
def client(empty: Client) -> Iterator[Client]:
    """A server in which nothing is open."""
    yield empty
    empty.close_all()


@pytest.fixture(scope="module")
def shared() -> Iterator[Client]:
    """A server that has the sample open, for questions that change nothing."""
    client = ThreadClient()
    client.initialise()
    assert client.open(URI, GAME) == []
    yield client
    client.leave()


def test_from_hello_to_goodbye() -> None:
    client = ProcessClient()
    capabilities = client.initialise()["capabilities"]
    assert capabilities["positionEncoding"] == "utf-16"
    assert capabilities["textDocumentSync"]["change"] == 1
    assert client.open(URI, GAME) == []
    (finding,) = client.change(URI, GAME.replace("needs fits(c)", "needs fitz(c)"))
    assert "fitz" in finding["message"]
    assert client.labels(URI, "needs |fitz(c)")[:2] == ["c", "me"]
    assert client.goodbye() == 0
    assert client.process.stderr is not None
    assert client.process.stderr.read() == b""


def test_findings_while_typing(client: Client) -> None:
    client.open(URI, GAME)
    (finding,) = client.change(URI, GAME.replace("needs fits(c)", "needs fitz(c)"))
    assert finding["source"] == "hoyle"
    assert "fitz" in finding["message"]
    assert "did you mean `fits`?" in finding["message"]
    # behind a character of two UTF-16 units
    assert client.piece(URI, finding["range"]) == "fitz"
    assert client.change(URI, GAME) == []


def test_a_question_while_typing_keeps_no_findings_back(client: Client) -> None:
    client.open(URI, GAME)
    client.type(URI, GAME.replace("needs fits(c)", "needs fitz(c)"))
    assert client.labels(URI, "needs |fitz(c)")
    (finding,) = client.found(URI)
    assert "fitz" in finding["message"]


def test_a_base_that_changes_on_the_disk(client: Client, tmp_path: Path) -> None:
    base, variant = tmp_path / "base.yaml", (tmp_path / "variant.yaml").as_uri()
    base.write_text(GAME, encoding="utf-8")
    assert client.open(variant, "hoyle: 1\nid: v\nextends: base\ntitle: V\n") == []
    base.write_text(GAME.replace("fits(c): move", "fitz(c): move"), encoding="utf-8")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": base.as_uri(), "type": 2}]})
    (finding,) = client.found(variant)
    assert finding["message"].startswith("in the base, base.yaml: there is no rule")
    # shown where the base is named
    assert client.piece(variant, finding["range"]) == "base"
    assert finding["relatedInformation"][0]["location"]["uri"] == base.as_uri()


def test_findings_in_folded_and_quoted_scalars(client: Client) -> None:
    client.open(URI, GAME)
    (finding,) = client.change(URI, GAME.replace("c.colour == blue", "c.colour == bluu"))
    assert client.piece(URI, finding["range"]) == "bluu"
    (finding,) = client.change(URI, GAME.replace("is not {top(pile)}", "is not {top(pil)}"))
    assert client.piece(URI, finding["range"]) == "pil"


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "\x00",
        "hoyle: [",
        GAME[:700],
        GAME.replace("\n", "\r\n")[:900],
        "- a\n- b",
        "\ufeff" + GAME,
        "{" * 99,
    ],
)
def test_broken_texts(client: Client, broken: str) -> None:
    client.open(URI, GAME)
    client.change(URI, broken)
    for line in (0, 3, 40):
        place = {"textDocument": {"uri": URI}, "position": {"line": line, "character": 12}}
        for method in ("hover", "completion", "definition", "documentSymbol"):
            client.request(f"textDocument/{method}", place)
    assert client.change(URI, GAME) == []


def test_an_allowed_finding_is_not_shown(client: Client) -> None:
    unused = GAME.replace("state:\n", "  spare: {of: card}\nstate:\n")
    (finding,) = client.open(URI, unused)
    assert finding["severity"] == 2
    code = finding["code"]
    allowed = unused.replace("spare: {of: card}", f"spare: {{of: card}}  # hoyle: allow {code} for later")
    assert client.change(URI, allowed) == []


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("si|ze(pile) > 3", ["size([T] list) → int", "how many"]),
        ("ends: size(pi|le)", ["zone pile: of card", "what was played", "seen by everyone"]),
        ("deal hand_|size", ["option hand_size: int", "cards dealt", "default 3; 1..5"]),
        ("turn(u|p)", ["state up: player = seat(0)", "round"]),
        ("needs fi|ts(c)", ["rule fits(card c) → bool"]),
        ("turn(pla|yer me)", ["type player"]),
        ("move |c to pile", ["c: card"]),
        ("== bl|ue", ["blue: colour"]),
        ("c.col|our == blue", ["card.colour: colour"]),
        ("{has: {colour: col|our}", ["type colour: blue, red, 2+"]),
        ("per: player, se|en: owner", ["**Seen**: Who sees the pieces"]),
        ("sco|re(player p):", ["**Score**", "what the round brings"]),
        ("    wh|y:", ["**Why**"]),
        ("    c|all: turn", ["**"]),
    ],
)
def test_hover(shared: Client, marked: str, words: list[str]) -> None:
    shown = shared.ask("hover", URI, marked)
    for word in words:
        assert word in shown["contents"]["value"]


def test_hover_range_counts_utf16_units(shared: Client) -> None:
    shown = shared.ask("hover", URI, "is not {top(pi|le)}")
    assert shared.piece(URI, shown["range"]) == "pile"


@pytest.mark.parametrize(
    ("marked", "target"),
    [
        ("needs fi|ts(c)", "  |fits(card c):"),
        ("while no p in players where size(ha|nd[p])", "  |hand: {of: card, per"),
        ("turn(u|p)", "    |up: player"),
        ("deal hand_|size", "  |hand_size: {default"),
        ("tu|rn(player me):", "  |turn(player me):"),
        ("has: {colour: col|our}", "  |colour: [blue"),
        ("c.colour == bl|ue", "[|blue, red"),
        ("move |c to pile", '"(|c in hand[me])'),
        ("left(m|e)", "turn(player |me):"),
        ("top(pile).colo|ur\n", "{has: {|colour: colour}"),
        ("refill: {from: pi|le}", "  |pile: {of: card, about"),
        ("call: tu|rn(seat(0))", "  |turn(player me):"),
    ],
)
def test_definition(shared: Client, marked: str, target: str) -> None:
    (found,) = shared.ask("definition", URI, marked)
    assert found["uri"] == URI
    assert found["range"]["start"] == shared.position(URI, target)


def test_definition_in_a_base(client: Client, tmp_path: Path) -> None:
    base, variant = tmp_path / "base.yaml", tmp_path / "variant.yaml"
    base.write_text(GAME, encoding="utf-8")
    text = (
        "hoyle: 1\nid: variant\nextends: base\ntitle: Variant\n"
        "rules:\n  fits:\n    is: base(c) or c.colour == red\n  turn.take: off\n"
    )
    assert client.open(variant.as_uri(), text) == []
    client.texts[base.as_uri()] = GAME
    for marked, target in [
        ("  fi|ts:", "  |fits(card c):"),
        ("ba|se(c)", "  |fits(card c):"),
        ("== r|ed", "[blue, |red"),
        ("base(|c)", "fits(card |c):"),
        ("tu|rn.take", "  |turn(player me):"),
    ]:
        (found,) = client.ask("definition", variant.as_uri(), marked)
        assert found["uri"] == base.as_uri(), marked
        assert found["range"]["start"] == client.position(base.as_uri(), target)
    # what comes from the base is renamed there
    with pytest.raises(Failed, match=r"comes from .*base\.yaml"):
        client.ask("rename", variant.as_uri(), "  fi|ts:", newName="suits")
    # an open text goes before the file, and its variants are looked at again
    assert client.open(base.as_uri(), GAME) == []
    client.type(base.as_uri(), GAME.replace("fits", "suits"))
    while not (findings := client.found(variant.as_uri())):
        pass
    assert any("fits" in finding["message"] for finding in findings)


def test_definition_in_a_bundled_base(client: Client) -> None:
    path = bundled()["stop-draw-and-play"]
    uri = path.as_uri()
    assert client.open(uri, path.read_text(encoding="utf-8")) == []
    (found,) = client.ask("definition", uri, "needs goes_al|ong(j, c)")
    assert found["uri"] == bundled()["stop"].as_uri()


def test_names_in_the_action_language(shared: Client) -> None:
    labels = shared.labels(URI, "needs |fits(c)")
    assert labels[:2] == ["c", "me"]
    assert {"hand", "pile", "up", "hand_size", "turn", "size", "players"} <= set(labels)
    assert "p" not in labels
    assert shared.labels(URI, "c.|colour == blue") == ["colour"]
    assert shared.labels(URI, "c.colour == |blue")[:3] == ["2+", "blue", "red"]
    assert "choose for" in shared.labels(URI, "      |owed += 1")


@pytest.mark.parametrize(
    ("old", "new", "first"),
    [
        ("needs fits(c): move", "needs c.|: move", ["colour"]),
        ("needs fits(c): move c to pile", "needs c.|", ["colour"]),
        ("needs fits(c): move c to pile", "needs c.colour == |", ["2+", "blue", "red"]),
        ("needs fits(c): move c to pile", 'needs c.colour == "|', ["2+", "blue", "red"]),
        ("      owed += 1", "      if owed > 0 and top(pile).|", ["colour"]),
        ("      owed += 1", "      let last = top(pile)\n      move |", ["last", "me"]),
        ("      owed += 1", "      let got = draw 1 from deck to hand[me]\n      move |", ["got", "me"]),
        ("      owed += 1", "      let got = draw 1 from deck to hand[|", ["me"]),
        ("      owed += 1", "      for each q in players:\n        draw 1 from deck to hand[|", ["me", "q"]),
        ("      owed += 1", "      ((( c.|", ["colour"]),
        ("owed: int = 0", "owed: int per |", ["card", "colour"]),
        ("  ends: size(pile) > 3", "  ends: top(pile).colour == |", ["2+", "blue", "red"]),
    ],
)
def test_completion_of_unfinished_lines(client: Client, old: str, new: str, first: list[str]) -> None:
    client.open(URI, GAME)
    client.type(URI, GAME.replace(old, new.replace("|", "")))
    line = new.rpartition("\n")[2]
    assert client.labels(URI, line)[: len(first)] == first


def test_a_draw_is_proposed_where_something_is_set(client: Client) -> None:
    client.open(URI, GAME)
    client.type(URI, GAME.replace("      owed += 1", "      let got = "))
    assert "draw" in client.labels(URI, "let got = |")
    client.type(URI, GAME.replace("      owed += 1", "      if owed == "))
    assert "draw" not in client.labels(URI, "if owed == |")


def test_coordinates_of_paths(client: Client) -> None:
    roads = "boards:\n  roads: {nodes: town, at: {spa: [0, 0], bay: [1, 0]}, paths: [spa-bay]}\n"
    game = GAME.replace("zones:\n", f"{roads}zones:\n")
    client.open(URI, game)
    client.type(URI, game.replace("      owed += 1", "      if spa."))
    assert client.labels(URI, "if spa.|") == ["x", "y"]


@pytest.mark.parametrize(
    ("marked", "absent"),
    [
        ("deal |hand_size from deck", "p"),
        ("choose for |me:", "c"),
    ],
)
def test_what_is_not_in_scope_is_not_proposed(shared: Client, marked: str, absent: str) -> None:
    labels = shared.labels(URI, marked)
    assert "hand_size" in labels
    assert absent not in labels
    assert not [label for label in labels if label.startswith("hoyle_")]


def test_completion_while_the_yaml_is_broken(client: Client) -> None:
    client.open(URI, GAME)
    text = GAME.replace("      owed += 1", "      owed += si").replace("match:", "match: {")
    assert client.change(URI, text) != []
    labels = client.labels(URI, "owed += si|")
    assert {"me", "size", "hand"} <= set(labels)


def test_completion_inserts_quoted_values(shared: Client) -> None:
    items = shared.ask("completion", URI, "c.colour == |blue")["items"]
    texts = {item["label"]: item["textEdit"]["newText"] for item in items}
    assert texts["2+"] == '"2+"'
    assert texts["red"] == "red"


@pytest.mark.parametrize(
    ("old", "new", "labels"),
    [
        ("state:\n", "  spare: {of: card, |}\nstate:\n", {"per", "seen", "shuffled", "refill", "room"}),
        ("state:\n", "  spare: {of: |}\nstate:\n", {"card"}),
        ("state:\n", "  spare: {of: card, seen: |}\nstate:\n", {"nobody", "everyone", "owner"}),
        ("  turn(player me):\n", "  turn(player me):\n    |\n", {"about", "cites", "do", "is", "why"}),
        ("match:\n", "|\nmatch:\n", {"boards", "requires", "extends"}),
        ("title:", "extends: |\ntitle:", {"stop", "one-more"}),
    ],
)
def test_completion_of_yaml(client: Client, old: str, new: str, labels: set[str]) -> None:
    client.open(URI, GAME)
    before, _, after = GAME.partition(old)
    here, _, rest = new.partition("|")
    client.type(URI, before + here + rest + after)
    line = (before + here).count("\n")
    place = {"line": line, "character": len((before + here).rpartition("\n")[2])}
    answer = client.request("textDocument/completion", {"textDocument": {"uri": URI}, "position": place})
    items = answer["items"]
    assert labels <= {item["label"] for item in items}


def test_references(shared: Client) -> None:
    found = shared.ask("references", URI, "  pi|le: {of: card, about", context={"includeDeclaration": True})
    assert [shared.piece(URI, one["range"]) for one in found] == ["pile"] * 7
    uses = shared.ask("references", URI, "  pi|le: {of: card, about", context={"includeDeclaration": False})
    assert len(uses) == 6


@pytest.mark.parametrize(
    ("marked", "old", "new"),
    [
        ("  pi|le: {of: card, about", "pile", "table"),
        ("needs fi|ts(c)", "fits", "suits"),
        ("    u|p: player", "up", "on_turn"),
        ("  ha|nd: {of", "hand", "held"),
        ("deal hand_s|ize", "hand_size", "cards"),
    ],
)
def test_rename(client: Client, marked: str, old: str, new: str) -> None:
    client.open(URI, GAME)
    edit = client.ask("rename", URI, marked, newName=new)
    text = client.edited(URI, edit["changes"][URI])
    assert text == re.sub(rf"\b{old}\b", new, GAME)
    assert client.change(URI, text) == []


@pytest.mark.parametrize(
    ("marked", "new", "reason"),
    [
        ("  pi|le: {of: card, about", "hand", "already the name of a zone"),
        ("  pi|le: {of: card, about", "c", "already the name of a local"),
        ("  pi|le: {of: card, about", "red", "already the name of a value"),
        ("  pi|le: {of: card, about", "size", "word of the language"),
        ("  pi|le: {of: card, about", "My Pile", "is not a name"),
        ("si|ze(pile) > 3", "length", "is a built-in"),
        ("  rou|nd:\n    do", "begin", "where a round begins"),
        ("A game| for", "x", "no name here"),
    ],
)
def test_refused_renames(shared: Client, marked: str, new: str, reason: str) -> None:
    with pytest.raises(Failed, match=reason):
        shared.ask("rename", URI, marked, newName=new)


def test_document_symbols(shared: Client) -> None:
    symbols = shared.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    by_name = {symbol["name"]: symbol for symbol in symbols}
    assert [child["name"] for child in by_name["rules"]["children"]] == ["round", "turn", "fits"]
    assert by_name["rules"]["children"][1]["detail"] == "(player me)"
    (round_,) = by_name["state"]["children"]
    assert [child["name"] for child in round_["children"]] == ["up", "owed"]


def test_a_file_of_scenarios(client: Client) -> None:
    path = bundled()["stop"].with_suffix(".scenarios.yaml")
    assert client.open(path.as_uri(), path.read_text(encoding="utf-8")) == []


def test_keys_in_a_file_of_scenarios(client: Client, tmp_path: Path) -> None:
    uri = (tmp_path / "sample.scenarios.yaml").as_uri()
    client.open(uri, "for: sample\nscenarios:\n  one:\n    players: 2\n    \n")
    place = {"textDocument": {"uri": uri}, "position": {"line": 4, "character": 4}}
    labels = {item["label"] for item in client.request("textDocument/completion", place)["items"]}
    assert {"given", "begin", "call", "then"} <= labels
    assert "How many play" in client.ask("hover", uri, "    pla|yers: 2")["contents"]["value"]


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 4\r\n\r\nnull",
        b"Content-Length: 3\r\n\r\n{x}",
        b'Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}',
        b"\x00\xff garbage\r\n\r\n",
        b"Content-Length: 99999999999999999999\r\n\r\n{}",
    ],
)
def test_what_no_editor_sends_gets_no_traceback(
    sent: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    here, there = os.pipe()
    os.write(there, sent)
    os.close(there)
    handler = signal.getsignal(signal.SIGTERM)
    with os.fdopen(here) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["lsp"]) == 1
    signal.signal(signal.SIGTERM, handler)
    printed = capfd.readouterr().err.splitlines()
    assert printed[-1] == "hoyle: the editor left without saying `shutdown` and `exit`"
    assert all(line.startswith("hoyle lsp: ") for line in printed[:-1])


def test_an_editor_that_leaves_without_a_word() -> None:
    command = [sys.executable, "-m", "hoyle", "lsp"]
    done = subprocess.run(command, input=b"[]", capture_output=True, check=False, cwd=ROOT, timeout=20)
    assert done.returncode == 1
    assert b"hoyle: the editor left without saying" in done.stderr
    assert b"Traceback" not in done.stderr
