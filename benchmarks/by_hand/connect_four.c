/* Connect four, as one would write it in C: a cell is empty, or has the disc of a seat. */

#define COLUMNS 7
#define ROWS 6
#define EMPTY 2

typedef struct {
  uint8_t cells[COLUMNS][ROWS];
  int heights[COLUMNS];
} Rack;

/* Discs of a seat from a cell on, without the cell itself, in one direction. */
static int run(const Rack *r, int column, int row, int right, int up, int seat) {
  int count = 0;
  for (;;) {
    column += right;
    row += up;
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS || r->cells[column][row] != seat) return count;
    count++;
  }
}

static int makes_line(const Rack *r, int column, int row, int seat) {
  static const int DIRECTIONS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (int i = 0; i < 4; i++) {
    int right = DIRECTIONS[i][0], up = DIRECTIONS[i][1];
    if (1 + run(r, column, row, right, up, seat) + run(r, column, row, -right, -up, seat) >= 4) return 1;
  }
  return 0;
}

/* Plays the games of a run from one number to another; `wins` gets those of each seat, and the draws. */
SHOWN int64_t play(uint64_t seed, int64_t from, int64_t to, int64_t wins[3]) {
  int64_t decisions = 0;
  for (int64_t game = from; game < to; game++) {
    uint64_t own = derive(seed, (uint64_t)game);
    uint64_t luck[2] = {mix(derive(own, FIRST_SEAT)), mix(derive(own, FIRST_SEAT + 1))};
    Rack rack;
    memset(rack.cells, EMPTY, sizeof rack.cells);
    memset(rack.heights, 0, sizeof rack.heights);
    int winner = 2;
    for (int moves = 0; moves < COLUMNS * ROWS && winner == 2; moves++) {
      int seat = moves & 1;
      int choices[COLUMNS], count = 0;
      for (int column = 0; column < COLUMNS; column++)
        if (rack.heights[column] < ROWS) choices[count++] = column;
      int column = choices[below(&luck[seat], (uint32_t)count)];
      int row = rack.heights[column]++;
      rack.cells[column][row] = (uint8_t)seat;
      decisions++;
      if (makes_line(&rack, column, row, seat)) winner = seat;
    }
    wins[winner]++;
  }
  return decisions;
}
