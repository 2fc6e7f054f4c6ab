/* Follows pieces through a seat's story, those too that it does not know; the same as `knowledge/tokens.py`.
 *
 * A shuffle that a seat does not see makes a token for each place of the pile. Tokens move as the story tells, and what the
 * seat is shown later binds a token to a look.
 */
#define OPEN (-1) /* the look of a token that may be any of several */

typedef struct {
  int32_t look, pool, others, piece; /* which counts and which pile it is one of, or -1; which piece it is in a world */
  uint8_t loose, sure;               /* one left its zone unseen; the seat saw which place it had */
} Token;
typedef struct { int32_t first, n; } Pile; /* the tokens of a shuffle */
struct Tokens {
  const Story *story;
  Token *tokens;
  Pile *piles;
  int32_t *pools; /* how many of each look are left, PIECES for each */
  int32_t *left;  /* by entry: what moved there from a place that the seat did not see */
  int32_t n, cap, piles_n, piles_cap, pools_n, pools_cap;
  int32_t last[PIECES + 1]; /* by look: the entry that shows it last */
  uint64_t stream;
  int32_t zn[ZONES + 1], za[ZONE_WORDS + 1];
};

/* Room for more of something, or trouble. */
static void *roomy(State *S, void *p, int32_t *cap, int64_t n, size_t size) {
  if (n <= *cap) return p;
  int64_t wanted = 2 * n + 64;
  if (wanted > MOST_WORDS || !(p = realloc(p, (size_t)wanted * size))) trouble(S);
  *cap = (int32_t)wanted;
  return p;
}
static int32_t token(State *S, Tokens *t, int32_t look, int32_t pool, int32_t others) {
  t->tokens = roomy(S, t->tokens, &t->cap, (int64_t)t->n + 1, sizeof(Token));
  t->tokens[t->n] = (Token){look, pool, others, -1, 0, 0};
  return t->n++;
}
static inline int may_change(const Token *k) { return k->loose || !k->sure; }
static inline int32_t *left_of(Tokens *t, const Token *k) { return t->pools + (int64_t)k->pool * PIECES; }
static inline int may_be(Tokens *t, const Token *k, int32_t look) {
  if (k->look != OPEN) return k->look == look;
  return k->pool < 0 || left_of(t, k)[look] > 0;
}
static void bind(State *S, Tokens *t, Token *k, int32_t look) {
  if (k->look == look) return;
  if (!may_be(t, k, look)) lost(S);
  k->look = look;
  if (k->pool >= 0) left_of(t, k)[look]--;
}
static void let_go_of(Tokens *t, Token *k) {
  if (k->pool >= 0 && k->look != OPEN) left_of(t, k)[k->look]++;
  k->look = OPEN;
}
/* Says which look it has, also if it was thought to have another one, or another token to be that. */
static void claim(State *S, Tokens *t, Token *k, int32_t look) {
  if (k->look == look) return;
  if (!may_change(k)) lost(S);
  let_go_of(t, k);
  if (!may_be(t, k, look)) {
    Token *other = 0;
    if (k->others >= 0) {
      Pile pile = t->piles[k->others];
      for (int32_t i = 0; i < pile.n && !other; i++) {
        Token *one = t->tokens + pile.first + i;
        if (one->look == look && may_change(one)) other = one;
      }
    }
    if (!other) lost(S);
    let_go_of(t, other);
  }
  bind(S, t, k, look);
}
static void saw(State *S, Tokens *t, Token *k, int32_t look) {
  claim(S, t, k, look);
  k->sure = 1;
}

/* ---------------------------------------------------------------- zones of tokens */
static inline int32_t *tokens_in(Tokens *t, int32_t h) { return t->za + ZONE_AT[h]; }
static int32_t taken_from(State *S, Tokens *t, int32_t h, int32_t at) {
  int32_t *a = tokens_in(t, h), n = t->zn[h];
  if (at < 0 || at >= n) lost(S);
  int32_t found = a[at];
  memmove(a + at, a + at + 1, 4 * (size_t)(n - 1 - at));
  t->zn[h]--;
  return found;
}
static void laid_into(State *S, Tokens *t, int32_t h, int32_t which, int to_bottom) {
  int32_t *a = tokens_in(t, h), n = t->zn[h];
  if (n >= ZONE_CAP[h]) lost(S);
  if (to_bottom) memmove(a + 1, a, 4 * (size_t)n);
  a[to_bottom ? 0 : n] = which;
  t->zn[h]++;
}
static int32_t where_in(Tokens *t, int32_t h, int32_t which) {
  const int32_t *a = tokens_in(t, h);
  for (int32_t i = 0; i < t->zn[h]; i++) if (a[i] == which) return i;
  return -1;
}
static int32_t any_of(Tokens *t, const int32_t *able, int32_t n) { return able[below(&t->stream, (uint64_t)n)]; }
/* The first token of which no more is known: it makes no difference which of them is taken. */
static int32_t first_like(Tokens *t, int32_t h, int32_t which) {
  const Token *k = t->tokens + which;
  if (k->look != OPEN) return which;
  const int32_t *a = tokens_in(t, h);
  for (int32_t i = 0; i < t->zn[h]; i++)
    if (t->tokens[a[i]].look == OPEN && t->tokens[a[i]].pool == k->pool) return a[i];
  return which;
}
/* A token that was thought to have left a zone, and must be there still: another one left it. */
static int32_t gone_after_all(Tokens *t, int32_t number, int32_t h, int32_t look) {
  int32_t stayed[PIECES + 1], n = 0, *here = tokens_in(t, h);
  for (int32_t i = 0; i < t->zn[h]; i++) if (t->tokens[here[i]].loose) stayed[n++] = here[i];
  if (!n) return -1;
  for (int32_t e = number - 1; e >= 0; e--) {
    const int32_t *w = t->story->words + t->story->entries[e].at;
    if (w[0] != MOVED || w[1] != UNSEEN || w[2] != h || w[5] != NOWHERE) continue;
    int32_t left = t->left[e];
    for (int32_t other = 0; other < ZONES; other++) {
      int32_t place = where_in(t, other, left);
      if (place < 0) continue;
      if (!may_be(t, t->tokens + left, look)) break;
      int32_t instead = any_of(t, stayed, n), at = where_in(t, h, instead);
      here[at] = left;
      tokens_in(t, other)[place] = instead;
      t->left[e] = instead;
      return left;
    }
  }
  return -1;
}
static int32_t one_that_may_be(State *S, Tokens *t, int32_t number, int32_t h, int32_t look) {
  int32_t able[PIECES + 1], n = 0, *a = tokens_in(t, h);
  for (int32_t i = 0; i < t->zn[h]; i++) if (t->tokens[a[i]].look == look) return a[i];
  for (int32_t i = 0; i < t->zn[h]; i++) if (may_be(t, t->tokens + a[i], look)) able[n++] = a[i];
  if (!n) {
    int32_t other = gone_after_all(t, number, h, look);
    if (other >= 0) able[n++] = other;
    else for (int32_t i = 0; i < t->zn[h]; i++) if (may_change(t->tokens + a[i])) able[n++] = a[i];
  }
  if (!n) lost(S);
  return first_like(t, h, any_of(t, able, n));
}

/* ---------------------------------------------------------------- the story */
static int32_t moved_token(State *S, Tokens *t, int32_t number, int32_t look, int32_t h, int32_t place) {
  int32_t which, *a = tokens_in(t, h);
  if (place != NOWHERE) {
    which = taken_from(S, t, h, place >= 0 ? place : -1 - place);
    if (look != UNSEEN) saw(S, t, t->tokens + which, look);
    return which;
  }
  if (look != UNSEEN) {
    which = one_that_may_be(S, t, number, h, look);
    claim(S, t, t->tokens + which, look);
  } else {
    int32_t able[PIECES + 1], n = 0; /* what is shown later was probably not it */
    for (int32_t i = 0; i < t->zn[h]; i++) {
      int32_t own = t->tokens[a[i]].look;
      if (own == OPEN || t->last[own] < number) able[n++] = a[i];
    }
    if (!n) for (int32_t i = 0; i < t->zn[h]; i++) able[n++] = a[i];
    if (!n) lost(S);
    which = first_like(t, h, any_of(t, able, n));
  }
  t->left[number] = which;
  for (int32_t i = 0; i < t->zn[h]; i++) t->tokens[a[i]].loose = 1;
  return taken_from(S, t, h, where_in(t, h, which));
}
static void shuffled_tokens(State *S, Tokens *t, int32_t h, const int32_t *order) {
  int32_t n = t->zn[h], *a = tokens_in(t, h), first = t->n, looks = 0, pool = -1;
  t->piles = roomy(S, t->piles, &t->piles_cap, (int64_t)t->piles_n + 1, sizeof(Pile));
  if (order) {
    for (int32_t i = 0; i < n; i++) token(S, t, order[n - 1 - i], -1, -1);
  } else {
    int known = 1;
    for (int32_t i = 0; i < n; i++) known &= t->tokens[a[i]].look != OPEN;
    if (known) {
      t->pools = roomy(S, t->pools, &t->pools_cap, ((int64_t)t->pools_n + 1) * PIECES, 4);
      int32_t *p = t->pools + (int64_t)t->pools_n * PIECES;
      memset(p, 0, 4 * (size_t)PIECES);
      for (int32_t i = 0; i < n; i++) looks += !p[t->tokens[a[i]].look]++;
      pool = t->pools_n++;
    }
    for (int32_t i = 0; i < n; i++) token(S, t, OPEN, pool, t->piles_n);
    if (looks == 1) {
      int32_t look = t->tokens[a[0]].look;
      for (int32_t i = 0; i < n; i++) bind(S, t, t->tokens + first + i, look);
    }
  }
  for (int32_t i = 0; i < n; i++) a[i] = first + i;
  t->piles[t->piles_n++] = (Pile){first, n};
}
/* A token of a hand that may have a look, of which the seat was shown these. */
static int32_t unbound(State *S, Tokens *t, int32_t h, int32_t look, const int32_t *looks, int32_t shown) {
  int32_t able[PIECES + 1], n = 0, *a = tokens_in(t, h);
  for (int32_t i = 0; i < t->zn[h]; i++) {
    const Token *k = t->tokens + a[i];
    if (k->look == OPEN && may_be(t, k, look)) able[n++] = a[i];
  }
  if (!n)
    for (int32_t i = 0; i < t->zn[h]; i++) {
      const Token *k = t->tokens + a[i];
      if (may_change(k) && !has((L){shown, (int32_t *)looks}, k->look)) able[n++] = a[i];
    }
  if (!n) lost(S);
  return any_of(t, able, n);
}
static void revealed_tokens(State *S, Tokens *t, const int32_t *w) {
  int32_t n, done[PIECES + 1], handles = 0;
  w += w[1] < 0 ? 2 : 2 + w[1];
  n = *w++;
  const int32_t *p = w;
  for (int32_t i = 0; i < n; i++, p += p[0] == UNSEEN ? 1 : OPEN_ROW) {
    if (p[0] == UNSEEN) continue;
    if (p[2] != NOWHERE) {
      if (p[2] >= t->zn[p[1]]) lost(S);
      saw(S, t, t->tokens + tokens_in(t, p[1])[p[2]], p[0]);
    } else if (!has((L){handles, done}, p[1])) {
      done[handles++] = p[1];
    }
  }
  for (int32_t k = 0; k < handles; k++) {
    int32_t h = done[k], looks[PIECES + 1], shown = 0, *a = tokens_in(t, h);
    p = w;
    for (int32_t i = 0; i < n; i++, p += p[0] == UNSEEN ? 1 : OPEN_ROW)
      if (p[0] != UNSEEN && p[2] == NOWHERE && p[1] == h && shown < PIECES) looks[shown++] = p[0];
    sort_words(looks, shown);
    for (int32_t i = 0, same; i < shown; i += same) {
      for (same = 1; i + same < shown && looks[i + same] == looks[i]; same++) {}
      int32_t missing = same;
      for (int32_t j = 0; j < t->zn[h]; j++) missing -= t->tokens[a[j]].look == looks[i];
      for (; missing > 0; missing--)
        claim(S, t, t->tokens + unbound(S, t, h, looks[i], looks, shown), looks[i]);
    }
  }
}
static void shown_last(Tokens *t) {
  for (int32_t look = 0; look < PIECES; look++) t->last[look] = -1;
  for (int32_t e = 0; e < t->story->n; e++) {
    const int32_t *w = t->story->words + t->story->entries[e].at;
    if (w[0] == MOVED && w[1] != UNSEEN) t->last[w[1]] = e;
    if (w[0] != REVEALED) continue;
    w += w[1] < 0 ? 2 : 2 + w[1];
    const int32_t *p = w + 1;
    for (int32_t i = 0; i < *w; i++, p += p[0] == UNSEEN ? 1 : OPEN_ROW) if (p[0] != UNSEEN) t->last[p[0]] = e;
  }
}
/* Goes through a story; trouble if pieces cannot have moved as was thought of them. */
static void follow(State *S, Tokens *t) {
  const Story *story = t->story;
  shown_last(t);
  for (int32_t e = 0; e < story->n; e++) {
    const int32_t *w = story->words + story->entries[e].at;
    switch (w[0]) {
      case MOVED:
        laid_into(S, t, w[3], moved_token(S, t, e, w[1], w[2], w[5]), w[4]);
        break;
      case GATHERED:
        w++;
        for (int32_t h = 0; h < ZONES; h++) {
          int32_t n = *w++;
          if (n < 0) continue;
          t->zn[h] = n;
          for (int32_t i = 0; i < n; i++) tokens_in(t, h)[i] = token(S, t, *w++, -1, -1);
        }
        break;
      case SHUFFLED:
        shuffled_tokens(S, t, w[1], w[2] ? w + 3 : 0);
        break;
      case REVEALED:
        revealed_tokens(S, t, w);
        break;
      case TURNED:
        if (w[2] == HIDDEN) break;
        if (w[5] >= t->zn[w[4]]) lost(S);
        saw(S, t, t->tokens + tokens_in(t, w[4])[w[5]], w[2]);
        break;
    }
  }
}
