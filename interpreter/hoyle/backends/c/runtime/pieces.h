/* Chance, and pieces with all that hangs on moving them.
 *
 * The printed game has said: LOCATION and KNOWN (where the numbers of pieces begin; KNOWN -1: nothing is revealed),
 * FACE_UP (-1: nothing is turned), ROUND, and tables by handle: ZONE_AT, ZONE_CAP, ZONE_ROOM, ZONE_LASTS,
 * REFILL_FROM (-1: never), REFILL_KEEP. It prints `may_refill` and `find_starts`.
 */
#define GAMMA 0x9E3779B97F4A7C15ull

static inline uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}
static inline uint64_t below(uint64_t *stream, uint64_t count) {
  *stream += GAMMA;
  return (uint64_t)(((unsigned __int128)mix(*stream) * count) >> 64);
}
static inline uint64_t derived(uint64_t seed, uint64_t index) { return mix(mix(seed) + GAMMA * (index + 1)); }

static int may_refill(State *S, N handle);
static void find_starts(State *S, int32_t *starts);

static inline N random_of(State *S, L a) {
  if (RARE(!a.n)) trouble(S);
  return a.p[below(&S->head.rng, (uint64_t)a.n)];
}
static inline N random_piece(State *S, N h) {
  if (RARE(!S->zn[h])) trouble(S);
  return S->za[ZONE_AT[h] + below(&S->head.rng, S->zn[h])];
}

/* ---------------------------------------------------------------- looking */
static inline N top(State *S, N h) {
  N n = S->zn[h];
  if (RARE(!n)) trouble(S);
  return S->za[ZONE_AT[h] + n - 1];
}
static inline N bottom(State *S, N h) {
  if (RARE(!S->zn[h])) trouble(S);
  return S->za[ZONE_AT[h]];
}
static L pieces(State *S, N h) {
  int32_t n = S->zn[h], *p = words(S, n);
  const Piece *a = S->za + ZONE_AT[h];
  for (int32_t i = 0; i < n; i++) p[i] = a[i];
  return (L){n, p};
}
static L pieces_of(State *S, const int32_t *handles, int32_t count) {
  int32_t n = 0;
  for (int32_t i = 0; i < count; i++) n += S->zn[handles[i]];
  int32_t *p = words(S, n), *to = p;
  for (int32_t i = 0; i < count; i++) {
    const Piece *a = S->za + ZONE_AT[handles[i]];
    for (int32_t j = 0; j < S->zn[handles[i]]; j++) *to++ = a[j];
  }
  return (L){n, p};
}
static N drawable(State *S, N h) {
  N more = REFILL_FROM[h] >= 0 && may_refill(S, h) ? S->zn[REFILL_FROM[h]] - REFILL_KEEP[h] : 0;
  return S->zn[h] + (more > 0 ? more : 0);
}

/* ---------------------------------------------------------------- moving */
static inline void take_up(State *S, N piece) {
  N h = S->v[LOCATION + piece], n = S->zn[h], i = 0;
  Piece *a = S->za + ZONE_AT[h];
  while (a[i] != piece) if (RARE(++i >= n)) trouble(S);
  S->zn[h] = (Piece)--n;
  for (; i < n; i++) a[i] = a[i + 1];
}
static inline N take_top(State *S, N h) {
  N n = S->zn[h];
  if (RARE(!n)) trouble(S);
  S->zn[h] = (Piece)(n - 1);
  return S->za[ZONE_AT[h] + n - 1];
}
static inline void lay_down(State *S, N piece, N h, int to_bottom) {
  N n = S->zn[h];
  Piece *a = S->za + ZONE_AT[h];
  if (RARE(n >= ZONE_CAP[h])) trouble(S); /* no room, or a piece of another kind */
  if (to_bottom) {
    memmove(a + 1, a, (size_t)n * sizeof(Piece));
    a[0] = (Piece)piece;
  } else {
    a[n] = (Piece)piece;
  }
  S->zn[h] = (Piece)(n + 1);
  S->v[LOCATION + piece] = (int32_t)h;
#if KNOWN >= 0
  S->v[KNOWN + piece] = 0;
#endif
}
static inline void move(State *S, N piece, N h, int to_bottom) {
  take_up(S, piece);
  lay_down(S, piece, h, to_bottom);
}
static void move_many(State *S, L a, N h, int to_bottom, N each) {
  pay(S, a.n, each);
  for (int32_t i = 0; i < a.n; i++) {
    N piece = index_of(S, a.p[to_bottom ? a.n - 1 - i : i], PIECES);
    move(S, piece, h, to_bottom);
  }
}
static void shuffle(State *S, N h, N each) {
  pay(S, S->zn[h], each);
  Piece *a = S->za + ZONE_AT[h];
  uint64_t stream = S->head.rng;
  for (N i = (N)S->zn[h] - 1; i > 0; i--) {
    uint64_t j = below(&stream, (uint64_t)i + 1);
    Piece t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  S->head.rng = stream;
#if KNOWN >= 0
  for (N i = 0; i < S->zn[h]; i++) S->v[KNOWN + a[i]] = 0;
#endif
}
static __attribute__((noinline)) void refill(State *S, N h, N each) {
  if (S->zn[h] || REFILL_FROM[h] < 0 || !may_refill(S, h)) return;
  N from = REFILL_FROM[h], n = S->zn[from] - REFILL_KEEP[h];
  if (n <= 0) return;
  L a = pieces(S, from);
  a.n = (int32_t)n;
  move_many(S, a, h, 0, each);
  shuffle(S, h, 0);
}
static L draw(State *S, N from, N h, N count, int to_bottom, int strict, int supposed, N each, N each_refilled) {
  Made m = {{0, 0}, 0, 0};
  for (N i = 0; i < count; i++) {
    burn(S, each);
    if (!S->zn[from]) {
      if (!supposed) refill(S, from, each_refilled);
      if (!S->zn[from]) {
        if (strict) trouble(S);
        break;
      }
    }
    N piece = S->za[ZONE_AT[from] + S->zn[from] - 1];
    add(S, &m, piece);
    S->zn[from]--;
    lay_down(S, piece, h, to_bottom);
  }
  return m.list;
}
#if KNOWN >= 0
static void reveal(State *S, L a, L to, int everybody) {
  N mask = everybody ? (1LL << (PLAYERS + 1)) - 1 : 0; /* and who only watches */
  if (!everybody)
    for (int32_t i = 0; i < to.n; i++) mask += 1LL << index_of(S, to.p[i], PLAYERS);
  for (int32_t i = 0; i < a.n; i++) {
    int32_t *known = S->v + KNOWN + index_of(S, a.p[i], PIECES);
    *known = kept(S, *known | mask);
  }
}
#endif

/* Pieces go back to where they start: at first all, later those of zones that do not last. */
static void gather(State *S) {
#if PIECES
  Exec *x = S->head.x;
  int first = S->v[ROUND] == 1;
#if FACE_UP >= 0
  memset(S->v + FACE_UP, 0, 4 * (size_t)PIECES);
#endif
  if (!STARTS_ALIKE || !x->ready) {
    find_starts(S, x->starts);
    for (int32_t i = 0; i < PIECES; i++) index_of(S, x->starts[i], ZONES);
    x->ready = 1;
  }
  for (N h = 0; h < ZONES; h++) if (first || !ZONE_LASTS[h]) S->zn[h] = 0;
  for (N piece = 0; piece < PIECES; piece++) {
    if (!first && ZONE_LASTS[S->v[LOCATION + piece]]) continue;
    N h = x->starts[piece], n = S->zn[h];
    if (RARE(n >= ZONE_CAP[h])) trouble(S);
    S->za[ZONE_AT[h] + n] = (Piece)piece;
    S->zn[h] = (Piece)(n + 1);
    S->v[LOCATION + piece] = (int32_t)h;
#if KNOWN >= 0
    S->v[KNOWN + piece] = 0;
#endif
  }
#else
  (void)S;
#endif
}
