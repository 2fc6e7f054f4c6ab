/* Tic-tac-toe, as one would write it in C: a square is empty, or has the mark of a seat. */

#define EMPTY 2

static const int LINES[8][3] = {
  {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

static int has_line(const uint8_t board[9], int seat) {
  for (int i = 0; i < 8; i++) {
    const int *line = LINES[i];
    if (board[line[0]] == seat && board[line[1]] == seat && board[line[2]] == seat) return 1;
  }
  return 0;
}

/* Plays the games of a run from one number to another; `wins` gets those of each seat, and the draws. */
SHOWN int64_t play(uint64_t seed, int64_t from, int64_t to, int64_t wins[3]) {
  int64_t decisions = 0;
  for (int64_t game = from; game < to; game++) {
    uint64_t own = derive(seed, (uint64_t)game);
    uint64_t luck[2] = {mix(derive(own, FIRST_SEAT)), mix(derive(own, FIRST_SEAT + 1))};
    uint8_t board[9];
    memset(board, EMPTY, sizeof board);
    int winner = 2;
    for (int moves = 0; moves < 9 && winner == 2; moves++) {
      int seat = moves & 1;
      int choices[9], count = 0;
      for (int square = 0; square < 9; square++)
        if (board[square] == EMPTY) choices[count++] = square;
      board[choices[below(&luck[seat], (uint32_t)count)]] = (uint8_t)seat;
      decisions++;
      if (has_line(board, seat)) winner = seat;
    }
    wins[winner]++;
  }
  return decisions;
}
