"""Printed games and their runtime under the address and undefined-behaviour sanitizers, leaks included."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hoyle.backends.c.compiler import compilers, environment
from hoyle.backends.c.module import to_c
from hoyle.backends.c.toolchain import SANITIZE
from tests.play.playing import NAMES, loaded

pytestmark = pytest.mark.skipif(next(compilers(), None) is None, reason="there is no C compiler")

# Walks through matches: at each decision a copy is played out, another is written and read back, both go on
# alike, and from time to time the match goes on from a copy while the state that it was made of is gone.
WALK = """
#include <stdio.h>
static int32_t *written(const void *state, int64_t *n) {
  *n = hoyle_game.save(state, 0, 0);
  int32_t *words = malloc(4 * (size_t)*n + 4);
  hoyle_game.save(state, words, *n);
  return words;
}
/* Words of the choices, which have room for more picks than some need. */
static int64_t last(const void *state) {
  const Head *head = state;
  return (int64_t)head->choices.n * hoyle_game.stride + 1 + head->picked.n;
}
static void *fresh(void) {
  void *state = malloc((size_t)hoyle_game.state_bytes);
  hoyle_game.empty(state);
  return state;
}
static void gone(void *state) {
  hoyle_game.clear(state);
  free(state);
}
int main(int count, char **args) {
  Exec *x = hoyle_game.open();
  int64_t steps = 0, trouble = 0, *tally = calloc(12 + PLAYERS * (3 + PLAYERS) + TEAMS * TEAMS, 8);
  uint8_t bots[PLAYERS] = {0};
  int games = count > 1 ? atoi(args[1]) : 1;
  for (int game = 0; game < games; game++) {
    uint64_t stream = mix((uint64_t)game);
    void *state = fresh();
    if (hoyle_game.begin(state, x, stream)) trouble++, ((Head *)state)->over = 1;
    for (int step = 0; step < 150 && !((Head *)state)->over; step++, steps++) {
      void *copy_of = fresh(), *read = fresh();
      if (hoyle_game.copy(copy_of, state)) return 3;
      uint64_t other = stream;
      int32_t standing[3 * PLAYERS];
      if (hoyle_game.playout(copy_of, x, &other, 40, 2, 0) < 0) trouble++;
      else if (hoyle_game.result(copy_of, x, standing)) trouble++;
      int64_t n, m;
      int32_t *words = written(state, &n), *again;
      if (hoyle_game.load(read, words, n)) return 4;
      int32_t i = (int32_t)below(&stream, (uint64_t)((Head *)state)->choices.n);
      int32_t failed = hoyle_game.step(state, x, i);
      if (failed != hoyle_game.step(read, x, i)) return 5;
      free(words);
      gone(copy_of);
      if (failed) {
        trouble++;
        gone(read);
        break;
      }
      words = written(state, &n), again = written(read, &m);
      if (n != m || memcmp(words, again, 4 * (size_t)(n - last(state)))) return 6;
      free(words), free(again);
      if (step % 3) gone(read); else gone(state), state = read;
    }
    gone(state);
  }
  void *scratch = fresh();
  trouble += hoyle_game.play(scratch, x, 7, 0, games, 3000, bots, tally, &(Rows){0}) != games;
  gone(scratch);
  free(tally);
  hoyle_game.close(x);
  printf("%lld decisions, %lld troubles\\n", (long long)steps, (long long)trouble);
  return 0;
}
"""

NO_ROOM = ("-DFEW_CHOICES=1", "-DFEW_FRAMES=2", "-DFEW_LISTED=2")


def walked(folder: Path, name: str, games: int, more: tuple[str, ...] = ()) -> str:
    """What a walk through some matches says; it fails where a sanitizer complains."""
    game = loaded(name)
    text = to_c(game.chooser(min(game.player_counts), {}).plan).text + WALK
    source, program = folder / "walk.c", folder / "walk"
    source.write_text(text, encoding="utf-8")
    compiler = next(compilers())
    flags = ["-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-g1", "-O1", "-w", *SANITIZE, *more]
    command = [*compiler.command, *flags, "-o", str(program), str(source)]
    built = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    if built.returncode:
        pytest.skip("this compiler has no sanitizers")
    done = subprocess.run(
        [program, str(games)], capture_output=True, text=True, check=False, env=os.environ | {"LANG": "C"}
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(("name", "more"), [("nine-mens-morris", ()), ("stop", NO_ROOM)])
def test_a_few_matches(name: str, more: tuple[str, ...], tmp_path: Path) -> None:
    decisions, troubles = walked(tmp_path, name, 2, more).split(", ")
    assert int(decisions.split()[0]) > 20
    assert troubles == "0 troubles\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_bundled_ruleset(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = walked(tmp_path, name, 8)
    with capfd.disabled():
        print(f"{name}: {said}", end="")
    assert said.endswith(" 0 troubles\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stop", "gin-rummy", "go", "chess", "draughts", "liars-dice", "hearts"])
def test_what_outgrows_its_first_room(name: str, tmp_path: Path) -> None:
    assert walked(tmp_path, name, 4, NO_ROOM).endswith(" 0 troubles\n")
