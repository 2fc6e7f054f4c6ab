/* Plays a game again as a seat saw it, with other chance where the seat saw none; the same as `knowledge/guide.py`. */

typedef struct { int32_t *p, n, cap; } Numbers;
/* A world, and how far all happens in it as the seat saw it. */
struct Attempt {
  State state, before;             /* and how it stood at the last decision of the story that it came to */
  int32_t fits, position, start;   /* in the story; -1: it came to no decision */
  int32_t *dealt, *laid;           /* by token: the look that its place is to get, and the piece that it got */
  int32_t dealt_n, laid_n;         /* of how many shuffles */
  Happened last;
  int32_t lacking, lacks[PIECES + 1]; /* looks that were not in a zone when it was shuffled, and should have been */
  Numbers picks, came;             /* what was chosen, and what chance brought besides */
};

static void note(State *S, Numbers *list, int32_t x) {
  list->p = roomy(S, list->p, &list->cap, (int64_t)list->n + 1, 4);
  list->p[list->n++] = x;
}

/* ---------------------------------------------------------------- chance */
static void shuffle_freely(uint64_t *stream, int32_t *p, int32_t n) {
  for (int32_t i = n - 1; i > 0; i--) {
    uint64_t j = below(stream, (uint64_t)i + 1);
    int32_t x = p[i];
    p[i] = p[j];
    p[j] = x;
  }
}
/* The lowest piece of a look that is still free; -1: none. */
static int32_t lowest_of(const Piece *pieces, uint8_t *used, int32_t n, int32_t look) {
  int32_t found = -1;
  for (int32_t i = 0; i < n; i++)
    if (!used[i] && ALIKE[pieces[i]] == look && (found < 0 || pieces[i] < pieces[found])) found = i;
  if (found >= 0) used[found] = 1;
  return found;
}
/* Gives the pieces of a shuffled zone to the tokens of its places; every way that fits is about as likely as any other. */
static void deal_tokens(State *S, Tokens *t, Pile pile, const Piece *zone) {
  Guide *g = guide_of(S);
  uint8_t used[PIECES + 1];
  int32_t free[PIECES + 1], rest[PIECES + 1], frees = 0, rests = 0;
  memset(used, 0, sizeof used);
  g->lacking = 0;
  for (int32_t i = 0; i < pile.n; i++) {
    Token *k = t->tokens + pile.first + i;
    if (k->look == OPEN) { free[frees++] = i; continue; }
    int32_t found = lowest_of(zone, used, pile.n, k->look);
    if (found >= 0) k->piece = zone[found];
    else if (!may_change(k)) g->lacks[g->lacking++] = k->look;
    else free[frees++] = i;
  }
  if (g->lacking) lost(S);
  for (int32_t i = 0; i < pile.n; i++) if (!used[i]) rest[rests++] = zone[i];
  sort_words(rest, rests);
  shuffle_freely(&g->stream, rest, rests);
  for (int32_t i = 0; i < frees; i++) t->tokens[pile.first + free[i]].piece = rest[i];
}
static void guided_shuffle(State *S, N h) {
  Guide *g = guide_of(S);
  Piece *a = S->za + ZONE_AT[h];
  int32_t n = S->zn[h];
  if (!g->tokens) {
    for (int32_t i = n - 1; i > 0; i--) {
      uint64_t j = below(&g->stream, (uint64_t)i + 1);
      Piece x = a[i];
      a[i] = a[j];
      a[j] = x;
    }
    return;
  }
  Tokens *t = g->tokens;
  Attempt *to = g->attempt;
  int32_t number = to->laid_n;
  if (number == t->piles_n || t->piles[number].n != n) lost(S);
  Pile pile = t->piles[number];
  int32_t *dealt = to->dealt + pile.first, so = 0;
  if (number < to->dealt_n) {
    int32_t counts[PIECES + 1];
    memset(counts, 0, sizeof counts);
    for (int32_t i = 0; i < n; i++) counts[dealt[i]]++, counts[ALIKE[a[i]]]--;
    so = 1;
    for (int32_t i = 0; i < PIECES; i++) so &= !counts[i];
  }
  if (so) {
    uint8_t used[PIECES + 1];
    memset(used, 0, sizeof used);
    for (int32_t i = 0; i < n; i++) t->tokens[pile.first + i].piece = a[lowest_of(a, used, n, dealt[i])];
  } else {
    deal_tokens(S, t, pile, a);
    to->dealt_n = number + 1;
  }
  for (int32_t i = 0; i < n; i++) {
    int32_t piece = t->tokens[pile.first + i].piece;
    a[i] = (Piece)piece;
    to->laid[pile.first + i] = piece;
    dealt[i] = ALIKE[piece];
  }
  to->laid_n++;
}
/* Which number was random by the story; whether there is one. */
static int wanted_random(Guide *g, N *value) {
  if (g->position >= g->end) return 0;
  const int32_t *w = g->story->words + g->story->entries[g->position].at;
  *value = w[2];
  return w[0] == CAME;
}
static N guided_random(State *S, L a, int pieces) {
  Guide *g = guide_of(S);
  if (RARE(!a.n)) trouble(S);
  N wanted, found = -1;
  if (wanted_random(g, &wanted))
    for (int32_t i = 0; i < a.n && found < 0; i++) if ((pieces ? ALIKE[a.p[i]] : a.p[i]) == wanted) found = i;
  if (found < 0) found = (N)below(&g->stream, (uint64_t)a.n);
  if (g->attempt) note(S, &g->attempt->came, a.p[found]);
  return a.p[found];
}
static N guided_span(State *S, N low, N high) {
  Guide *g = guide_of(S);
  if (high < low) trouble(S);
  N wanted;
  if (!wanted_random(g, &wanted) || wanted < low || wanted > high)
    wanted = low + (N)below(&g->stream, (uint64_t)(high - low + 1));
  if (g->attempt) note(S, &g->attempt->came, kept(S, wanted));
  return wanted;
}
/* A piece that is to be moved: who sees the move is told. */
static N guided_piece(State *S, L a) {
  N piece = guided_random(S, a, 1);
  tell_random(S, -1, -1, piece, 0);
  return piece;
}

/* ---------------------------------------------------------------- choices */
/* Whether a choice can be one of which only a part was seen. */
static int covers(const int32_t *seen, const int32_t *looks, int32_t block) {
  if (*seen++ != *looks++) return 0;
  for (int32_t i = PICKS_AT[block]; i < PICKS_AT[block + 1]; i++) {
    if (PICK_KINDS[i] == NUMBERS_PICKED || PICK_KINDS[i] == PIECE_PICKED) {
      if (*seen != HIDDEN && *seen != *looks) return 0;
      seen++, looks++;
      continue;
    }
    int32_t n = *seen++, m = *looks++;
    if (n != m) return 0;
    uint8_t used[n + 1];
    memset(used, 0, sizeof used);
    for (int32_t j = 0, k; j < n; j++) {
      if (seen[j] == HIDDEN) continue;
      for (k = 0; k < n && (used[k] || looks[k] != seen[j]); k++) {}
      if (k == n) return 0;
      used[k] = 1;
    }
    seen += n, looks += m;
  }
  return 1;
}
/* One of some choices: preferably of pieces that go where the tokens of the story go. */
static int32_t likely(State *S, const int32_t *found, int32_t n) {
  Guide *g = guide_of(S);
  const Story *story = g->story;
  if (!n) return -1;
  uint8_t *coming = (uint8_t *)words(S, PIECES / 2 + 1), any = 0; /* 1: this piece, 2: this look */
  memset(coming, 0, PIECES + 1);
  if (g->tokens)
    for (int32_t e = g->position + 1; e < story->n; e++) {
      const int32_t *w = story->words + story->entries[e].at;
      if (w[0] == DECIDED && w[1] == S->head.seat) break;
      if (g->tokens->left[e] < 0) continue;
      const Token *k = g->tokens->tokens + g->tokens->left[e];
      any = 1;
      if (k->piece >= 0) coming[k->piece] |= 1;
      else if (k->look != OPEN) coming[k->look] |= 2;
    }
  int32_t *better = words(S, n), count = 0;
  for (int32_t i = 0; any && i < n; i++) {
    const int32_t *raw = S->head.choices.p + (int64_t)STRIDE * found[i];
    int named = 0, fits = 1;
    for (int32_t k = PICKS_AT[raw[0]]; fits && k < PICKS_AT[raw[0] + 1]; k++) {
      if (PICK_KINDS[k] != PIECE_PICKED && PICK_KINDS[k] != PIECES_PICKED) continue;
      const int32_t *x = raw + 1 + k - PICKS_AT[raw[0]];
      int32_t m = 1;
      if (PICK_KINDS[k] == PIECES_PICKED) x = S->head.picked.p + *x, m = *x++;
      for (int32_t j = 0; fits && j < m; j++) named = 1, fits = (coming[x[j]] & 1) || (coming[ALIKE[x[j]]] & 2);
    }
    if (named && fits) better[count++] = found[i];
  }
  if (!count) better = (int32_t *)found, count = n;
  return better[below(&g->stream, (uint64_t)count)];
}
static int is_asked(State *S) {
  Guide *g = guide_of(S);
  const int32_t *w = g->story->words + g->story->entries[g->position].at;
  return w[0] == DECIDED && !S->head.over && w[1] == S->head.seat && w[2] == site_of(S);
}
/* A choice that can be the one that was taken where the story is; -1: there is none. */
static int32_t fitting(State *S) {
  Guide *g = guide_of(S);
  if (!is_asked(S)) lost(S);
  const Entry *e = g->story->entries + g->position;
  int32_t count = S->head.choices.n, *found = words(S, count), n = 0;
  if (e->taken < 0) {
    for (int32_t i = 0; i < count; i++) found[i] = i;
    return likely(S, found, count);
  }
  const int32_t *pick = g->story->words + e->taken + 1, size = pick[-1];
  Made m = {{0, 0}, 0, 0};
  for (int32_t i = 0; i < count; i++) {
    const int32_t *raw = S->head.choices.p + (int64_t)STRIDE * i;
    if (raw[0] != pick[0]) continue;
    m.words = m.list.n = 0;
    add_choice(S, &m, raw, e->how == BY_PLACES ? AS_OWN : LOOKS_ALONE);
    if (e->how == COVERED) {
      if (covers(pick, m.list.p, raw[0])) found[n++] = i;
    } else if (m.words == size && equal_words(m.list.p, pick, size)) {
      return i;
    }
  }
  return likely(S, found, n);
}
/* Takes the choice that the story tells next. */
static void go_on(State *S) {
  ready(S, S->head.x);
  int32_t i = fitting(S);
  if (i < 0) lost(S);
  Guide *g = guide_of(S);
  tell_decision(S, i);
  if (g->attempt) note(S, &g->attempt->picks, i);
  took(S, i);
}
static int is_due(State *S, int32_t seat, int32_t site) {
  if (S->head.over) return seat < 0;
  return S->head.seat == seat && site_of(S) == site;
}

/* ---------------------------------------------------------------- the whole story */
static void replace(State *to, const State *from) {
  clear(to);
  if (copy(to, from)) empty(to);
}
/* Tells a story in a world in which pieces are dealt so, as far as that goes. */
static void attempt(Attempt *to, const State *opening, Exec *x, const Story *story, Tokens *t, uint64_t seed) {
  Guide g = {.story = story, .end = story->n, .stream = mix(seed), .tokens = t, .attempt = to};
  State *S = &to->state;
  g.last.kind = NOTHING;
  to->laid_n = to->picks.n = to->came.n = to->fits = 0;
  to->start = -1;
  for (int32_t i = 0; i < t->n; i++) t->tokens[i].piece = -1;
  replace(S, opening);
  x->guide = &g;
  if (!_setjmp(x->trouble)) {
    ready(S, x);
    run(S, 0);
    while (g.position < story->n) {
      if (is_asked(S)) {
        replace(&to->before, S);
        to->start = g.position;
      }
      go_on(S);
    }
    to->fits = is_due(S, story->due_seat, story->due_site);
  }
  to->position = g.position;
  to->last = g.last;
  to->lacking = g.lacking;
  memcpy(to->lacks, g.lacks, sizeof g.lacks);
  x->guide = 0;
}
