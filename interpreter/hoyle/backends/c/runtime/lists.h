/* Numbers with their checks, and lists. A list of lists has, before each, how many words that one is. */

static inline N fit(State *S, N x) { if (RARE(x > LARGEST || x < -LARGEST)) trouble(S); return x; }
static inline N fit_wide(State *S, N x) { if (RARE(x > WIDE || x < -WIDE)) trouble(S); return x; }
static inline N within(State *S, N x, N low, N high, int optional) {
  if (RARE((x < low || x > high) && !(optional && x == NONE))) trouble(S);
  return x;
}
static void all_within(State *S, const int32_t *p, int32_t words, int depth, N low, N high, int optional) {
  for (int32_t i = 0; i < words; i++) {
    if (depth > 1) all_within(S, p + i + 1, p[i], depth - 1, low, high, optional), i += p[i];
    else within(S, p[i], low, high, optional);
  }
}
/* What is kept in 32 bits. */
static inline int32_t kept(State *S, N x) { if (RARE(x != (int32_t)x)) trouble(S); return (int32_t)x; }
static inline N index_of(State *S, N i, N n) { if (RARE((uint64_t)i >= (uint64_t)n)) trouble(S); return i; }
static inline N times(State *S, N a, N b) {
  N found;
  if (RARE(__builtin_mul_overflow(a, b, &found))) trouble(S);
  return fit(S, found);
}
static inline N divided(State *S, N a, N b) {
  if (RARE(!b)) trouble(S);
  N q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}
static inline N rest(State *S, N a, N b) {
  if (RARE(!b)) trouble(S);
  N m = a % b;
  return m && (m < 0) != (b < 0) ? m + b : m;
}
static inline N rest_of(N a, N b) { N m = a % b; return m < 0 ? m + b : m; } /* of a number above 0 */
static inline N least(N a, N b) { return b < a ? b : a; }
static inline N most(N a, N b) { return b > a ? b : a; }
static inline N magnitude(N a) { return a < 0 ? -a : a; }
/* Takes steps off the budget. */
static inline void burn(State *S, N steps) { if (RARE((S->head.x->fuel -= steps) < 0)) trouble(S); }
/* The same for each of so many; of a list there are never so many that the product is too large. */
static inline void pay(State *S, N count, N each) { burn(S, count * each); }
static inline void pay_span(State *S, N count, N each) {
  if (count <= 0) return;
  if (RARE(count > FUEL)) trouble(S);
  pay(S, count, each);
}
/* What is charged only after some jumps: somebody is nearly always asked before. */
static inline int is_late(State *S) { return RARE(S->head.x->jumps < MOST_JUMPS - FREE_JUMPS); }
static inline N late(State *S, N steps) { return is_late(S) ? steps : 0; }

/* ---------------------------------------------------------------- lists of numbers */
static inline L one(State *S, N a) { int32_t *p = words(S, 1); *p = kept(S, a); return (L){1, p}; }
static inline L two(State *S, N a, N b) {
  int32_t *p = words(S, 2);
  p[0] = kept(S, a);
  p[1] = kept(S, b);
  return (L){2, p};
}
static L span(State *S, N low, N high) {
  if (high < low) return (L){0, 0};
  if (high - low >= MOST_WORDS) trouble(S);
  int32_t n = (int32_t)(high - low + 1), *p = words(S, n);
  kept(S, low), kept(S, high);
  for (int32_t i = 0; i < n; i++) p[i] = (int32_t)low + i;
  return (L){n, p};
}
static L upto(State *S, N count) {
  if (count <= 0) return (L){0, 0};
  int32_t *p = words(S, count);
  for (int32_t i = 0; i < count; i++) p[i] = i;
  return (L){(int32_t)count, p};
}
static inline int has(L a, N x) { for (int32_t i = 0; i < a.n; i++) if (a.p[i] == x) return 1; return 0; }
static inline N count_in(L a, N x) { N k = 0; for (int32_t i = 0; i < a.n; i++) k += a.p[i] == x; return k; }
static inline int same(L a, L b) { return a.n == b.n && equal_words(a.p, b.p, a.n); }
static int before(L a, L b) { /* -1, 0 or 1 */
  for (int32_t i = 0; i < a.n && i < b.n; i++)
    if (a.p[i] != b.p[i]) return a.p[i] < b.p[i] ? -1 : 1;
  return (a.n > b.n) - (a.n < b.n);
}
static inline N item_at(State *S, L a, N i) {
  if (RARE((uint64_t)i >= (uint64_t)a.n)) trouble(S);
  return a.p[i];
}
static L copy_list(State *S, L a) {
  int32_t *p = words(S, a.n);
  put_words(p, a.p, a.n);
  return (L){a.n, p};
}
static L cells(State *S, int32_t place, int32_t n) { return copy_list(S, (L){n, S->v + place}); }
static L reversed(State *S, L a) {
  int32_t *p = words(S, a.n);
  for (int32_t i = 0; i < a.n; i++) p[i] = a.p[a.n - 1 - i];
  return (L){a.n, p};
}
static L distinct(State *S, L a) {
  int32_t *p = words(S, a.n);
  L found = {0, p};
  for (int32_t i = 0; i < a.n; i++) if (!has(found, a.p[i])) p[found.n++] = a.p[i];
  return found;
}
static L without(State *S, L a, L b) {
  int32_t *p = words(S, a.n), n = 0;
  for (int32_t i = 0; i < a.n; i++) if (!has(b, a.p[i])) p[n++] = a.p[i];
  return (L){n, p};
}
static L without_one(State *S, L a, N x) {
  int32_t *p = words(S, a.n), n = 0;
  for (int32_t i = 0; i < a.n; i++) if (a.p[i] != x) p[n++] = a.p[i];
  return (L){n, p};
}
static L taken_out(State *S, L a, L b) {
  L found = copy_list(S, a);
  for (int32_t j = 0; j < b.n; j++)
    for (int32_t i = 0; i < found.n; i++)
      if (found.p[i] == b.p[j]) {
        memmove(found.p + i, found.p + i + 1, 4 * (size_t)(--found.n - i));
        break;
      }
  return found;
}
static L joined(State *S, L a, L b) {
  if ((int64_t)a.n + b.n > LONGEST_LIST) trouble(S);
  int32_t *p = words(S, a.n + b.n);
  put_words(p, a.p, a.n);
  put_words(p + a.n, b.p, b.n);
  return (L){a.n + b.n, p};
}
static L with_item(State *S, L a, N i, N x) {
  if ((uint64_t)i >= (uint64_t)a.n) trouble(S);
  L found = copy_list(S, a);
  found.p[i] = kept(S, x);
  return found;
}
static L with_added(State *S, L a, N i, N x) {
  if ((uint64_t)i >= (uint64_t)a.n) trouble(S);
  return with_item(S, a, i, fit(S, a.p[i] + x));
}
static N following(State *S, N x, L a) {
  for (int32_t i = 0; i < a.n; i++) if (a.p[i] == x) return a.p[i + 1 == a.n ? 0 : i + 1];
  trouble(S);
}
static L sorted(State *S, L a) {
  L found = copy_list(S, a);
  for (int32_t i = 1; i < found.n; i++) {
    int32_t x = found.p[i], j = i;
    for (; j && found.p[j - 1] > x; j--) found.p[j] = found.p[j - 1];
    found.p[j] = x;
  }
  return found;
}
/* Players in the order in which they sit: 0 from, 1 after, 2 before somebody. */
static L around(State *S, L a, N by, int how, N count) {
  L found = copy_list(S, a);
#define STEPS(seat) rest_of(how == 0 ? (seat) - by : how == 1 ? (seat) - by - 1 : by - (seat) - 1, count)
  for (int32_t i = 1; i < found.n; i++) {
    int32_t x = found.p[i], j = i;
    for (; j && STEPS(found.p[j - 1]) > STEPS(x); j--) found.p[j] = found.p[j - 1];
    found.p[j] = x;
  }
#undef STEPS
  return found;
}

/* ---------------------------------------------------------------- lists that are made item by item */
typedef struct { L list; int32_t words, cap; } Made;
static inline void made_room(State *S, Made *m, int32_t n) {
  if (RARE(m->words + n > m->cap)) {
    int64_t cap = 2 * (int64_t)m->words + n + 8; /* a list that was made otherwise has no room of its own */
    if (cap > MOST_WORDS) trouble(S);
    int32_t *p = words(S, cap);
    put_words(p, m->list.p, m->words);
    m->list.p = p;
    m->cap = (int32_t)cap;
  }
}
static inline void add(State *S, Made *m, N x) {
  made_room(S, m, 1);
  m->list.p[m->words++] = kept(S, x);
  m->list.n++;
}
static inline void add_list(State *S, Made *m, L a, int32_t n) {
  made_room(S, m, n + 1);
  m->list.p[m->words] = n;
  put_words(m->list.p + m->words + 1, a.p, n);
  m->words += n + 1;
  m->list.n++;
}

static inline void add_all(State *S, Made *m, L a) {
  made_room(S, m, a.n);
  put_words(m->list.p + m->words, a.p, a.n);
  m->words += a.n;
  m->list.n += a.n;
}
/* Bit sets beside lists of places. */
static inline void put_in(uint64_t *set, L a) { for (int32_t i = 0; i < a.n; i++) set[a.p[i] >> 6] |= 1ull << (a.p[i] & 63); }
static inline int is_in(const uint64_t *set, N words, N x) { return (uint64_t)x < 64 * (uint64_t)words && set[x >> 6] >> (x & 63) & 1; }

/* ---------------------------------------------------------------- lists of lists */
static inline int32_t words_of(L a) { /* all that they are together */
  int32_t w = 0;
  for (int32_t i = 0; i < a.n; i++) w += 1 + a.p[w];
  return w;
}
static inline int32_t lists_in(int32_t words, const int32_t *p) { /* how many lists so many words are */
  int32_t n = 0;
  for (int32_t w = 0; w < words; w += 1 + p[w]) n++;
  return n;
}
static inline int same_words(const int32_t *a, const int32_t *b) { return *a == *b && !memcmp(a, b, 4 * (size_t)(1 + *a)); }
static int same_lists(L a, L b) {
  if (a.n != b.n) return 0;
  int32_t w = words_of(a);
  return w == words_of(b) && equal_words(a.p, b.p, w);
}
static int32_t *list_at(State *S, L a, N i) {
  if (RARE((uint64_t)i >= (uint64_t)a.n)) trouble(S);
  int32_t *p = a.p;
  while (i--) p += 1 + *p;
  return p;
}
static const int32_t *boxed(State *S, L a, int32_t n) {
  int32_t *p = words(S, n + 1);
  *p = n;
  put_words(p + 1, a.p, n);
  return p;
}
static N count_lists(L a, const int32_t *x) {
  N k = 0;
  int32_t *p = a.p;
  for (int32_t i = 0; i < a.n; i++, p += 1 + *p) k += same_words(p, x);
  return k;
}
static void add_words(State *S, Made *m, const int32_t *x) { add_list(S, m, (L){*x, (int32_t *)x + 1}, *x); }
static L without_lists(State *S, L a, L b, int once) { /* once: each takes out one only */
  Made m = {{0, 0}, 0, 0};
  int32_t *used = words(S, b.n), *p = a.p;
  memset(used, 0, 4 * (size_t)b.n);
  for (int32_t i = 0; i < a.n; i++, p += 1 + *p) {
    int32_t j = 0, *q = b.p;
    for (; j < b.n; j++, q += 1 + *q) if ((!once || !used[j]) && same_words(p, q)) break;
    if (j < b.n) used[j] = 1; else add_words(S, &m, p);
  }
  return m.list;
}
static L distinct_lists(State *S, L a) {
  Made m = {{0, 0}, 0, 0};
  int32_t *p = a.p;
  for (int32_t i = 0; i < a.n; i++, p += 1 + *p) if (!count_lists(m.list, p)) add_words(S, &m, p);
  return m.list;
}
static L reversed_lists(State *S, L a) {
  int32_t w = words_of(a), *to = words(S, w) + w, *p = a.p;
  for (int32_t i = 0; i < a.n; i++, p += 1 + *p) {
    to -= 1 + *p;
    put_words(to, p, (1 + *p));
  }
  return (L){a.n, to};
}
static L joined_lists(State *S, L a, L b) {
  if ((int64_t)a.n + b.n > LONGEST_LIST) trouble(S);
  int32_t wa = words_of(a), wb = words_of(b), *p = words(S, (int64_t)wa + wb);
  put_words(p, a.p, wa);
  put_words(p + wa, b.p, wb);
  return (L){a.n + b.n, p};
}
static L copy_lists(State *S, L a) { return joined_lists(S, a, (L){0, 0}); }
static L with_list(State *S, L a, N i, const int32_t *x) {
  if ((uint64_t)i >= (uint64_t)a.n) trouble(S);
  Made m = {{0, 0}, 0, 0};
  int32_t *p = a.p;
  for (int32_t j = 0; j < a.n; j++, p += 1 + *p) add_words(S, &m, j == i ? x : p);
  return m.list;
}
static const int32_t *following_list(State *S, const int32_t *x, L a) {
  int32_t *p = a.p;
  for (int32_t i = 0; i < a.n; i++, p += 1 + *p)
    if (same_words(p, x)) return i + 1 == a.n ? a.p : p + 1 + *p;
  trouble(S);
}
static L sorted_lists(State *S, L a) {
  int32_t **q = (int32_t **)words(S, 2 * (int64_t)a.n + 1), *p = a.p;
  q = (int32_t **)(((uintptr_t)q + 7) & ~(uintptr_t)7);
  for (int32_t i = 0; i < a.n; i++, p += 1 + *p) {
    int32_t j = i;
    for (; j && before((L){*q[j - 1], q[j - 1] + 1}, (L){*p, p + 1}) > 0; j--) q[j] = q[j - 1];
    q[j] = p;
  }
  Made m = {{0, 0}, 0, 0};
  for (int32_t i = 0; i < a.n; i++) add_words(S, &m, q[i]);
  return m.list;
}

/* ---------------------------------------------------------------- what has come before */
typedef struct { int32_t *slots, *keys, n, used, cap, room; } Seen; /* keys one after the other; a hash table */
static inline uint32_t hashed(const int32_t *key, int32_t n) {
  uint64_t h = 0x9E3779B97F4A7C15ull;
  for (int32_t i = 0; i < n; i++) h = (h ^ (uint32_t)key[i]) * 0xBF58476D1CE4E5B9ull, h ^= h >> 29;
  return (uint32_t)h;
}
static void seen_more(State *S, Seen *s) {
  int32_t room = s->room ? 4 * s->room : 64, *slots = words(S, room);
  memset(slots, 0, 4 * (size_t)room);
  for (int32_t at = 0; at < s->used; at += 1 + s->keys[at]) {
    uint32_t i = hashed(s->keys + at + 1, s->keys[at]);
    while (slots[i % room]) i++;
    slots[i % room] = at + 1;
  }
  s->slots = slots;
  s->room = room;
}
/* Whether a key is new; then it has come. */
static int is_new(State *S, Seen *s, const int32_t *key, int32_t n) {
  if (s->n < 16) {
    for (int32_t at = 0; at < s->used; at += 1 + s->keys[at])
      if (s->keys[at] == n && equal_words(s->keys + at + 1, key, n)) return 0;
  } else {
    if (2 * s->n >= s->room) seen_more(S, s);
    for (uint32_t i = hashed(key, n);; i++) {
      int32_t at = s->slots[i % s->room] - 1;
      if (at < 0) break;
      if (s->keys[at] == n && equal_words(s->keys + at + 1, key, n)) return 0;
    }
  }
  if (s->used + n + 1 > s->cap) {
    int64_t cap = 2 * (int64_t)s->cap + n + 64;
    int32_t *p = words(S, cap);
    put_words(p, s->keys, s->used);
    s->keys = p;
    s->cap = (int32_t)cap;
  }
  if (s->n >= 16) {
    uint32_t i = hashed(key, n);
    while (s->slots[i % s->room]) i++;
    s->slots[i % s->room] = s->used + 1;
  }
  s->keys[s->used] = n;
  put_words(s->keys + s->used + 1, key, n);
  s->used += n + 1;
  s->n++;
  return 1;
}

/* ---------------------------------------------------------------- frames and picks */
static inline int32_t *put_list(int32_t *k, L a) {
  *k++ = a.n;
  put_words(k, a.p, a.n);
  return k + a.n;
}
static inline int32_t *put_lists(int32_t *k, L a, int32_t w) {
  *k++ = a.n;
  *k++ = w;
  put_words(k, a.p, w);
  return k + w;
}
static inline L get_list(State *S, const int32_t **f) {
  L a = copy_list(S, (L){(*f)[0], (int32_t *)*f + 1});
  *f += 1 + a.n;
  return a;
}
static inline L get_lists(State *S, const int32_t **f) {
  int32_t n = (*f)[0], w = (*f)[1];
  L a = copy_list(S, (L){w, (int32_t *)*f + 2});
  *f += 2 + w;
  return (L){n, a.p};
}
static int32_t pick_list(State *S, L a) { /* where a list among the picks of a choice lies */
  if (S->head.picked.n + a.n + 1 > S->head.picked.cap) {
    if (!S->head.picked.cap) S->head.picked.p = 0;
    int64_t cap = 2 * (int64_t)S->head.picked.cap + a.n + 64;
    if (cap > MOST_WORDS) trouble(S);
    int32_t *p = realloc(S->head.picked.p, 4 * (size_t)cap);
    if (!p) trouble(S);
    S->head.picked.p = p;
    S->head.picked.cap = (int32_t)cap;
  }
  int32_t at = S->head.picked.n;
  S->head.picked.p[at] = a.n;
  put_words(S->head.picked.p + at + 1, a.p, a.n);
  S->head.picked.n += a.n + 1;
  return at;
}
static inline L picked_list(State *S, int32_t at) {
  return copy_list(S, (L){S->head.picked.p[at], S->head.picked.p + at + 1});
}

/* ---------------------------------------------------------------- variables that hold lists */
#if HEAP
static void heap_room(State *S, int64_t n) {
  if (S->heap.n + n <= S->heap.cap) return;
  int64_t cap = 2 * (int64_t)S->heap.cap;
  if (cap < S->heap.n + n) cap = S->heap.n + n;
  if (cap > MOST_WORDS) trouble(S);
  int32_t *p = malloc(4 * (size_t)cap);
  if (!p) trouble(S);
  put_words(p, S->heap.p, S->heap.n);
  if (S->heap.p != S->few_listed) { /* somebody may still look at it in this step */
    Old *o = malloc(sizeof(Old));
    if (!o) { free(p); trouble(S); }
    *o = (Old){S->head.x->old, S->heap.p};
    S->head.x->old = o;
  }
  S->heap.p = p;
  S->heap.cap = (int32_t)cap;
}
static inline L listed(State *S, N place) {
  int32_t *p = S->heap.p + S->v[place];
  return (L){p[0], p + 2};
}
static void store(State *S, N place, L a, int32_t w) {
  if (!a.n) { S->v[place] = 0; return; }
  heap_room(S, (int64_t)w + 2);
  int32_t *p = S->heap.p + S->heap.n;
  p[0] = a.n;
  p[1] = w;
  put_words(p + 2, a.p, w);
  S->v[place] = S->heap.n;
  S->heap.n += w + 2;
}
#endif
