"""The author's mode: a file is saved, its findings are shown, and the game goes on by the new rules."""

from __future__ import annotations

from pathlib import Path

from tests.web.serving import Browser, serving

RULES = """\
hoyle: 1
id: heap
title: Heap
about: {about}
players: 2
state:
  round:
    left_over: int = {heap}
    won: player?
match:
  score(player p): if won == p then 1 else 0
rules:
  round:
    do: turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        take(n in {numbers}) needs enough(n):
          left_over -= n
          if left_over == 0:
            won = me
            end round
          turn(next(me))
  enough(int n):
    is: n <= left_over
    why: "{{n}} are more than there are"
"""


def write(path: Path, about: str = "Take from a heap.", heap: str = "21", numbers: str = "1..3") -> None:
    path.write_text(RULES.format(about=about, heap=heap, numbers=numbers), encoding="utf-8")


def wait_for(browser: Browser, what: str) -> dict[str, object]:
    """The next frame that has a notice or findings with a text in it."""
    while True:
        frame = browser.frame()
        if what in str(frame["notice"]) or what in str(frame["findings"]):
            return frame


def test_a_table_goes_on_by_the_rules_as_they_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "heap.yaml"
    write(path)
    with serving(path, watch=True, store=tmp_path / "tables.sqlite") as server:
        table = server.table("heap", bots=[None, None])
        people = [server.sit(table, 0), server.sit(table, 1)]
        for turn, label in enumerate(("take 2", "take 3", "take 1")):
            who = people[turn % 2]
            frame = who.turn()
            who.choose(frame, [choice["label"] for choice in frame["choices"]].index(label))
        you = people[0]

        # Broken: it is said where, and the game stays as it was.
        write(path, numbers="1..tree")
        frame = wait_for(you, "H401")
        assert frame["author"] is True
        assert frame["state"] == {"left_over": 15, "won": None}

        # Sound again, and other rules: the same choices are taken again.
        write(path, heap="31", numbers="1..4")
        frame = wait_for(you, "goes on where it was")
        assert frame["findings"] == []
        assert frame["state"] == {"left_over": 25, "won": None}
        people[1].frame()
        while len(people[1].turn()["choices"]) != 4:
            people[1].frame()
        chosen = people[1].choose(people[1].turn(), 3)
        assert chosen["state"] == {"left_over": 21, "won": None}

        # A choice that is no longer one: the table stands before it.
        write(path, heap="31", numbers="2..4")
        frame = wait_for(you, "choice 3 of 4, `take 1`, is impossible")
        assert frame["state"] == {"left_over": 26, "won": None}
        assert you.turn()["choices"][0]["label"] == "take 2"
    with serving(path, watch=True, store=tmp_path / "tables.sqlite") as server:
        assert server.sit(table, 0).turn()["state"] == {"left_over": 26, "won": None}
    write(path, heap="40")
    with serving(path, store=tmp_path / "tables.sqlite") as server:
        assert "have changed since" in server.sit(table, 0).hear()["text"]
    with serving(path, watch=True, store=tmp_path / "tables.sqlite") as server:
        assert server.sit(table, 0).turn()["state"] == {"left_over": 35, "won": None}


def test_what_changed_rules_do_not_allow_comes_back_with_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "heap.yaml"
    write(path)
    with serving(path, watch=True, store=tmp_path / "tables.sqlite") as server:
        table = server.table("heap", bots=[None, None])
        people = [server.sit(table, 0), server.sit(table, 1)]
        for turn, label in enumerate(("take 2", "take 1")):
            frame = people[turn].turn()
            people[turn].choose(frame, [choice["label"] for choice in frame["choices"]].index(label))
        write(path, numbers="2..3")
        assert wait_for(people[0], "is impossible")["state"] == {"left_over": 19, "won": None}
        write(path, about="Take one, two or three.")
        assert wait_for(people[0], "goes on where it was")["state"] == {"left_over": 18, "won": None}


def test_options_at_their_default_follow_it_and_an_error_is_told(tmp_path: Path) -> None:
    path = tmp_path / "heap.yaml"
    options = "options:\n  most: {{default: {most}, range: 1..9}}\n"

    def save(most: int, numbers: str = "1..most") -> None:
        write(path, numbers=numbers)
        path.write_text(path.read_text(encoding="utf-8") + options.format(most=most), encoding="utf-8")

    save(3)
    with serving(path, watch=True, store=tmp_path / "tables.sqlite") as server:
        table = server.table("heap", bots=[None, None], options={"most": 3})
        you = server.sit(table, 0)
        assert len(you.turn()["choices"]) == 3
        save(3, numbers="1..mots")
        assert "by the rules as they were before" in str(wait_for(you, "has errors")["notice"])
        save(5)
        wait_for(you, "goes on where it was")
        assert len(you.turn()["choices"]) == 5
    with serving(path, watch=True, store=tmp_path / "tables.sqlite") as server:
        assert len(server.sit(table, 0).turn()["choices"]) == 5
