"""Nothing is read but rulesets: a base that is none is told without a word of it, and nothing hangs."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import main
from hoyle.cli.streams import Harmless, harmless
from hoyle.terminal import _CODES, Paint

SECRET = "correct-horse-battery"
COMMANDS = ("lint", "show", "run", "test", "fmt", "diff nim")


def not_a_ruleset(kind: str, folder: Path) -> str:
    """The path of something that is on a machine, and is no ruleset."""
    path = folder / "thing.yaml"
    match kind:
        case "text":
            path.write_text(f"root:{SECRET}:0:0\n")
        case "yaml":
            path.write_text(f"password: {SECRET}\nusers: [{SECRET}, {SECRET}\n")
        case "bytes":
            path.write_bytes(f"{SECRET}\0PATH=".encode() + b"\xff\xfe\n")
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "loop":
            path.symlink_to(path)
        case _:
            return kind
    return str(path)


KINDS = ["text", "yaml", "bytes", "fifo", "folder", "loop"]
KINDS += ["/dev/zero", "/dev/tty", "/proc/self/environ", "/proc/kmsg", "/proc/self/mem", "/proc/self/fd/0"]


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
@pytest.mark.parametrize("kind", KINDS)
def test_a_base_that_is_no_ruleset(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOYLE_SECRET", SECRET)
    thing = not_a_ruleset(kind, tmp_path)
    for named in (thing, "../" * 20 + thing.lstrip("/")):
        variant = tmp_path / "variant.yaml"
        variant.write_text(f"hoyle: 1\nid: variant\nextends: {named}\ntitle: Variant\n")
        for command in COMMANDS:
            status = main([*command.split(), str(variant)])
            printed = "".join(capsys.readouterr())
            assert status in ((0, 1) if command == "fmt" else (1, 2)), (
                command,
                printed,
            )  # which reads no base
            assert SECRET not in printed
            assert "bug" not in printed
            if kind in ("text", "yaml", "bytes") and command == "lint":
                assert "is no ruleset: it has no line `hoyle: 1`" in printed


def test_a_base_with_a_mistake_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "base.yaml").write_text("hoyle: 1\nid: base\ntitle: [Base\n")
    variant = tmp_path / "variant.yaml"
    variant.write_text("hoyle: 1\nid: variant\nextends: base\ntitle: Variant\n")
    assert main(["lint", str(variant)]) == 1
    assert "title: [Base" in capsys.readouterr().out


STEERING = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\r"


def test_nothing_that_is_read_steers_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    state = hoyle.load("nim").start(seed=1)
    saved, trace = tmp_path / "saved.json", tmp_path / "trace.jsonl"
    for key in ("ruleset", "hash", "version", "chance", "random", "options"):
        value = {STEERING: STEERING} if key == "options" else STEERING
        saved.write_text(json.dumps(state.to_json() | {key: value}))
        assert main(["play", "nim", "--resume", str(saved)]) == (
            0 if key == "ruleset" else 2
        )  # the hash counts
    for key in ("ruleset", "hash", "options", "event"):
        for event in state.events:
            line = event | {key: {STEERING: STEERING} if key == "options" else STEERING}
            trace.write_text(f"{json.dumps(state.events[0])}\n{json.dumps(line)}\n")
            for words in ([], ["--show"], ["--anyway", "--ruleset", "nim", "--show"]):
                assert main(["replay", str(trace), *words]) in ((0, 1, 2) if "--anyway" in words else (1, 2))
    first, *rest = state.events
    events = [first, *rest, {"event": "decide", "seat": 0, "name": STEERING, "choices": [], "pick": STEERING}]
    trace.write_text("\n".join(map(json.dumps, events)) + "\n")
    assert main(["replay", str(trace), "--show"]) == 1
    ruleset = tmp_path / "odd.yaml"
    ruleset.write_text('hoyle: 1\nid: odd\nextends: "a\\e[2J\\x9b1m"\ntitle: "a\\e[2J"\n')
    for command in ("lint", "show", "run"):
        assert main([command, str(ruleset)]) == 1
    assert main(["lint", f"no{STEERING}"]) == 2
    printed = "".join(capsys.readouterr())
    assert "owned" in printed
    assert not set(printed) & set(STEERING) - set("owned0;]2[J31m")


def test_our_own_colours_get_through(capsys: pytest.CaptureFixture[str]) -> None:
    paint = Paint(colour=True)
    for style in _CODES:
        text = paint(style, "word")
        Harmless(sys.stdout).write(text)
        assert capsys.readouterr().out == text
    assert harmless("tab\tand\nline") == "tab\tand\nline"
