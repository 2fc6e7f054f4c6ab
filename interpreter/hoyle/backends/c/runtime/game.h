/* What a compiled game shows: the same for every game, and free of Python. */
#ifndef HOYLE_GAME_H
#define HOYLE_GAME_H
#include <stdint.h>

#define HOYLE_ABI 4

typedef struct Exec Exec;
typedef struct { int32_t *p, n, cap; } Words; /* that can grow */

/* The beginning of every state. */
typedef struct {
  Exec *x;       /* who runs it, while it is run */
  uint64_t rng;  /* the random stream */
  Words choices; /* records of `stride` words: the block that it leads to, and the picks; n and cap count records */
  Words frames;  /* each: its values, its block, how many words the values are */
  Words picked;  /* lists among the picks of choices, each with its length before it */
  int32_t over, seat, rounds, decisions;
} Head;

/* Where rows of games are written, if anywhere; `driver.h` says what is in one. */
typedef struct {
  int64_t *at;              /* room for a row for each game; 0: none are wanted */
  const int32_t *action_of; /* by the block that a choice leads to */
  int64_t actions;          /* how many there are */
} Rows;

typedef struct {
  int32_t abi;
  int32_t players;
  int32_t stride;      /* words of a choice */
  int32_t state_bytes; /* of a state, without what it has outgrown */
  int32_t teams;       /* 0: everybody plays alone */
  int32_t numbers_at;  /* where in a state its variables lie: words of 32 bits, one after the other */
  int32_t unused[2];
  Exec *(*open)(void);
  void (*close)(Exec *);
  void (*empty)(void *state);                     /* a state without a position, to be filled */
  void (*clear)(void *state);                     /* gives back what a state has outgrown */
  int32_t (*begin)(void *state, Exec *, uint64_t rng);
  int32_t (*step)(void *state, Exec *, int32_t choice);
  int32_t (*copy)(void *to, const void *from);    /* into an empty state */
  int64_t (*save)(const void *state, int32_t *words, int64_t room); /* how many words there are */
  int32_t (*load)(void *state, const int32_t *words, int64_t count);
  /* Random play by a stream, to the end, or for so many decisions or rounds at most: how many decisions it took; -1 less
   * that many, if the next one failed. `picks`, where there is room for so many, has what was chosen. */
  int64_t (*playout)(void *state, Exec *, uint64_t *stream, int64_t most, int64_t rounds, int32_t *picks);
  /* How it stands: for each seat whether it has won, then for each its rank, then for each its score. */
  int32_t (*result)(void *state, Exec *, int32_t *found);
  /* For each seat its score if the round ended now. */
  int32_t (*scored)(void *state, Exec *, int32_t *found);
  int32_t (*place)(const void *state, int32_t piece); /* where a piece lies among those of its zone */
  /* The games `from` to `to` of a batch; returns the one that it could not play, or `to`. */
  int64_t (*play)(void *state, Exec *, uint64_t seed, int64_t from, int64_t to, int64_t most,
                  const uint8_t *bots, int64_t *tally, const Rows *rows);
} Game;

#endif
