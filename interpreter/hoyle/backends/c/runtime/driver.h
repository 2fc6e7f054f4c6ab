/* What is called from outside. The printed game has said: `has_won`, `tie_break`, `round_score`, HAS_WON,
 * HIGHEST (whether more points are better), TEAM_OF and TEAMS, LISTS_AT (the numbers that are lists), ENTRY. */

static void run(State *S, const int32_t *taken);

static Exec *open_exec(void) { return calloc(1, sizeof(Exec)); }
static void close_exec(Exec *x) {
  if (!x) return;
  forget_lists(x);
  for (Chunk *c = x->first; c;) {
    Chunk *next = c->next;
    free(c);
    c = next;
  }
  if (x->opening) { clear(x->opening); free(x->opening); }
#if MEMORIES
  forget_spare(x);
#endif
  free(x);
}
static inline void ready(State *S, Exec *x) {
  S->head.x = x;
  x->fuel = FUEL;
  x->jumps = MOST_JUMPS - 1; /* the start of a match counts as one */
  x->ended = 0;
  forget_lists(x);
}
#if HEAP
/* Lists that no variable holds any more are given up. */
static void compact(State *S) {
  int32_t *to = words(S, S->heap.n), n = 2;
  for (int32_t i = 0; i < LIST_COUNT; i++) {
    int32_t at = S->v[LISTS_AT[i]];
    if (!at) continue;
    int32_t w = S->heap.p[at + 1] + 2;
    memcpy(to + n, S->heap.p + at, 4 * (size_t)w);
    S->v[LISTS_AT[i]] = n;
    n += w;
  }
  memcpy(S->heap.p + 2, to + 2, 4 * (size_t)(n - 2));
  S->heap.n = S->live = n;
}
#endif
static inline void took(State *S, int32_t i) {
  S->head.decisions++;
#if MEMORIES
  if (RARE(S->hidden)) forget_hidden(S);
#endif
#if HEAP
  if (RARE(S->heap.n > 2 * S->live + 256)) compact(S);
#endif
  run(S, record_of(S, i));
}
static inline void began(State *S, uint64_t rng) {
  S->head.rng = rng;
  S->v[CLOCKWISE] = 1;
  run(S, 0);
}
static int32_t begin(void *state, Exec *x, uint64_t rng) {
  State *S = state;
  if (_setjmp(x->trouble)) return 1;
  ready(S, x);
  began(S, rng);
  return 0;
}
static int32_t step(void *state, Exec *x, int32_t i) {
  State *S = state;
  if ((uint32_t)i >= (uint32_t)S->head.choices.n || S->head.decisions >= MOST_DECISIONS) return 1;
  if (_setjmp(x->trouble)) return 1;
  ready(S, x);
  took(S, i);
  return 0;
}
static int64_t playout(void *state, Exec *x, uint64_t *stream, int64_t most, int64_t rounds, int32_t *picks) {
  State *S = state;
  const int64_t before = S->head.decisions, last = S->head.rounds + rounds;
  if (_setjmp(x->trouble)) { /* the one that failed has been counted */
    x->compact = 0;
    return before - S->head.decisions;
  }
  x->compact = 1;
  for (int64_t left = most; left > 0 && !S->head.over && S->head.rounds < last; left--) {
    int32_t i = (int32_t)below(stream, (uint64_t)S->head.choices.n);
    if (picks) picks[most - left] = i;
    if (S->head.decisions >= MOST_DECISIONS) {
      x->compact = 0;
      write_out(S);
      return before - S->head.decisions - 1;
    }
    ready(S, x);
    took(S, i);
  }
  x->compact = 0;
  write_out(S);
  return S->head.decisions - before;
}

/* ---------------------------------------------------------------- who has won */
typedef struct { N won, score; L ties; } Standing;
static int better(const Standing *a, const Standing *b) { /* as `before` */
  if (a->won != b->won) return a->won < b->won ? -1 : 1;
  if (a->score != b->score) return a->score < b->score ? -1 : 1;
  return before(a->ties, b->ties);
}
static void standings(State *S, Standing *of) {
  Standing own[PLAYERS];
  for (int32_t seat = 0; seat < PLAYERS; seat++) {
    own[seat].won = has_won(S, seat);
    own[seat].score = HIGHEST ? S->v[seat] : -(N)S->v[seat];
    own[seat].ties = tie_break(S, seat);
  }
  for (int32_t seat = 0; seat < PLAYERS; seat++) {
    of[seat] = own[seat];
#if TEAMS
    for (int32_t mate = 0; mate < PLAYERS; mate++)
      if (TEAM_OF[mate] == TEAM_OF[seat] && better(&own[mate], &of[seat]) > 0) of[seat] = own[mate];
#endif
  }
}
static void who_won(State *S, int32_t *winners, int32_t *ranks) {
  Standing of[PLAYERS];
  standings(S, of);
  int32_t any = 0;
  for (int32_t seat = 0; seat < PLAYERS; seat++) {
    int32_t above = 0;
    for (int32_t other = 0; other < PLAYERS; other++) above += better(&of[other], &of[seat]) > 0;
    winners[seat] = HAS_WON ? of[seat].won != 0 : !above;
    any |= winners[seat];
    ranks[seat] = above + 1;
  }
  if (!any) for (int32_t seat = 0; seat < PLAYERS; seat++) ranks[seat]++;
}
static int32_t result(void *state, Exec *x, int32_t *found) {
  State *S = state;
  if (_setjmp(x->trouble)) return 1;
  ready(S, x);
  who_won(S, found, found + PLAYERS);
  memcpy(found + 2 * PLAYERS, S->v, 4 * (size_t)PLAYERS);
  return 0;
}
static int32_t scored(void *state, Exec *x, int32_t *found) {
  State *S = state;
  if (_setjmp(x->trouble)) return 1;
  for (int32_t seat = 0; seat < PLAYERS; seat++) {
    ready(S, x);
    N score = S->v[seat] + (S->head.over ? 0 : round_score(S, seat));
    if (score < INT32_MIN || score > INT32_MAX) return 1;
    found[seat] = (int32_t)score;
  }
  return 0;
}
static int32_t place(const void *state, int32_t piece) {
  const State *S = state;
  const Piece *zone = S->za + ZONE_AT[S->v[LOCATION + piece]];
  int32_t i = 0;
  while (zone[i] != piece) i++;
  return i;
}

/* ---------------------------------------------------------------- a batch */
/* A tally is: games, decisions and their squares, rounds and their squares, choices, unfinished, taken, nobody,
 * everybody; for each seat its points and their squares, then its wins by how many shared them; the same wins for
 * each team. Squares are two words, the lower first. */
enum { FINISHED, DECISIONS, DECISIONS_SQUARED, ROUNDS = DECISIONS_SQUARED + 2, ROUNDS_SQUARED, CHOICES = ROUNDS_SQUARED + 2,
       UNFINISHED, TAKEN, NOBODY, EVERYBODY, SEATS };
static inline void squared(int64_t *sum, int64_t x) {
  unsigned __int128 s = (unsigned __int128)(uint64_t)sum[0] | (unsigned __int128)(uint64_t)sum[1] << 64;
  s += (unsigned __int128)(uint64_t)(x < 0 ? -x : x) * (uint64_t)(x < 0 ? -x : x);
  sum[0] = (int64_t)(uint64_t)s;
  sum[1] = (int64_t)(uint64_t)(s >> 64);
}
static void count_game(State *S, int64_t *t, int64_t choices, const int32_t *winners) {
  int32_t n = 0;
  for (int32_t seat = 0; seat < PLAYERS; seat++) n += winners[seat];
  int64_t *seats = t + SEATS, *teams = seats + PLAYERS * (3 + PLAYERS);
  for (int32_t seat = 0; seat < PLAYERS; seat++) {
    int64_t *own = seats + seat * (3 + PLAYERS);
    own[0] += S->v[seat];
    squared(own + 1, S->v[seat]);
    if (winners[seat]) own[2 + n]++;
  }
#if TEAMS
  int32_t sharing = 0, won[TEAMS] = {0};
  for (int32_t seat = PLAYERS - 1; seat >= 0; seat--) won[TEAM_OF[seat]] = winners[seat];
  for (int32_t team = 0; team < TEAMS; team++) sharing += won[team];
  for (int32_t team = 0; team < TEAMS; team++) if (won[team]) teams[team * TEAMS + sharing - 1]++;
#else
  (void)teams;
#endif
  t[NOBODY] += !n;
  t[EVERYBODY] += n == PLAYERS;
  t[FINISHED]++;
  t[DECISIONS] += S->head.decisions;
  squared(t + DECISIONS_SQUARED, S->head.decisions);
  t[TAKEN] += S->head.decisions;
  t[ROUNDS] += S->head.rounds;
  squared(t + ROUNDS_SQUARED, S->head.rounds);
  t[CHOICES] += choices;
}
/* A row of a game is: its seed, whether it was finished, decisions, choices, rounds; for each seat its points, its rank
 * and whether it has won, all 0 if it was not finished; how often each action was taken. */
enum { ROW_SEED, ROW_FINISHED, ROW_DECISIONS, ROW_CHOICES, ROW_ROUNDS, ROW_SEATS, ROW_ACTIONS = ROW_SEATS + 3 * PLAYERS };
static void fill_row(State *S, int64_t *row, int64_t choices, const int32_t *winners, const int32_t *ranks) {
  row[ROW_DECISIONS] = S->head.decisions;
  row[ROW_CHOICES] = choices;
  row[ROW_ROUNDS] = S->head.rounds;
  if (!(row[ROW_FINISHED] = S->head.over)) return;
  for (int32_t seat = 0; seat < PLAYERS; seat++) {
    int64_t *own = row + ROW_SEATS + 3 * seat;
    own[0] = S->v[seat], own[1] = ranks[seat], own[2] = winners[seat];
  }
}
static void start_over(State *S, Exec *x) {
  cleared(S, x);
  empty(S);
}
/* The first position, where chance has no part in it. */
static void find_opening(State *S, Exec *x) {
  start_over(S, x);
  ready(S, x);
  began(S, mix(0));
  if (S->head.rng != mix(0) || S->head.over || x->opening) return;
  State *o = malloc(sizeof(State));
  if (!o) return;
  if (copy(o, S)) { clear(o); free(o); return; }
  x->opening = o;
}
static int64_t played(State *S, Exec *x, uint64_t seed, int64_t from, int64_t to, int64_t most,
                      const uint8_t *bots, int64_t *tally, const Rows *rows) {
  int64_t *volatile row = rows->at;
  volatile int64_t game = from;
  volatile int tried = x->opening != 0;
  if (_setjmp(x->trouble)) {
    if (tried) return game;
    tried = 1; /* a start that fails with one seed need not fail with others */
  }
  if (!tried) {
    find_opening(S, x);
    tried = 1;
  }
  for (; game < to; game++) {
    uint64_t own = derived(seed, (uint64_t)game), streams[PLAYERS];
    for (int32_t seat = 0; seat < PLAYERS; seat++) streams[seat] = mix(derived(own, (1ull << 32) + (uint64_t)seat));
    int64_t *const taken = row ? row + ROW_ACTIONS : 0;
    if (row) {
      memset(row, 0, sizeof(int64_t) * (size_t)(ROW_ACTIONS + rows->actions));
      row[ROW_SEED] = (int64_t)own;
    }
    cleared(S, x);
    ready(S, x);
    if (x->opening) {
      if (copy(S, x->opening)) return game;
      S->head.x = x;
      S->head.rng = mix(own);
    } else {
      empty(S);
      S->head.x = x;
      began(S, mix(own));
    }
    int64_t choices = 0;
    while (!S->head.over && S->head.decisions < most) {
      if (S->head.decisions >= MOST_DECISIONS) return game;
      choices += S->head.choices.n;
      int32_t seat = S->head.seat;
      int32_t i = bots[seat] ? 0 : (int32_t)below(streams + seat, (uint64_t)S->head.choices.n);
      if (taken) taken[rows->action_of[*record_of(S, i)]]++;
      ready(S, x);
      took(S, i);
    }
    ready(S, x);
    int32_t winners[PLAYERS], ranks[PLAYERS];
    if (S->head.over) who_won(S, winners, ranks);
    if (row) {
      fill_row(S, row, choices, winners, ranks);
      row += ROW_ACTIONS + rows->actions;
    }
    if (S->head.over) {
      count_game(S, tally, choices, winners);
    } else {
      tally[UNFINISHED]++;
      tally[TAKEN] += S->head.decisions;
    }
  }
  return game;
}
static int64_t play(void *state, Exec *x, uint64_t seed, int64_t from, int64_t to, int64_t most,
                    const uint8_t *bots, int64_t *tally, const Rows *rows) {
  x->compact = 1; /* nobody but this sees the states */
  int64_t done = played(state, x, seed, from, to, most, bots, tally, rows);
  x->compact = 0;
  return done;
}

/* ---------------------------------------------------------------- as words */
/* over, seat, rounds, decisions, the stream in two halves, depth; the numbers; each list with items and words; each zone
 * with its size; frames, choices, and lists among their picks, each with their words. */
static int64_t put(int32_t *to, int64_t room, int64_t at, const int32_t *from, int64_t n) {
  if (at + n <= room && n) memcpy(to + at, from, 4 * (size_t)n);
  return at + n;
}
static int64_t save(const void *state, int32_t *to, int64_t room) {
  const State *S = state;
  int64_t at = 0;
  int32_t head[7] = {S->head.over, S->head.seat, S->head.rounds, S->head.decisions,
                     (int32_t)(uint32_t)S->head.rng, (int32_t)(uint32_t)(S->head.rng >> 32), S->depth};
  at = put(to, room, at, head, 7);
  at = put(to, room, at, S->v, NUMBERS);
  for (int32_t i = 0; i < LIST_COUNT; i++) {
#if MEMORIES
    if (MEMORY_OF[i] >= 0) {
      const Record *r = S->memory[MEMORY_OF[i]];
      int64_t w = memory_words(r);
      int32_t sizes[2] = {r ? r->count : 0, (int32_t)w};
      at = put(to, room, at, sizes, 2) + w;
      if (at <= room) memory_put(r, to + at);
      continue;
    }
#endif
#if HEAP
    if (7 + LISTS_AT[i] < room) to[7 + LISTS_AT[i]] = 0; /* where it lies is nobody's business */
    const int32_t *p = S->heap.p + S->v[LISTS_AT[i]];
    at = put(to, room, at, p, p[1] + 2);
#endif
  }
  for (int32_t h = 0; h < ZONES; h++) {
    int32_t n = S->zn[h], one;
    at = put(to, room, at, &n, 1);
    for (int32_t i = 0; i < n; i++) one = S->za[ZONE_AT[h] + i], at = put(to, room, at, &one, 1);
  }
  at = put(to, room, at, &S->head.frames.n, 1);
  at = put(to, room, at, S->head.frames.p, S->head.frames.n);
  at = put(to, room, at, &S->head.choices.n, 1);
  at = put(to, room, at, S->head.choices.p, (int64_t)S->head.choices.n * STRIDE);
  at = put(to, room, at, &S->head.picked.n, 1);
  return put(to, room, at, S->head.picked.p, S->head.picked.n);
}
static int32_t loaded(State *S, const int32_t *from, int64_t count) {
  const int32_t *end = from + count;
#define GET(n) ({ int64_t n_ = (n); if (n_ < 0 || end - from < n_) return 1; const int32_t *p_ = from; from += n_; p_; })
  const int32_t *head = GET(7);
  S->head.over = head[0], S->head.seat = head[1], S->head.rounds = head[2], S->head.decisions = head[3];
  S->head.rng = (uint64_t)(uint32_t)head[4] | (uint64_t)(uint32_t)head[5] << 32;
  S->depth = head[6];
  memcpy(S->v, GET(NUMBERS), 4 * (size_t)NUMBERS);
  for (int32_t i = 0; i < LIST_COUNT; i++) {
    const int32_t *p = GET(2);
    GET(p[1]);
#if MEMORIES
    if (MEMORY_OF[i] >= 0) {
      for (const int32_t *q = p + 2; q < from; q += 1 + *q) {
        if (*q < 0 || *q >= from - q) return 1;
        remember(S, MEMORY_OF[i], q + 1, *q, p[0]);
      }
      continue;
    }
#endif
#if HEAP
    store(S, LISTS_AT[i], (L){p[0], (int32_t *)p + 2}, p[1]);
#endif
  }
#if HEAP
  S->live = S->heap.n;
#endif
  for (int32_t h = 0; h < ZONES; h++) {
    int32_t n = *GET(1);
    const int32_t *p = GET(n);
    if (n > ZONE_CAP[h]) return 1;
    for (int32_t i = 0; i < n; i++) {
      if ((uint32_t)p[i] >= PIECES || S->v[LOCATION + p[i]] != h) return 1;
      S->za[ZONE_AT[h] + i] = (Piece)p[i];
    }
    S->zn[h] = (Piece)n;
  }
  int32_t n = *GET(1);
  memcpy(frame(S, n), GET(n), 4 * (size_t)n);
  S->head.frames.n = n;
  n = *GET(1);
  const int32_t *p = GET((int64_t)n * STRIDE);
  for (int32_t i = 0; i < n; i++) memcpy(choice(S, 0), p + (int64_t)i * STRIDE, 4 * (size_t)STRIDE);
  n = *GET(1);
  p = GET(n);
  if (n) {
    S->head.picked.p = malloc(4 * (size_t)n);
    if (!S->head.picked.p) return 1;
    S->head.picked.n = S->head.picked.cap = n;
    memcpy(S->head.picked.p, p, 4 * (size_t)n);
  }
#undef GET
  find_planes(S);
  return from != end;
}
static int32_t load(void *state, const int32_t *from, int64_t count) {
  State *S = state;
  Exec *x = open_exec();
  if (!x) return 1;
  S->head.x = x;
  int32_t failed = _setjmp(x->trouble) ? 1 : loaded(S, from, count);
  S->head.x = 0;
  close_exec(x);
  return failed;
}

__attribute__((visibility("default"))) const Game hoyle_game = {
  HOYLE_ABI, PLAYERS, STRIDE, (int32_t)sizeof(State), TEAMS, (int32_t)offsetof(State, v), {0, 0}, open_exec, close_exec, empty, clear, begin, step,
  copy, save, load, playout, result, scored, place,
  play,
};
