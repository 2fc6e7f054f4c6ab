/* Connect four, as one would write it in C: a column is seven bits, of which the highest stays empty. */

#define COLUMNS 7
#define ROWS 6
#define STEP (ROWS + 1)

static int has_line(uint64_t discs) {
  static const int DIRECTIONS[4] = {1, STEP, STEP - 1, STEP + 1};
  for (int i = 0; i < 4; i++) {
    uint64_t pairs = discs & (discs >> DIRECTIONS[i]);
    if (pairs & (pairs >> 2 * DIRECTIONS[i])) return 1;
  }
  return 0;
}

/* Plays the games of a run from one number to another; `wins` gets those of each seat, and the draws. */
SHOWN int64_t play(uint64_t seed, int64_t from, int64_t to, int64_t wins[3]) {
  int64_t decisions = 0;
  for (int64_t game = from; game < to; game++) {
    uint64_t own = derive(seed, (uint64_t)game);
    uint64_t luck[2] = {mix(derive(own, FIRST_SEAT)), mix(derive(own, FIRST_SEAT + 1))};
    uint64_t discs[2] = {0, 0};
    int height[COLUMNS] = {0};
    int open[COLUMNS], count = COLUMNS, seat = 0; /* the columns that are not full, from the left */
    for (int i = 0; i < COLUMNS; i++) open[i] = i;
    for (;;) {
      uint32_t pick = below(&luck[seat], (uint32_t)count);
      int column = open[pick];
      discs[seat] |= 1ull << (column * STEP + height[column]);
      decisions++;
      if (has_line(discs[seat])) {
        wins[seat]++;
        break;
      }
      if (++height[column] == ROWS) {
        if (!--count) {
          wins[2]++;
          break;
        }
        memmove(open + pick, open + pick + 1, sizeof *open * ((uint32_t)count - pick));
      }
      seat ^= 1;
    }
  }
  return decisions;
}
