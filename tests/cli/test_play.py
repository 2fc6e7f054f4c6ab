"""`hoyle play`: a session typed into a pipe."""

from __future__ import annotations

import errno
import io
import json
import re
from pathlib import Path

import pytest

from hoyle.cli.main import main
from hoyle.cli.table.choosing import Choices


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def session(lines: str, *words: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        bots = [] if {"--bot", "--level"} & set(words) else ["--bot", "random"]
        assert main(["play", *words, *bots]) == status
        printed = capsys.readouterr()
        return printed.out if status == 0 else printed.err

    return session


def test_a_whole_game(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("take 7\n#1\n2\n1\n", "nim", "--seat", "all", "--seed", "1", "--option", "piles=7,1,1")
    head = f"── Nim · round 1 {'─' * 83}"
    assert printed == (
        "Nim: 2 players, you are Player 1 and Player 2, seed 1\n"
        "options: piles 7,1,1, last_loses true\n"
        "Nim begins: you, Player 2\n"
        "Round 1\n"
        f"\n{head}\n"
        "\n"
        "▸ Player 1 (you)    Player 2\n"
        "\n"
        "  objects: 1 7, 2 1, 3 1\n"
        "\n"
        "Player 1: How many do you take, and from which pile?\n"
        "  #1  take 1 from pile 1\n"
        "  #2  take 2 from pile 1\n"
        "  #3  take 3 from pile 1\n"
        "  #4  take 4 from pile 1\n"
        "  #5  take 5 from pile 1\n"
        "  #6  take 6 from pile 1\n"
        "  #7  take 7 from pile 1\n"
        "  #8  take 1 from pile 2\n"
        "  #9  take 1 from pile 3\n"
        "> take 7\n"
        "  take 7 from pile 1\n"
        "Nim begins: Player 1, you\n"
        "Round 1\n"
        "  Player 1: take 7 from pile 1\n"
        f"\n{head}\n"
        "\n"
        "  Player 1  ▸ Player 2 (you)\n"
        "\n"
        "  objects: 2 1, 3 1\n"
        "\n"
        "Player 2: How many do you take, and from which pile?\n"
        "  #1  take 1 from pile 2\n"
        "  #2  take 1 from pile 3\n"
        "> #1\n"
        "  take 1 from pile 2\n"
        "  Player 2: take 1 from pile 2\n"
        f"\n{head}\n"
        "\n"
        "▸ Player 1 (you)    Player 2\n"
        "\n"
        "  objects: 3 1\n"
        "\n"
        "Player 1: How many do you take, and from which pile?\n"
        "  #1  take 1 from pile 3\n"
        "> 2\n"
        "  no choice is about 2; there is one choice, `#1` is the first\n"
        "> 1\n"
        "  take 1 from pile 3\n"
        "    objects: 3 (1 → 0)\n"
        "    won: Player 2\n"
        "Round 1 is over after “you: take 1 from pile 3”\n"
        "    you: -1, which makes -1\n"
        "    Player 2: +1, which makes 1\n"
        "The match is over.\n"
        "Player 2 wins.\n"
        "\n"
        "  Player 1 (you)  -1 points\n"
        "  Player 2         1 point\n"
        "\n"
        "  won Player 2\n"
        "  objects: all 0\n"
    )


def test_a_number_is_an_amount_where_choices_are_about_amounts(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("3\n3\nlog\n", "goofspiel", "--seed", "3")
    assert "   1  bid 1\n   2  bid 2\n   4  bid 4\n" in printed  # what to type is what is bid
    assert "> 3\n  no choice is about 3; there are 12 choices" in printed
    assert "  you: bid 3\n" in printed


def test_two_amounts_are_typed_one_after_the_other(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("3\n3 5\nlog 40\n", "liars-dice", "--seed", "3")
    assert "> 3\n  which one?\n" in printed
    assert "  you: bid 3 of 5\n" in printed


def test_bots_undo_and_questions(typed) -> None:  # type: ignore[no-untyped-def]
    lines = "\nhelp\nplace\nwhy place at z9\nwhy place at b2\nxyz\nb2\nundo\nundo\nquit\n"
    printed = typed(lines, "tic-tac-toe", "--seed", "1")
    assert printed.startswith("Tic-tac-toe: 2 players, you are Player 1, seed 1\noptions: misere false\n")
    assert "  choose by number or label; `help` tells what else can be typed\n" in printed
    assert "  undo, back N      take your last choice back, or the last N of yours\n" in printed
    assert "> place\n  which one?\n  1  place at a1\n  2  place at b1\n" in printed
    assert (
        "> why place at z9\n  there is no choice `place at z9` here; did you mean `place at c3`?\n" in printed
    )
    assert "> why place at b2\n  it is possible\n" in printed
    xyz = printed.partition("> xyz\n")[2].partition(">")[0]
    assert (
        "you can type a number of the list or words of\n  one of these: place (9 ways); or all, look, " in xyz
    )
    assert "> b2\n  place at b2\n  Player 2: place at " in printed
    assert "> undo\n  taken back: you: place at b2; Player 2: place at " in printed
    assert "> undo\n  there is nothing to take back\n" in printed
    assert printed.endswith("> quit\nthe game is not finished\n")


def test_several_choices_are_taken_back_at_once(typed) -> None:  # type: ignore[no-untyped-def]
    first = typed("1\n1\nback 9\nback\nback 2\n", "tic-tac-toe", "--seed", "1")
    assert "> back 9\n  you have chosen 2 times so far\n" in first
    assert "> back\n  back what? write `back N`\n" in first
    assert "> back 2\n  taken back: you: place at a1; Player 2: place at " in first
    assert first.count("  3 · · ·\n  2 · · ·\n  1 · · ·\n") == 2


def test_a_game_taken_back_goes_on_alike(typed) -> None:  # type: ignore[no-untyped-def]
    answer = typed("b2\n", "tic-tac-toe", "--seed", "1").partition("> b2\n")[2]
    again = typed("a1\nhint\nundo\nb2\n", "tic-tac-toe", "--seed", "1").partition("> b2\n")[2]
    assert again == answer


def test_the_board_is_drawn(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("b2\n", "tic-tac-toe", "--seat", "all", "--name", "Ann", "--name", "Ben")
    board = "  3 · · ·\n  2 · ● ·\n  1 · · ·\n    a b c\n  ● Ann  ○ Ben\n\n  Ann  ▸ Ben (you)\n\nBen: "
    assert board in printed
    assert printed.endswith("> \nthe game is not finished\n")


def test_men_have_letters_and_sides(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("e4\n", "chess", "--seat", "all")
    assert "  8 r n b q k b n r\n" in printed
    assert "  4 · · · · P · · ·\n" in printed
    assert (
        "CAPITALS Player 1  small letters Player 2  K king  Q queen  R rook  B bishop  N knight  P pawn"
        in printed
    )


def test_only_what_the_seat_may_know(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("", "crazy-eights", "--players", "3", "--seat", "1", "--seed", "4")
    table = [line for line in printed.splitlines() if " hand  " in line]
    assert [line.endswith(" face down") for line in table] == [True, False, True]


def test_equal_pieces_are_counted_and_a_line_has_its_ends(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("", "millrace", "--seed", "3")
    assert "hand  grain ×3, chaff ×2\n" in printed
    printed = typed("1\n", "dominoes", "--seed", "3")
    assert "  line      6-6\n" in printed


def test_where_there_are_many_choices(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("red 3\nall\nred 3 c-i_nw\nquit\n", "mister-zero", "--seed", "3")
    assert "  place (200 ways); type a few words of it, or `all` to see every choice\n" in printed
    assert "> red 3\n  which one?\n  place red 3 on …\n" in printed
    assert "#1 0 on c-i_nw " in printed.partition("> all\n")[2].partition("> red 3")[0]  # 1 is a token
    assert "  Player 2: place green " in printed


def test_names_are_shown_and_can_be_typed(typed) -> None:  # type: ignore[no-untyped-def]
    words = ["curtain-call", "--players", "3", "--seat", "0", "--seat", "1", "--name", "Ann", "--name", "Ben"]
    printed = typed("claim clown against ben\n", *words, "--seed", "3")
    assert "claim clown against Ben\n" in printed
    assert "Ben: Do you believe that Ann is the clown?\n" in printed


def test_who_is_out(typed) -> None:  # type: ignore[no-untyped-def]
    words = ["liars-dice", "--players", "3", "--option", "dice_each=1", "--bot", "first", "--seed", "5"]
    printed = typed("3 6\n" * 4, *words)
    assert re.search(r"(Player [23] is|You are) out\.\n", printed)
    assert re.search(r"\((you, )?out\)  ", printed)


def test_a_language(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("show paper\n", "rock-paper-scissors", "--language", "it", "--seed", "1")
    assert printed.startswith("Sasso, carta, forbice: 2 players")
    assert "\nLa partita è finita.\n" in printed


def test_rules_why_and_hint(typed) -> None:  # type: ignore[no-untyped-def]
    lines = "rules\nrules wild\nrules CE-1\nrules zzz\nwhy play 7 of clubs\nhint\n"
    printed = typed(lines, "crazy-eights", "--players", "2", "--seed", "1")
    assert "> rules\n  " in printed
    assert "  CE-1: " in printed.partition("> rules CE-1\n")[2]
    assert "  no point of the rulebook has `zzz`; `hoyle show crazy-eights` shows all rules\n" in printed
    why = printed.partition("> why play 7 of clubs\n")[2].partition(">")[0]
    assert why.startswith("  7 of clubs: neither diamonds nor the rank of 3 of diamonds")
    assert "  CE-" in why  # what the rulebook says about it
    assert "(asked 5 times, the bot `random` takes it " in printed


def test_players_are_called_by_numbers_from_one(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("claim clown against player 3\nlog\n", "curtain-call", "--players", "3", "--seed", "3")
    assert "you are Player 1, seed 3\n" in printed
    assert "  you: claim clown against Player 3\n" in printed.partition("> log\n")[2]
    assert "seat" not in printed


def test_a_bare_number_is_never_taken_for_a_seat() -> None:
    choices = Choices(
        ("pick red 4", "give to Player 1", "give to Player 2", "give to Player 4"),
        ("pick red 4", "give to seat 0", "give to seat 1", "give to seat 3"),
        ("pick", "give", "give", "give"),
        (None, None, None, None),
    )
    assert choices.found("give 1") == [1]
    assert choices.found("give to seat 1") == [2]
    assert choices.found("give 3") == []


def test_a_number_that_may_mean_two_things_is_asked_about(typed) -> None:  # type: ignore[no-untyped-def]
    """One that is a place in the list and a word of another choice, too."""
    printed = typed("1\n", "mister-zero", "--seed", "3", "--option", "games=1")
    assert re.search(r"> 1\n  which one\?|choices have that", printed)
    choices = Choices(("play red 3", "play red 1", "draw"), ("",) * 3, ("play", "play", "draw"), (None,) * 3)
    assert choices.found("1") == [0, 1]
    assert choices.found("2") == [1]
    assert choices.found("#1") == [0]
    assert choices.found("3") == [0, 2]
    assert [choices.key(index) for index in range(3)] == ["#1", "#2", "#3"]


def test_a_part_of_a_word_lists_all_that_have_it(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("lace\nace at b\n", "tic-tac-toe", "--seed", "1")
    assert "> lace\n  which one?\n  1  place at a1\n  2  place at b1\n" in printed
    assert "> ace at b\n  which one?\n  2  place at b1\n  5  place at b2\n  8  place at b3\n" in printed


def test_a_mistyped_command_is_recognised(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("hepl\n", "tic-tac-toe", "--seed", "1")
    assert "  there is no choice `hepl` here; did you mean `help`?\n" in printed


def test_a_table_is_kept_with_its_game(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    words = ["--seat", "0", "--seat", "1", "--name", "Ann", "--language", "it", "--level", "easy"]
    typed(f"1\nsave {path}\n", "stop", "--players", "3", *words, "--seed", "4")
    again = typed("", "stop", "--resume", str(path), "--level", "easy")
    assert again.startswith("Stop: 3 players, you are Ann and Giocatore 2, seed 4\n")
    named = typed("", "stop", "--resume", str(path), "--name", "Eva", "--language", "en")
    assert named.startswith("Stop: 3 players, you are Eva and Player 2, seed 4\n")
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["table"]["bot"] == "greedy"
    monkey = data | {"table": {"names": ["\x1b[2J", 3, None], "people": [7, True], "language": 5}}
    path.write_text(json.dumps(monkey), encoding="utf-8")
    assert typed("", "stop", "--resume", str(path)).startswith("Stop: 3 players, you are Player 1, seed 4\n")
    del data["table"]  # as games were saved before
    path.write_text(json.dumps(data), encoding="utf-8")
    assert typed("", "stop", "--resume", str(path)).startswith("Stop: 3 players, you are Player 1, seed 4\n")


def test_how_much_of_a_game_is_in_a_language_is_said_once(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("", "stop", "--language", "it", "--seed", "1")
    (line,) = [line for line in printed.splitlines() if line.startswith("language it: ")]
    assert re.search(r"the story is told in it; of the \d+ texts of Stop 1 is in it; all else, ", line)
    assert "language" not in typed("", "stop", "--seed", "1")


def test_saved_and_resumed(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    printed = typed(f"1\nsave {path}\nsave {tmp_path}\n", "tic-tac-toe", "--seed", "3")
    assert f"  saved; go on with: hoyle play tic-tac-toe --resume {path}\n" in printed
    assert f"  {tmp_path} is a folder, not a file\n" in printed
    assert len(json.loads(path.read_text(encoding="utf-8"))["history"]) == 2
    again = typed("", "tic-tac-toe", "--resume", str(path))
    table = again.partition("── Tic-tac-toe")[2].partition("> ")[0]
    assert "  3 · · ·\n" in table
    assert table in printed


def test_places_where_a_game_cannot_be_saved(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    other, long = tmp_path / "nim.yaml", "x" * 300
    other.write_text("hoyle: 1\n", encoding="utf-8")
    typing = f"save {other}\nsave /dev/full\nsave {long}\nsave a\0b\n1\n"
    printed = typed(typing, "tic-tac-toe")
    assert f"  {other} exists and is not a saved game; choose another name\n" in printed
    assert other.read_text(encoding="utf-8") == "hoyle: 1\n"
    assert "  /dev/full is not a regular file\n" in printed
    assert f"  cannot write {long}: File name too long\n" in printed
    assert "  cannot write a\ufffdb: embedded null byte\n" in printed
    assert "> 1\n  place at a1\n  Player 2: place at " in printed


def test_a_full_disk_does_not_end_the_game(  # type: ignore[no-untyped-def]
    typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    printed = typed(f"save {tmp_path / 'game'}\n1\n", "tic-tac-toe")
    assert f"  cannot write {tmp_path / 'game'}: No space left on device\n" in printed
    assert "> 1\n  place at a1\n  Player 2: place at " in printed
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_saved_over_an_older_one(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    assert typed(f"save {path}\n1\nsave {path}\n", "tic-tac-toe").count("  saved; ") == 2
    assert len(json.loads(path.read_text(encoding="utf-8"))["history"]) == 2


def test_half_a_command_and_far_too_large_a_number(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed(f"save\nwhy\n{'9' * 5000}\n", "tic-tac-toe")
    assert "> save\n  save what? write `save FILE`\n" in printed
    assert "> why\n  why what? write `why LABEL`\n" in printed
    assert "  there are 9 choices\n" in printed


@pytest.mark.parametrize("words", [["--players", "2"], ["--seed", "0"], ["--option", "misere=true"]])
def test_a_saved_game_has_its_settings(words: list[str], typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    typed(f"save {path}\n", "tic-tac-toe")
    printed = typed("", "tic-tac-toe", "--resume", str(path), *words, status=2)
    assert printed.startswith(f"hoyle: {words[0]} is for a new game, and --resume goes on with a saved one\n")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nim", "--seat", "2"], "seats go from 0 (Player 1) to 1 (Player 2)"),
        (["nim", "--seat", "x"], "there is no such seat"),
        (["nim", "--seat", "9" * 5000], "there is no such seat"),
        (["nim", "--players", "5"], "nim is for 2 players, not 5"),
        (["nim", "--option", "piles"], "there is no `=` in it"),
        (["nim", "--resume", "nowhere.json"], "cannot read nowhere.json"),
        (["nim", "--name", "Ann", "--name", "Ben"], "2 names for 1 person"),
        (["nim", "--name", "\x1b[2J"], "a name has 1 to 40 letters"),
        (["nim", "--seat", "all", "--name", "Ann", "--name", "Ann"], "and nobody else has it"),
        (["nim", "--language", "tlh"], "Nim has no text in it"),
        (["nim", "--bot", "clever"], "there is no bot `clever`"),
        (["nim", "--bot", "first", "--level", "easy"], "--level and --bot both say who plays"),
    ],
)
def test_wrong_usage(words: list[str], part: str, typed) -> None:  # type: ignore[no-untyped-def]
    assert part in typed("", *words, status=2)


@pytest.mark.parametrize("text", ["[]", "{}", "not json", '{"hoyle": "state", "version": 1}'])
def test_a_damaged_save(text: str, typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    assert typed("", "nim", "--resume", str(path), status=2).startswith("hoyle: ")


def test_where_a_choice_names_a_piece_numbers_count_the_list(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("1\n", "dominoes", "--seed", "3")
    assert "  1  lay 5-6 at 6\n> 1\n" in printed
    assert "no choice is about" not in printed


def test_what_is_taken_back_is_told_as_it_was_told(typed) -> None:  # type: ignore[no-untyped-def]
    typing = "play yellow 2+\nundo\n"
    printed = typed(typing, "stop", "--players", "4", "--seed", "7", "--bot", "greedy", "--name", "Ann")
    taken = printed.partition("taken back: ")[2].partition("\n")[0]
    assert taken.startswith("you: play yellow 2+; Player 3: play ")
    assert "…" not in taken


def test_a_number_that_counts_what_was_not_listed_is_not_taken(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("1\nall\n1\nquit\n", "hearts", "--seed", "5")
    asked, _, after = printed.partition("> all\n")
    assert "> 1\n  there are 286 choices: `#1` is number 1 of them, `all` lists them\n" in asked
    assert "> 1\n  pass 7 of diamonds, 9 of hearts and queen of clubs\n" in after
    assert "Which card do you play?" in after


def test_why_takes_the_name_of_a_card(typed) -> None:  # type: ignore[no-untyped-def]
    typing = "#1\nwhy king of spades\nwhy 2 of clubs\nwhy ace of clubs\nquit\n"
    printed = typed(typing, "hearts", "--seed", "5")
    answers = [part.partition("\n")[0].strip() for part in printed.split("> why ")[1:]]
    told = [part.split("\n")[1].strip() for part in printed.split("> why ")[1:]]
    assert answers == ["king of spades", "2 of clubs", "ace of clubs"]
    assert told[0] == "you hold clubs and must follow (hearts.yaml:98)"
    assert told[1].startswith("2 of clubs is not there to choose")
    assert told[2] == "it is possible"


def test_amounts_are_typed_where_all_of_an_action_have_one(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("quit\n", "hanabi", "--players", "3", "--seed", "5")
    assert re.search(r"  play card …\n    #\d+ 1   #\d+ 2   #\d+ 3   #\d+ 4   #\d+ 5\n", printed)


def test_of_a_pile_what_is_known_is_told() -> None:
    """A deck with a card at its bottom that everybody has seen: not a row of question marks."""
    import hoyle
    from hoyle.cli.table.colours import Colours
    from hoyle.cli.table.drawing import drawn
    from hoyle.tabletop.declared import Declared
    from hoyle.tabletop.from_view import tabletop
    from hoyle.tabletop.names import Names

    seed = next(
        seed
        for seed in range(200)
        if hoyle.load("stop").start(players=2, seed=seed).view(None)["zones"]["deck"][-1] == "jolly"
    )
    state = hoyle.load("stop").start(players=2, seed=seed)
    table = tabletop(Declared(state.plan.program, 2), state.view(None), Names(("Ann", "Ben")))
    (line,) = [one for one in drawn(table, Colours(False), 100) if one.startswith("  deck")]
    assert re.fullmatch(r"  deck     9\d cards face down, jolly( ×\d)?", line)
