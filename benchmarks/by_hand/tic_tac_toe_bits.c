/* Tic-tac-toe, as one would write it in C: random games, one after the other. */

static const uint16_t LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static uint8_t has_line[512];

static void prepare(void) {
  for (int marks = 0; marks < 512; marks++)
    for (int i = 0; i < 8; i++)
      if ((marks & LINES[i]) == LINES[i]) has_line[marks] = 1;
}

/* Plays the games of a run from one number to another; `wins` gets those of each seat, and the draws. */
SHOWN int64_t play(uint64_t seed, int64_t from, int64_t to, int64_t wins[3]) {
  int64_t decisions = 0;
  prepare();
  for (int64_t game = from; game < to; game++) {
    uint64_t own = derive(seed, (uint64_t)game);
    uint64_t luck[2] = {mix(derive(own, FIRST_SEAT)), mix(derive(own, FIRST_SEAT + 1))};
    uint32_t marks[2] = {0, 0};
    uint32_t empty = 0777;
    int seat = 0;
    for (int left = 9;; left--) {
      uint32_t rest = empty;
      for (uint32_t skip = below(&luck[seat], (uint32_t)left); skip; skip--) rest &= rest - 1;
      uint32_t square = rest & -rest;
      marks[seat] |= square;
      empty ^= square;
      decisions++;
      if (has_line[marks[seat]]) {
        wins[seat]++;
        break;
      }
      if (!empty) {
        wins[2]++;
        break;
      }
      seat ^= 1;
    }
  }
  return decisions;
}
