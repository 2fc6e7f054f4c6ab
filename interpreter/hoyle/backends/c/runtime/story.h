/* What happens in a world that somebody looks for, compared as it happens with what a seat was shown.
 *
 * The printed game has said: ALIKE (by piece), OPEN_BASE and OPEN_STRIDE (the variables about pieces that are open to all,
 * OPEN_VALUES of them), by handle ZONE_MASK, ZONE_FACE_UP, ZONE_NOBODYS and HOLDERS, for variables `SLOTS`, by site
 * SITE_UNSEEN, by block PICKS_AT and PICK_KINDS. `stories.py` writes stories in the same words.
 */
enum { MOVED, SHUFFLED, CAME, WAS_SET, TURNED, DECIDED, REVEALED, ROUND_BEGAN, SCORED, GATHERED, NOTHING };
enum { NUMBERS_PICKED, LIST_PICKED, PIECE_PICKED, PIECES_PICKED }; /* what a pick of a choice is: the first is one number */
#define UNSEEN (-1)         /* instead of a look */
#define HIDDEN (-2)         /* a piece that is named, but not known */
#define NOWHERE (-1000000)  /* instead of a place */
#define MASKED (-1000001)   /* instead of a value */
#define AS_SET (-1)         /* told to whoever is told of the variable that is set with it */
#define EVERYONE ((1LL << (PLAYERS + 1)) - 1)
enum { FREELY, BY_PLACE, AS_A_WHOLE };
#define OPEN_ROW (3 + OPEN_VALUES)

typedef struct {
  int32_t base, count, low, indexed, per_piece, names_pieces, lists, everyones, parts;
  const int32_t *masks, *sizes, *pieces; /* who sees each; of each index how many values it has, and whether it is a piece */
} Slot;
/* SLOTS */
typedef struct { int32_t at, n, taken, how; } Entry; /* its words; the choice that was taken there, and how it is looked for */
enum { BY_LOOKS, BY_PLACES, COVERED };
typedef struct {
  const int32_t *words;
  const Entry *entries;
  int32_t n, seat, bit, due_seat, due_site; /* seat -1: who only watches; due_seat -1: the match is over */
  const int32_t *own;                       /* the choices that the seat has now, in words; own_n -1: it is not asked */
  int32_t own_n;
} Story;
typedef struct { int32_t kind, piece, source, n, pieces[PIECES + 1]; } Happened;
typedef struct Tokens Tokens;
typedef struct Attempt Attempt;
/* What chance and unseen choices bring, so that it fits a story. */
struct Guide {
  const Story *story;
  int32_t position, end;
  uint64_t stream;
  Tokens *tokens; /* none: chance is free */
  Attempt *attempt;
  int32_t waiting, waiting_slot, waiting_label, waiting_value;
  N waiting_mask;
  Happened last;
  int32_t lacking, lacks[PIECES + 1];
};

static void lost(State *S) { trouble(S); }
static inline Guide *guide_of(State *S) { return S->head.x->guide; }

static inline int open_to_all(const Slot *s) { return s->everyones && !s->per_piece; }

static void compare(State *S, const int32_t *p, int32_t n) {
  Guide *g = guide_of(S);
  if (!n) return;
  if (g->position == g->end) lost(S);
  const Entry *e = g->story->entries + g->position;
  if (e->n != n || !equal_words(g->story->words + e->at, p, n)) lost(S);
  g->position++;
}
/* Something random is told as what is set with it, so it waits for that. */
static void told_before(State *S, int32_t kind, int32_t slot, int32_t n) {
  Guide *g = guide_of(S);
  if (!g->waiting) return;
  g->waiting = 0;
  N mask = g->waiting_mask;
  if (mask == AS_SET) {
    int with = (kind == WAS_SET || kind == TURNED) && slot == g->waiting_slot;
    mask = with ? (n ? EVERYONE : 0) : open_to_all(SLOTS + g->waiting_slot) ? EVERYONE : 0;
  }
  if (mask & g->story->bit) compare(S, (int32_t[]){CAME, g->waiting_label, g->waiting_value}, 3);
}
static void tell(State *S, int32_t kind, int32_t slot, const int32_t *p, int32_t n) {
  guide_of(S)->last.kind = kind;
  told_before(S, kind, slot, n);
  compare(S, p, n);
}
static void tell_random(State *S, int32_t label, int32_t slot, N value, N mask) {
  Guide *g = guide_of(S);
  g->last.kind = CAME;
  told_before(S, CAME, -1, 0);
  g->waiting = 1;
  g->waiting_label = label, g->waiting_slot = slot, g->waiting_value = kept(S, value), g->waiting_mask = mask;
}

/* ---------------------------------------------------------------- who knows what */
static N known_to(State *S, N piece) {
  N h = S->v[LOCATION + piece];
  N mask = ZONE_MASK[h];
#if FACE_UP >= 0
  if (ZONE_FACE_UP[h] && S->v[FACE_UP + piece]) mask = EVERYONE;
#endif
#if KNOWN >= 0
  mask |= S->v[KNOWN + piece];
#endif
  return mask;
}
static void tell_random_piece(State *S, int32_t label, N piece) {
  tell_random(S, label, -1, ALIKE[index_of(S, piece, PIECES)], known_to(S, piece) == EVERYONE ? EVERYONE : 0);
}
static inline int ordered(State *S, N h) {
  return ((ZONE_MASK[h] | HOLDERS[h]) & guide_of(S)->story->bit) || ZONE_FACE_UP[h];
}
static inline int tells_place(State *S, N h) { return ordered(S, h) || ZONE_NOBODYS[h]; }
static int32_t place_of(State *S, N piece) {
  N h = S->v[LOCATION + piece];
  const Piece *a = S->za + ZONE_AT[h];
  for (int32_t i = 0; i < S->zn[h]; i++) if (a[i] == piece) return i;
  trouble(S);
}
/* Words are sorted as their rows compare. */
static void sort_rows(int32_t *p, int32_t n, int32_t width) {
  int32_t row[width];
  for (int32_t i = 1; i < n; i++) {
    memcpy(row, p + i * width, sizeof row);
    int32_t j = i;
    for (; j; j--) {
      const int32_t *other = p + (j - 1) * width;
      int32_t k = 0;
      while (k < width && other[k] == row[k]) k++;
      if (k == width || other[k] < row[k]) break;
      memcpy(p + j * width, other, sizeof row);
    }
    memcpy(p + j * width, row, sizeof row);
  }
}
static int32_t *put_open(State *S, int32_t *to, N piece) {
  for (int32_t i = 0; i < OPEN_VALUES; i++) *to++ = S->v[OPEN_BASE[i] + OPEN_STRIDE[i] * piece];
  return to;
}

/* ---------------------------------------------------------------- pieces */
static void entered(State *S, N piece, N source, int32_t place, N h, int to_bottom, int followed) {
  N mask = known_to(S, piece);
  lay_down(S, piece, h, to_bottom);
  mask |= known_to(S, piece);
  Guide *g = guide_of(S);
  g->last.piece = (int32_t)piece, g->last.source = (int32_t)source;
  int32_t row[6 + OPEN_VALUES], n = 6;
  int seen = (mask & g->story->bit) != 0;
  row[0] = MOVED, row[1] = seen ? ALIKE[piece] : UNSEEN, row[2] = (int32_t)source, row[3] = (int32_t)h, row[4] = to_bottom != 0;
  row[5] = followed || ordered(S, source) ? place : NOWHERE;
  if (followed == AS_A_WHOLE && !ordered(S, source)) row[5] = -1 - place;
  if (seen) n = (int32_t)(put_open(S, row + 6, piece) - row);
  tell(S, MOVED, -1, row, n);
}
static void tell_move(State *S, N piece, N h, int to_bottom, int followed) {
  N source = S->v[LOCATION + piece];
  int32_t place = place_of(S, piece);
  take_up(S, piece);
  entered(S, piece, source, place, h, to_bottom, followed);
}
static void tell_move_many(State *S, L a, N h, int to_bottom, int followed, N each) {
  pay(S, a.n, each);
  if (!a.n) return;
  N from = S->v[LOCATION + index_of(S, a.p[0], PIECES)];
  int whole = S->zn[from] == a.n;
  for (int32_t i = 0; whole && i < a.n; i++) whole = S->za[ZONE_AT[from] + i] == a.p[i];
  if (whole) followed = AS_A_WHOLE;
  for (int32_t i = 0; i < a.n; i++) {
    N piece = index_of(S, a.p[to_bottom ? a.n - 1 - i : i], PIECES);
    tell_move(S, piece, h, to_bottom, followed);
  }
}
static void guided_shuffle(State *S, N h);
static void tell_shuffle(State *S, N h, N each) {
  pay(S, S->zn[h], each);
  guided_shuffle(S, h);
  const Piece *a = S->za + ZONE_AT[h];
  int32_t n = S->zn[h], *p = words(S, n + 3);
#if KNOWN >= 0
  for (int32_t i = 0; i < n; i++) S->v[KNOWN + a[i]] = 0;
#endif
  int seen = (ZONE_MASK[h] & guide_of(S)->story->bit) != 0;
  p[0] = SHUFFLED, p[1] = (int32_t)h, p[2] = seen;
  for (int32_t i = 0; i < n; i++) p[3 + i] = ALIKE[a[n - 1 - i]];
  tell(S, SHUFFLED, -1, p, seen ? n + 3 : 3);
}
static void tell_refill(State *S, N h, N each) {
  if (S->zn[h] || REFILL_FROM[h] < 0 || !may_refill(S, h)) return;
  N from = REFILL_FROM[h], n = S->zn[from] - REFILL_KEEP[h];
  if (n <= 0) return;
  L a = pieces(S, from);
  pay(S, n, each);
  /* What is kept back lies on top, so everybody can follow the others. */
  for (int32_t i = 0; i < n; i++) tell_move(S, a.p[i], h, 0, BY_PLACE);
  tell_shuffle(S, h, 0);
}
static L tell_draw(State *S, N from, N h, N count, int to_bottom, int strict, N each, N each_refilled) {
  Made m = {{0, 0}, 0, 0};
  for (N i = 0; i < count; i++) {
    burn(S, each);
    if (!S->zn[from]) {
      tell_refill(S, from, each_refilled);
      if (!S->zn[from]) {
        if (strict) trouble(S);
        break;
      }
    }
    N piece = S->za[ZONE_AT[from] + S->zn[from] - 1];
    add(S, &m, piece);
    S->zn[from]--;
    entered(S, piece, from, S->zn[from], h, to_bottom, BY_PLACE);
  }
  return m.list;
}
#if KNOWN >= 0
static void tell_reveal(State *S, L a, L to, int everybody) {
  reveal(S, a, to, everybody);
  if (!a.n) return;
  Guide *g = guide_of(S);
  int32_t *p = words(S, (int64_t)a.n * OPEN_ROW + to.n + 3), *q = p;
  *q++ = REVEALED;
  *q++ = everybody ? -1 : to.n;
  if (!everybody) for (int32_t i = 0; i < to.n; i++) *q++ = to.p[i];
  *q++ = a.n;
  int32_t *rows = q, sorting = 1;
  for (int32_t i = 0; i < a.n; i++) {
    N piece = a.p[i], h = S->v[LOCATION + piece];
    if (!(known_to(S, piece) & g->story->bit)) {
      *q++ = UNSEEN;
      sorting = 0;
      continue;
    }
    if (tells_place(S, h)) sorting = 0;
    q[0] = ALIKE[piece], q[1] = (int32_t)h, q[2] = tells_place(S, h) ? place_of(S, piece) : NOWHERE;
    q = put_open(S, q + 3, piece);
  }
  if (sorting) sort_rows(rows, a.n, OPEN_ROW); /* in which order they lie in a hand is not shown */
  g->last.n = 0;
  for (int32_t i = 0; i < a.n && i < PIECES; i++) g->last.pieces[g->last.n++] = a.p[i];
  tell(S, REVEALED, -1, p, (int32_t)(q - p));
}
#endif
static void tell_gather(State *S) {
#if PIECES
  tell(S, ROUND_BEGAN, -1, (int32_t[]){ROUND_BEGAN, S->v[ROUND]}, 2);
  gather(S);
  int32_t *p = words(S, 1 + ZONES + PIECES), *q = p;
  *q++ = GATHERED;
  for (int32_t h = 0; h < ZONES; h++) {
    if (ZONE_LASTS[h]) { *q++ = -1; continue; }
    *q++ = S->zn[h];
    for (int32_t i = 0; i < S->zn[h]; i++) *q++ = ALIKE[S->za[ZONE_AT[h] + i]];
  }
  tell(S, GATHERED, -1, p, (int32_t)(q - p));
#else
  (void)S;
#endif
}
static void tell_score(State *S, const N *gains) {
  int32_t p[2 + 2 * PLAYERS], n = 2 + PLAYERS;
  p[0] = SCORED, p[1] = gains != 0;
  memcpy(p + 2, S->v, 4 * (size_t)PLAYERS);
  if (gains) for (int32_t i = 0; i < PLAYERS; i++) p[n++] = kept(S, gains[i]);
  tell(S, SCORED, -1, p, n);
}

/* ---------------------------------------------------------------- variables */
static void apart(const Slot *s, N index, int32_t *parts) {
  for (int32_t i = s->parts - 1; i >= 0; i--) parts[i] = (int32_t)(index % s->sizes[i]), index /= s->sizes[i];
}
static N set_mask(State *S, const Slot *s, N index) {
  N mask = s->masks[index];
  if (!s->per_piece) return mask;
  int32_t parts[s->parts];
  apart(s, index, parts);
  for (int32_t i = 0; i < s->parts; i++) if (s->pieces[i]) mask &= known_to(S, parts[i]);
  return mask;
}
static inline int32_t named(State *S, int32_t piece) {
  if (piece == (int32_t)NONE) return piece;
  return known_to(S, index_of(S, piece, PIECES)) & guide_of(S)->story->bit ? ALIKE[piece] : HIDDEN;
}
/* A value, with pieces as the seat knows them. */
static void add_value(State *S, Made *m, const Slot *s, N place) {
#if HEAP
  if (s->lists) {
    L a = listed(S, place);
    int32_t w = a.n ? a.p[-1] : 0;
    add(S, m, a.n), add(S, m, w);
    for (int32_t i = 0; i < w; i++) add(S, m, s->names_pieces ? named(S, a.p[i]) : a.p[i]);
    return;
  }
#endif
  add(S, m, s->names_pieces ? named(S, S->v[place]) : S->v[place]);
}
static void add_index(State *S, Made *m, const Slot *s, N index) {
  if (!s->per_piece) { add(S, m, index); return; }
  int32_t parts[s->parts];
  apart(s, index, parts);
  for (int32_t i = 0; i < s->parts; i++) add(S, m, s->pieces[i] ? ALIKE[parts[i]] : parts[i]);
}
/* One value was set; `index` is as the rules have it, 0 if there is only one. */
static void tell_set(State *S, int32_t slot, N index, N place) {
  const Slot *s = SLOTS + slot;
  N mask = set_mask(S, s, s->indexed ? index - s->low : 0) & guide_of(S)->story->bit;
#if FACE_UP >= 0
  if (s->base == FACE_UP) {
    N h = S->v[LOCATION + index];
    if (ordered(S, h)) {
      N up = S->v[place]; /* everybody sees a piece being turned over, also one that nobody knows */
      int32_t look = mask || up ? ALIKE[index] : HIDDEN;
      tell(S, TURNED, slot, (int32_t[]){TURNED, slot, look, (int32_t)up, (int32_t)h, place_of(S, index)}, 6);
      return;
    }
  }
#endif
  Made m = {{0, 0}, 0, 0};
  if (mask) {
    add(S, &m, WAS_SET), add(S, &m, slot), add(S, &m, 0);
    if (s->indexed) add_index(S, &m, s, index);
    add_value(S, &m, s, place);
  }
  tell(S, WAS_SET, slot, m.list.p, m.words);
}
/* A variable, or all of its many, has its first value. */
static void tell_fill(State *S, int32_t slot) {
  const Slot *s = SLOTS + slot;
  if (!s->indexed) { tell_set(S, slot, 0, s->base); return; }
  N bit = guide_of(S)->story->bit;
  Made m = {{0, 0}, 0, 0};
  add(S, &m, WAS_SET), add(S, &m, slot);
  int alike = s->per_piece && s->everyones && !s->names_pieces && s->count, any = 0;
  for (N i = 1; alike && i < s->count; i++) alike = S->v[s->base + i] == S->v[s->base];
  if (alike) {
    add(S, &m, 1), add(S, &m, S->v[s->base]);
    any = 1;
  } else if (s->per_piece) {
    add(S, &m, 2);
    int32_t n = 0;
    for (N i = 0; i < s->count; i++)
      if (set_mask(S, s, i) & bit) add_index(S, &m, s, i), add_value(S, &m, s, s->base + i), n++;
    sort_rows(m.list.p + 3, n, s->parts + 1);
    any = n != 0;
  } else {
    add(S, &m, 3);
    for (N i = 0; i < s->count; i++) {
      if (!(set_mask(S, s, i) & bit)) { add(S, &m, MASKED); continue; }
      any = 1;
      add_value(S, &m, s, s->base + i);
    }
  }
  tell(S, WAS_SET, slot, m.list.p, any ? m.words : 0);
}

/* ---------------------------------------------------------------- decisions */
static void sort_words(int32_t *p, int32_t n) {
  for (int32_t i = 1; i < n; i++) {
    int32_t x = p[i], j = i;
    for (; j && p[j - 1] > x; j--) p[j] = p[j - 1];
    p[j] = x;
  }
}
enum { LOOKS_ALONE, AS_OWN, AS_OTHERS };
static int32_t seen_as(State *S, N piece, int how) {
  if (how == LOOKS_ALONE || known_to(S, piece) & guide_of(S)->story->bit) return ALIKE[piece];
  return how == AS_OWN ? HIDDEN - 1 - place_of(S, piece) : HIDDEN;
}
/* A choice by the looks of its pieces, or as the seat knows them; whoever takes pieces that he does not know names places. */
static void add_choice(State *S, Made *m, const int32_t *raw, int how) {
  add(S, m, raw[0]);
  for (int32_t i = PICKS_AT[raw[0]]; i < PICKS_AT[raw[0] + 1]; i++) {
    int32_t x = raw[1 + i - PICKS_AT[raw[0]]], kind = PICK_KINDS[i];
    if (kind == NUMBERS_PICKED) { add(S, m, x); continue; }
    if (kind == PIECE_PICKED) { add(S, m, seen_as(S, x, how)); continue; }
    const int32_t *list = S->head.picked.p + x;
    add(S, m, list[0]);
    int32_t first = m->words;
    for (int32_t j = 1; j <= list[0]; j++) add(S, m, kind == PIECES_PICKED ? seen_as(S, list[j], how) : list[j]);
    if (kind == PIECES_PICKED) sort_words(m->list.p + first, list[0]);
  }
}
static inline int32_t site_of(State *S) { return S->head.frames.n ? S->head.frames.p[S->head.frames.n - 2] : -1; }
static void tell_decision(State *S, int32_t choice) {
  Guide *g = guide_of(S);
  int32_t own = S->head.seat == g->story->seat, site = site_of(S);
  Made m = {{0, 0}, 0, 0};
  add(S, &m, DECIDED), add(S, &m, S->head.seat), add(S, &m, site), add(S, &m, own ? S->head.choices.n : -1);
  int told = own || !SITE_UNSEEN[site];
  add(S, &m, told);
  if (told) add_choice(S, &m, S->head.choices.p + (int64_t)STRIDE * choice, own ? AS_OWN : AS_OTHERS);
  tell(S, DECIDED, -1, m.list.p, m.words);
}
