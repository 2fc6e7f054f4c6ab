"""`hoyle new` writes rulesets that lint and play as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.bundled import bundled, data_path
from hoyle.cli.main import main
from hoyle.diagnostics.model import SourceFile
from hoyle.fmt.file import formatted
from hoyle.new.ruleset import extends_of, game_text, id_like, is_id
from hoyle.pipeline import lint


def plays(path: Path) -> bool:
    game = hoyle.load(path)
    state = game.start(players=min(game.player_counts), seed=1)
    while not state.over:
        state.apply(state.decision.choices[-1])
    return bool(len(state.result.scores) == min(game.player_counts))


def test_from_scratch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "my-duel", "--dir", str(tmp_path)]) == 0
    path = tmp_path / "my-duel.yaml"
    assert capsys.readouterr().out == f"wrote {path}\n  next: hoyle lint {path}\n"
    text = path.read_text(encoding="utf-8")
    assert "my-game" not in text
    assert text.splitlines()[1:4] == [
        "hoyle: 1                  # the version of the format",
        "id: my-duel",
        "title: My duel",
    ]
    assert lint(path) == []
    assert plays(path)
    assert formatted(SourceFile("x", text)) == text
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("base", sorted(bundled()))
def test_every_bundled_ruleset_can_be_extended(base: str, tmp_path: Path) -> None:
    assert main(["new", "my-variant", "--extends", base, "--dir", str(tmp_path)]) == 0
    path = tmp_path / "my-variant.yaml"
    assert [finding for finding in lint(path) if finding.place.file.name == str(path)] == []
    text = path.read_text(encoding="utf-8")
    assert formatted(SourceFile("x", text)) == text


def test_the_text_of_a_variant(tmp_path: Path) -> None:
    assert main(["new", "quick-nim", "--extends", "nim", "--dir", str(tmp_path)]) == 0
    path = tmp_path / "quick-nim.yaml"
    assert plays(path)
    schema = (data_path("schemas") / "ruleset.schema.json").as_uri()
    assert path.read_text(encoding="utf-8") == (
        f"# yaml-language-server: $schema={schema}\n"
        "hoyle: 1\n"
        "id: quick-nim\n"
        "extends: nim\n"
        "title: Quick nim\n"
        "about: As nim, but …\n"
        "\n"
        "# A variant holds only what differs from its base.\n"
        "# `hoyle show nim` shows all that can be changed, `hoyle diff nim quick-nim.yaml` what is.\n"
        "\n"
        "options:\n"
        "  last_loses: true   # taking the last object loses (misère) instead of winning, true or false\n"
        "\n"
        "# A rule of the base is changed by its name: `do` (or `is`) replaces what it says, and `base(…)`\n"
        "# in it calls what it said before. `off` removes it; a new rule has brackets: `extra(player p)`.\n"
        "# rules:   # round, turn, all_gone\n"
        "#   round:\n"
        "#     about: what is different now\n"
    )


def test_a_variant_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    assert main(["new", "base-game"]) == 0
    assert main(["new", "my-variant", "--extends", "base-game.yaml", "--dir", "games"]) == 0
    assert "\nextends: ../base-game.yaml\n" in Path("games/my-variant.yaml").read_text(encoding="utf-8")
    assert lint("games/my-variant.yaml") == []
    assert extends_of("games/x.yaml", Path("games")) == "./x.yaml"


@pytest.mark.parametrize("id", ["null", "true", "no"])
def test_words_that_yaml_reads_otherwise(id: str, tmp_path: Path) -> None:
    assert main(["new", id, "--dir", str(tmp_path)]) == 0
    assert lint(tmp_path / f"{id}.yaml") == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my-game.yaml"
    path.write_text("mine", encoding="utf-8")
    assert main(["new", "my-game", "--dir", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "mine"
    (tmp_path / "dangling.yaml").symlink_to(tmp_path / "nowhere")
    assert main(["new", "dangling", "--dir", str(tmp_path)]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["My Game.yaml"], "`My Game.yaml` cannot be the id of a ruleset\n  help: did you mean `my-game`?"),
        (["../x"], "`../x` cannot be the id of a ruleset\n  help: did you mean `x`?"),
        (["1"], "help: an id is small letters, digits and single hyphens"),
        (["nim"], "`nim` is a bundled ruleset\n  help: choose another name, such as `my-nim`"),
        (["a", "--dir", "nowhere"], "there is no folder nowhere"),
        (["a", "--extends", "nmi"], "there is no ruleset `nmi`"),
    ],
)
def test_refusals(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_broken_base(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "base.yaml"
    base.write_text("hoyle: 1\nid: base\n", encoding="utf-8")
    assert main(["new", "a", "--extends", str(base), "--dir", str(tmp_path)]) == 1
    assert "missing-key" in capsys.readouterr().err
    assert not (tmp_path / "a.yaml").exists()


def test_ids() -> None:
    assert [word for word in ("a", "a-1", "1a", "a--b", "A", "a_b", "") if is_id(word)] == ["a", "a-1"]
    assert id_like("---") is None


def test_the_schema_line() -> None:
    checkout = data_path("schemas").parent
    line = game_text("a", checkout / "rulesets" / "variants").splitlines()[0]
    assert line == "# yaml-language-server: $schema=../../schemas/ruleset.schema.json"
    line = game_text("a", checkout.parent).splitlines()[0]
    assert line == f"# yaml-language-server: $schema={checkout.name}/schemas/ruleset.schema.json"
