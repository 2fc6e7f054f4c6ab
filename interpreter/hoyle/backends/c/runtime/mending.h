/* Mends a world: exchanges pieces that a seat does not know, until all happens as the seat saw it; the same as
 * `knowledge/mending.py`, in the same order, so that the same seed brings the same world.
 */
#define NEAR 40   /* exchanges that are tried at the decision at which a world is lost, before all is told again */
#define PATIENCE 25 /* tries without getting further, after which other pieces are thought to have moved unseen */
#define LATELY 3  /* so many of the looks that were shown last are preferred, half of the time */
#define MIXED 10  /* exchanges that are tried in a world that fits, so that it becomes another one */

typedef struct { int32_t pile, place; } Spot; /* the number of the shuffle, -1: none; and the place */
typedef struct { Spot one, two; } Pair;
/* How a world is lost: what was wanted there, and what is in the way of it. */
typedef struct {
  const State *state;
  const int32_t *wanted; /* 0: nothing any more */
  int32_t position, moved, wrong_n, lacks_n;
  int32_t wrong[PIECES + 1];
  uint8_t lacks[PIECES + 1];
} Lost;
typedef struct {
  const Story *story;
  const State *opening;
  Exec *x;
  Tokens *tokens;
  uint64_t seed, stream;
  Attempt *here, *there;
  Spot spots[PIECES + 1];
  uint8_t sure[PIECES + 1];
  State changed, after, best, before; /* worlds that are tried at one decision */
} Mending;

static inline const int32_t *words_at(const Story *story, int32_t e) { return story->words + story->entries[e].at; }
static inline int32_t lies_in(const State *S, int32_t piece) { return S->v[LOCATION + piece]; }
static inline uint64_t chance(Mending *m, uint64_t n) { return below(&m->stream, n); }

static void tell_again(Mending *m, Attempt *to) { attempt(to, m->opening, m->x, m->story, m->tokens, m->seed); }
static void swap_attempts(Mending *m) {
  Attempt *there = m->there;
  m->there = m->here;
  m->here = there;
}
/* Where each piece was dealt to whose place the seat has not seen. */
static void find_spots(Mending *m) {
  for (int32_t p = 0; p <= PIECES; p++) m->spots[p].pile = -1, m->sure[p] = 0;
  for (int32_t i = 0; i < m->here->laid_n; i++) {
    Pile pile = m->tokens->piles[i];
    for (int32_t j = 0; j < pile.n; j++) {
      const Token *k = m->tokens->tokens + pile.first + j;
      int32_t piece = m->here->laid[pile.first + j];
      if (may_change(k)) m->spots[piece] = (Spot){i, j};
      if (k->sure) m->sure[piece] = 1;
    }
  }
}
/* Tells the story with pieces exchanged, and keeps that if it goes at least as far. */
static void try_pairs(Mending *m, const Pair *pairs, int32_t n) {
  const Attempt *here = m->here;
  Attempt *there = m->there;
  there->dealt_n = here->dealt_n;
  memcpy(there->dealt, here->dealt, 4 * (size_t)m->tokens->n);
  for (int32_t i = 0; i < n; i++) {
    int32_t *a = there->dealt + m->tokens->piles[pairs[i].one.pile].first + pairs[i].one.place;
    int32_t *b = there->dealt + m->tokens->piles[pairs[i].two.pile].first + pairs[i].two.place;
    int32_t x = *a;
    *a = *b;
    *b = x;
  }
  tell_again(m, there);
  if (there->position >= here->position && (there->fits || !here->fits)) swap_attempts(m);
}

/* ---------------------------------------------------------------- why a world is lost */
/* The pieces of which a choice is offered that the seat did not see offered or taken, lowest first. */
static int32_t in_the_way(const Mending *m, const State *S, int32_t *found) {
  uint8_t there[PIECES + 1];
  int32_t n = 0, site = S->head.frames.n ? S->head.frames.p[S->head.frames.n - 2] : -1;
  if (S->head.over || site < 0 || !IS_SITE[site]) return 0;
  memset(there, 0, sizeof there);
  for (int32_t i = 0; i < S->head.choices.n; i++) {
    const int32_t *raw = S->head.choices.p + (int64_t)STRIDE * i;
    for (int32_t k = PICKS_AT[raw[0]]; k < PICKS_AT[raw[0] + 1]; k++) {
      int32_t x = raw[1 + k - PICKS_AT[raw[0]]];
      if (PICK_KINDS[k] == PIECE_PICKED) there[x] = 1;
      if (PICK_KINDS[k] != PIECES_PICKED) continue;
      const int32_t *list = S->head.picked.p + x;
      for (int32_t j = 1; j <= list[0]; j++) there[list[j]] = 1;
    }
  }
  for (int32_t p = 0; p < PIECES; p++) if (there[p] && m->spots[p].pile >= 0) found[n++] = p;
  return n;
}
/* The looks of pieces that were chosen, moved or shown where the story is lost, and are not there; how many. */
static int32_t lacking_at(const Mending *m, const Happened *last, int32_t position, uint8_t *lacks) {
  const Story *story = m->story;
  int32_t n = 0;
  memset(lacks, 0, PIECES + 1);
  if (position < 0 || position >= story->n) return 0;
  const int32_t *w = words_at(story, position);
  if (w[0] == MOVED && w[1] >= 0) lacks[w[1]] = 1;
  if (w[0] == DECIDED && story->entries[position].taken >= 0) {
    const int32_t *pick = story->words + story->entries[position].taken + 1, *p = pick + 1;
    for (int32_t k = PICKS_AT[pick[0]]; k < PICKS_AT[pick[0] + 1]; k++) {
      int32_t many = PICK_KINDS[k] == LIST_PICKED || PICK_KINDS[k] == PIECES_PICKED, count = many ? *p++ : 1;
      int named = PICK_KINDS[k] == PIECE_PICKED || PICK_KINDS[k] == PIECES_PICKED;
      for (; count; count--, p++) if (named && *p >= 0) lacks[*p] = 1;
    }
  }
  if (w[0] == REVEALED) {
    w += w[1] < 0 ? 2 : 2 + w[1];
    const int32_t *p = w + 1;
    for (int32_t i = 0; i < *w; i++, p += p[0] == UNSEEN ? 1 : OPEN_ROW) if (p[0] != UNSEEN) lacks[p[0]] = 1;
    if (last->kind == REVEALED) for (int32_t i = 0; i < last->n; i++) lacks[ALIKE[last->pieces[i]]] = 0;
  }
  for (int32_t look = 0; look < PIECES; look++) n += lacks[look];
  return n;
}
static void find_lost(Mending *m, Lost *l, const State *S, const Happened *last, int32_t position) {
  const Story *story = m->story;
  l->state = S;
  l->position = position;
  l->wanted = position >= 0 && position < story->n ? words_at(story, position) : 0;
  l->moved = -1;
  if (last->kind == MOVED && l->wanted && l->wanted[0] == MOVED && l->wanted[1] != UNSEEN)
    if (last->source == l->wanted[2] && m->spots[last->piece].pile >= 0) l->moved = last->piece;
  l->wrong_n = in_the_way(m, S, l->wrong);
  l->lacks_n = lacking_at(m, last, position, l->lacks);
}
/* Whether it goes further than another one, or less is in the way. */
static int goes_further(const Lost *one, const Lost *other) {
  if (one->position != other->position) return one->position > other->position;
  return (one->wrong_n && one->wrong_n < other->wrong_n) || one->lacks_n < other->lacks_n;
}

/* ---------------------------------------------------------------- what is exchanged */
/* Mostly without those that the seat has seen, though it may not be able to follow them. */
static int32_t unsure(Mending *m, int32_t *p, int32_t n) {
  if (!chance(m, 4)) return n;
  int32_t kept_n = 0, kept_p[PIECES + 1];
  for (int32_t i = 0; i < n; i++) if (!m->sure[p[i]]) kept_p[kept_n++] = p[i];
  if (!kept_n) return n;
  memcpy(p, kept_p, 4 * (size_t)kept_n);
  return kept_n;
}
/* Pieces that lie where something else happens than the seat saw; otherwise any. */
static int32_t held_there(Mending *m, const Lost *l, int32_t *found) {
  int32_t seats[2] = {l->state->head.seat, -3}, zones[PIECES + 2], zones_n = 0, n = 0;
  const int32_t *w = l->wanted;
  if (!w) {
    if (m->story->due_seat >= 0) seats[1] = m->story->due_seat;
  } else if (w[0] == DECIDED) {
    seats[1] = w[1];
  } else if (w[0] == MOVED) {
    zones[zones_n++] = w[2], zones[zones_n++] = w[3];
  } else if (w[0] == REVEALED) {
    w += w[1] < 0 ? 2 : 2 + w[1];
    const int32_t *p = w + 1;
    for (int32_t i = 0; i < *w; i++, p += p[0] == UNSEEN ? 1 : OPEN_ROW)
      if (p[0] != UNSEEN && zones_n < PIECES) zones[zones_n++] = p[1];
  }
  int there = zones_n && chance(m, 2);
  for (int32_t p = 0; p < PIECES; p++) {
    if (m->spots[p].pile < 0) continue;
    int32_t h = lies_in(l->state, p);
    if (there ? has((L){zones_n, zones}, h) : HOLDER[h] == seats[0] || HOLDER[h] == seats[1]) found[n++] = p;
  }
  n = unsure(m, found, n);
  if (!n) for (int32_t p = 0; p < PIECES; p++) if (m->spots[p].pile >= 0) found[n++] = p;
  return n;
}
/* A piece that may be the reason why a world is lost; -1: none. */
static int32_t reason(Mending *m, const Lost *l) {
  int32_t some[PIECES + 1], n;
  if (l->moved >= 0 && chance(m, 2)) return l->moved;
  if (l->wrong_n && chance(m, 4)) {
    n = l->wrong_n;
    memcpy(some, l->wrong, 4 * (size_t)n);
  } else {
    n = held_there(m, l, some);
  }
  if (!n) return -1;
  if (!chance(m, 3)) { /* what came last */
    int32_t h = lies_in(l->state, some[0]), size = l->state->zn[h];
    int32_t top = size ? l->state->za[ZONE_AT[h] + size - 1] : -1;
    if (has((L){n, some}, top)) return top;
  }
  return some[chance(m, (uint64_t)n)];
}
/* The looks that were shown last: what somebody is asked often hangs on these. */
static void shown_lately(const Mending *m, uint8_t *found) {
  int32_t left = LATELY;
  memset(found, 0, PIECES + 1);
  for (int32_t e = m->here->position - 1; e >= 0 && left; e--) {
    const int32_t *w = words_at(m->story, e);
    if (w[0] == MOVED && w[1] >= 0) found[w[1]] = 1, left--;
  }
}
/* A piece that could lie where this one lies: from elsewhere, or from there if it is about order; -1: none. */
static int32_t other_for(Mending *m, int32_t piece, const State *S, const Lost *l) {
  if (piece < 0) return -1;
  int32_t some[PIECES + 1], n = 0, here = lies_in(S, piece);
  int in_a_pile = HOLDER[here] < 0;
  for (int32_t p = 0; p < PIECES; p++) {
    if (m->spots[p].pile != m->spots[piece].pile || ALIKE[p] == ALIKE[piece]) continue;
    if (lies_in(S, p) != here || in_a_pile || piece == l->moved) some[n++] = p;
  }
  n = unsure(m, some, n);
  if (chance(m, 2)) {
    uint8_t shown[PIECES + 1];
    int32_t better[PIECES + 1], count = 0;
    if (l->lacks_n) memcpy(shown, l->lacks, sizeof shown);
    else shown_lately(m, shown);
    for (int32_t i = 0; i < n; i++) if (shown[ALIKE[some[i]]]) better[count++] = some[i];
    if (count) memcpy(some, better, 4 * (size_t)count), n = count;
  }
  return n ? some[chance(m, (uint64_t)n)] : -1;
}
static void exchange_pieces(State *S, int32_t piece, int32_t other) {
  int32_t here = lies_in(S, piece), there = lies_in(S, other), one = 0, two = 0;
  Piece *a = S->za + ZONE_AT[here], *b = S->za + ZONE_AT[there];
  while (a[one] != piece) one++;
  while (b[two] != other) two++;
  a[one] = (Piece)other, b[two] = (Piece)piece;
  S->v[LOCATION + piece] = there, S->v[LOCATION + other] = here;
}
/* A world after one more decision, how far it goes as the seat saw it, and whether to its end. */
static int went_on(Mending *m, State *to, State *before, Happened *last, int32_t *position) {
  const Story *story = m->story;
  Exec *x = m->x;
  int32_t start = m->here->start, end = start + 1, seat = story->due_seat, site = story->due_site;
  while (end < story->n && words_at(story, end)[0] != DECIDED) end++;
  if (end < story->n) seat = words_at(story, end)[1], site = words_at(story, end)[2];
  Guide g = {.story = story, .position = start, .end = end, .stream = mix(m->seed)};
  volatile int fits = 0;
  g.last.kind = NOTHING;
  x->guide = &g;
  *position = -1;
  if (_setjmp(x->trouble)) {
    replace(to, before);
    *last = g.last;
    x->guide = 0;
    return 0;
  }
  ready(before, x);
  ask_again(before);
  replace(to, before);
  if (!_setjmp(x->trouble)) {
    ready(to, x);
    go_on(to);
    fits = g.position == end && is_due(to, seat, site);
  }
  *position = g.position;
  *last = g.last;
  x->guide = 0;
  return fits;
}
/* Exchanges that bring into a zone what is shown to come out of it after it was shuffled. */
static int32_t into_shuffle(Mending *m, Pair *found) {
  const Story *story = m->story;
  const Attempt *here = m->here;
  if (here->position >= story->n) return 0;
  const int32_t *w = words_at(story, here->position);
  if (w[0] != SHUFFLED) return 0;
  int32_t n = 0, some[PIECES + 1];
  const State *S = &here->state;
  for (int32_t i = 0; i < here->lacking; i++) {
    int32_t look = here->lacks[i], count = 0;
    for (int32_t p = 0; p < PIECES; p++)
      if (m->spots[p].pile >= 0 && ALIKE[p] == look && lies_in(S, p) != w[1]) some[count++] = p;
    if (!count) continue;
    int32_t piece = some[chance(m, (uint64_t)count)];
    count = 0;
    for (int32_t p = 0; p < PIECES; p++)
      if (m->spots[p].pile == m->spots[piece].pile && lies_in(S, p) == w[1] && ALIKE[p] != look) some[count++] = p;
    if (!count) continue;
    int32_t other = some[chance(m, (uint64_t)count)];
    found[n++] = (Pair){m->spots[piece], m->spots[other]};
    m->spots[piece].pile = m->spots[other].pile = -1;
  }
  return n;
}
/* Exchanges after which the decision goes as the seat saw it, or after which less is in the way. */
static int32_t near_there(Mending *m, Pair *chosen) {
  Attempt *here = m->here;
  find_spots(m);
  if (here->lacking) return into_shuffle(m, chosen);
  int32_t n = 0, tried = 0;
  Pair last = {{-1, 0}, {-1, 0}};
  Lost at, now, *lost_at = &at, *next = &now;
  int started = here->start >= 0;
  State *before = started ? &here->before : 0;
  find_lost(m, lost_at, &here->state, &here->last, here->position);
  for (int32_t i = 0; i < NEAR; i++) {
    int32_t piece = reason(m, lost_at), other = other_for(m, piece, before ? before : lost_at->state, lost_at);
    if (other < 0) continue;
    Pair pair = {m->spots[piece], m->spots[other]};
    if (!started) { /* lost before anybody was asked: only the whole story can tell */
      chosen[0] = pair;
      return 1;
    }
    Happened happened;
    int32_t position;
    replace(&m->changed, before);
    exchange_pieces(&m->changed, piece, other);
    State *after = lost_at->state == &m->after ? &m->best : &m->after;
    if (went_on(m, after, &m->changed, &happened, &position)) {
      chosen[n++] = pair;
      return n;
    }
    last = pair;
    tried = 1;
    find_lost(m, next, after, &happened, position);
    if (!goes_further(next, lost_at)) continue;
    chosen[n++] = pair;
    m->spots[piece] = pair.two, m->spots[other] = pair.one;
    replace(&m->before, &m->changed);
    before = &m->before;
    Lost *other_lost = lost_at;
    lost_at = next, next = other_lost;
  }
  if (!n && tried) chosen[n++] = last;
  return n;
}
/* Looks for a world that fits; how many tries it took, also if it is given up before. */
static int32_t mend(Mending *m, int32_t tries) {
  Pair pairs[NEAR + PIECES + 1];
  int32_t last = 0, best = 0;
  for (int32_t i = 0; i < tries; i++) {
    if (m->here->position > best) last = i, best = m->here->position;
    if (m->here->fits || i - last > PATIENCE) return i;
    int32_t n = near_there(m, pairs);
    if (!n) return i;
    try_pairs(m, pairs, n);
  }
  return tries;
}
/* Makes of a world that fits another one, some exchanges away. */
static void mix_world(Mending *m) {
  find_spots(m);
  Spot spots[PIECES + 1];
  int32_t n = 0;
  for (int32_t p = 0; p < PIECES; p++) if (m->spots[p].pile >= 0) spots[n++] = m->spots[p];
  for (int32_t i = 0; i < MIXED; i++) {
    Pair pair;
    int found = 0;
    for (int32_t k = 0; n && k < NEAR && !found; k++) {
      pair.one = spots[chance(m, (uint64_t)n)];
      pair.two = spots[chance(m, (uint64_t)n)];
      if (pair.one.pile != pair.two.pile) continue;
      const int32_t *looks = m->here->dealt + m->tokens->piles[pair.one.pile].first;
      found = looks[pair.one.place] != looks[pair.two.place];
    }
    if (!found) break;
    try_pairs(m, &pair, 1);
  }
}
