/* Keys of choices, made by tables that play hands over (`play/keys.py`): the same as Python makes, as words. */
enum { A_NUMBER, A_LIST, A_PIECE, PIECES_OF = 2, ZONED = 1, FIRST_PIECE = A_PIECE };
enum { UNKNOWN = -1, NOTHING = -2 };

typedef struct {
  const Game *game;
  int32_t location, known, face_up, everyone, handles, pieces, cells, blocks;
  const int32_t *mask, *faced; /* by zone: who sees it, and whether its pieces lie face up or down */
  const int32_t *look;         /* by piece */
  const int32_t *cell;         /* where what is known of every piece lies, and its stride */
  const int32_t *at, *picks;   /* by block: where its picks are told */
  int32_t width;               /* words of a look */
  int32_t *key, room;          /* the last that was made */
  int32_t *taken, taken_room;  /* a choice before it is taken: its picks, pieces with who knew them */
} Keys;

static int more(int32_t **p, int32_t *room, int64_t wanted) {
  if (wanted <= *room) return 1;
  if (wanted > MOST_KEY) return 0;
  int32_t *q = realloc(*p, 8 * (size_t)wanted);
  if (!q) return 0;
  *p = q;
  *room = 2 * (int32_t)wanted;
  return 1;
}
static const int32_t *numbers_of(const Keys *k, const void *state) {
  return (const int32_t *)(const void *)((const char *)state + k->game->numbers_at);
}
/* Who knows which piece this is. */
static int32_t mask_of(const Keys *k, const int32_t *v, int32_t piece) {
  int32_t handle = v[k->location + piece], mask = k->mask[handle];
  if (k->faced[handle] && v[k->face_up + piece]) mask = k->everyone;
  return k->known < 0 ? mask : mask | v[k->known + piece];
}
static void look_at(const Keys *k, const void *state, int32_t *to, int32_t piece, int32_t zoned, int32_t bit) {
  memset(to, 0, 4 * (size_t)k->width);
  to[0] = NOTHING;
  if (piece < 0) return;
  const int32_t *v = numbers_of(k, state);
  if (!(mask_of(k, v, piece) & bit)) {
    to[0] = UNKNOWN, to[1] = v[k->location + piece], to[2] = k->game->place(state, piece);
    return;
  }
  to[0] = k->look[piece];
  if (zoned) to[1] = v[k->location + piece];
  for (int32_t i = 0; i < k->cells; i++) to[2 + i] = v[k->cell[2 * i] + k->cell[2 * i + 1] * piece];
}
/* Of several pieces the order does not matter. */
static void in_order(int32_t *p, int32_t n, int32_t width) {
  for (int32_t i = 1; i < n; i++)
    for (int32_t j = i; j > 0; j--) {
      int32_t *a = p + (int64_t)(j - 1) * width, *b = a + width, w = 0;
      while (w < width && a[w] == b[w]) w++;
      if (w == width || a[w] < b[w]) break;
      for (w = 0; w < width; w++) { int32_t x = a[w]; a[w] = b[w]; b[w] = x; }
    }
}
/* The key of a choice as whoever chooses knows its pieces: how many words it has; 0: there is no room. */
static int32_t key_of(Keys *k, const void *state, int32_t index) {
  const Head *head = state;
  const int32_t *r = head->choices.p + (int64_t)k->game->stride * index, *picks = k->picks + k->at[r[0]];
  int64_t n = 2;
  if (!more(&k->key, &k->room, 2)) return 0;
  k->key[0] = head->seat, k->key[1] = r[0];
  for (int32_t i = 0; i < picks[0]; i++) {
    int32_t kind = picks[2 + i], value = r[1 + i], several = kind == A_LIST || (kind >= FIRST_PIECE && (kind - FIRST_PIECE) & PIECES_OF);
    const int32_t *items = several ? head->picked.p + value + 1 : &value;
    int32_t count = several ? items[-1] : 1, width = kind < FIRST_PIECE ? 1 : k->width;
    if (!more(&k->key, &k->room, n + 1 + (int64_t)count * width)) return 0;
    if (several) k->key[n++] = count;
    for (int32_t j = 0; j < count; j++) {
      int32_t *to = k->key + n + (int64_t)j * width;
      if (kind < FIRST_PIECE) *to = items[j];
      else look_at(k, state, to, items[j], (kind - FIRST_PIECE) & ZONED, 1 << head->seat);
    }
    if (kind >= FIRST_PIECE && several) in_order(k->key + n, count, width);
    n += (int64_t)count * width;
  }
  return (int32_t)n;
}

/* ---------------------------------------------------------------- what others see of a choice */
/* Notes a choice before it is taken: seat, block, then each pick: how many, and these; pieces with who knows them. */
static int note_taken(Keys *k, const void *state, int32_t index) {
  const Head *head = state;
  const int32_t *r = head->choices.p + (int64_t)k->game->stride * index, *picks = k->picks + k->at[r[0]];
  int64_t n = 2;
  if (!more(&k->taken, &k->taken_room, 2)) return 0;
  k->taken[0] = head->seat, k->taken[1] = r[0];
  for (int32_t i = 0; i < picks[0]; i++) {
    int32_t kind = picks[2 + i], value = r[1 + i], several = kind == A_LIST || (kind >= FIRST_PIECE && (kind - FIRST_PIECE) & PIECES_OF);
    const int32_t *items = several ? head->picked.p + value + 1 : &value;
    int32_t count = several ? items[-1] : 1;
    if (!more(&k->taken, &k->taken_room, n + 1 + 2 * (int64_t)count)) return 0;
    k->taken[n++] = count;
    for (int32_t j = 0; j < count; j++) {
      k->taken[n++] = items[j];
      if (kind >= FIRST_PIECE) k->taken[n++] = items[j] < 0 ? 0 : mask_of(k, numbers_of(k, state), items[j]);
    }
  }
  return 1;
}
/* Whether nobody else sees the choice that was noted. */
static int is_unseen(const Keys *k) { return k->picks[k->at[k->taken[1]] + 1]; }
/* The key by which a seat that did not choose goes on, once the choice was taken; 0: there is no room. */
static int32_t key_seen(Keys *k, const void *after, int32_t seat) {
  const int32_t *picks = k->picks + k->at[k->taken[1]], *t = k->taken + 2;
  int64_t n = 2;
  if (!more(&k->key, &k->room, 2)) return 0;
  k->key[0] = k->taken[0], k->key[1] = k->taken[1];
  for (int32_t i = 0; i < picks[0]; i++) {
    int32_t kind = picks[2 + i], count = *t++;
    if (!more(&k->key, &k->room, n + 1 + count)) return 0;
    k->key[n++] = count;
    int32_t *from = k->key + n;
    for (int32_t j = 0; j < count; j++) {
      int32_t item = *t++;
      if (kind >= FIRST_PIECE) {
        int32_t mask = *t++;
        if (item >= 0) mask |= mask_of(k, numbers_of(k, after), item);
        item = mask & 1 << seat ? k->look[item] : UNKNOWN;
      }
      k->key[n++] = item;
    }
    if (kind >= FIRST_PIECE) in_order(from, count, 1);
  }
  return (int32_t)n;
}
