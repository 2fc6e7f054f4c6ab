/* What a game remembers: chains of records, the last one first, which copies of a state share. A record never changes; who
 * holds it counts. Where a rule is only supposed, what it forgets is still needed: then an empty record hides the others. */
#if MEMORIES
struct Record {
  struct Record *before;
  int32_t holders, count; /* states and records that hold it; records from here on */
  int32_t hides, n;       /* whether those before it are forgotten; words */
  uint64_t hash;
  int32_t words[];
};
static void hold(Record *r) { if (r) __atomic_add_fetch(&r->holders, 1, __ATOMIC_RELAXED); }
/* A record that nobody holds waits for another use where its game is played; `x`: who plays, 0: nobody does. */
static inline void done_with(Exec *x, Record *r) {
  if (!x || x->spare_count == MOST_SPARE || !r->n) {
    free(r);
    return;
  }
  r->before = x->spare;
  x->spare = r;
  x->spare_count++;
}
static void let_go(Exec *x, Record *r) {
  while (r && (__atomic_load_n(&r->holders, __ATOMIC_ACQUIRE) == 1 || !__atomic_sub_fetch(&r->holders, 1, __ATOMIC_ACQ_REL))) {
    Record *before = r->before;
    done_with(x, r);
    r = before;
  }
}
static void forget_spare(Exec *x) {
  while (x->spare) {
    Record *r = x->spare;
    x->spare = r->before;
    free(r);
  }
  x->spare_count = 0;
}
static uint64_t hash_of(const int32_t *p, int32_t n) {
  uint64_t h = (uint64_t)n, two;
  for (; n > 1; n -= 2, p += 2) {
    memcpy(&two, p, 8);
    h = (h ^ two) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 32;
  }
  return n ? (h ^ (uint32_t)*p) * 0x9E3779B97F4A7C15ull : h;
}
static Record *added(State *S, int32_t m, int32_t n) {
  Exec *x = S->head.x;
  Record *r = x->spare;
  if (r && r->n == n) {
    x->spare = r->before;
    x->spare_count--;
  } else if (!(r = malloc(sizeof(Record) + 4 * (size_t)n))) {
    trouble(S);
  }
  *r = (Record){S->memory[m], 1, 0, 0, n, 0};
  S->memory[m] = r;
  return r;
}
static void remember(State *S, int32_t m, const int32_t *record, int32_t n, N most) {
  int32_t count = S->memory[m] ? S->memory[m]->count : 0;
  if (count >= most) trouble(S);
  Record *r = added(S, m, n);
  r->count = count + 1;
  r->hash = hash_of(record, n);
  put_words(r->words, record, n);
}
static N remembered(State *S, int32_t m, const int32_t *record, int32_t n, N each) {
  const Record *r = S->memory[m];
  if (!r) return 0;
  pay(S, r->count, each);
  N found = 0;
  uint64_t hash = hash_of(record, n);
  for (; r && !r->hides; r = r->before) found += r->hash == hash && r->n == n && !memcmp(r->words, record, 4 * (size_t)n);
  return found;
}
static void forget_by(Exec *x, State *S, int32_t m) {
  Record *all = S->memory[m];
  S->memory[m] = 0;
  let_go(x, all);
}
static void forget(State *S, int32_t m) { forget_by(S->head.x, S, m); }
static void hide(State *S, int32_t m) {
  if (!S->memory[m]) return;
  added(S, m, 0)->hides = 1;
  S->hidden = 1;
}
/* What was added since goes again. */
static inline void put_back(State *S, int32_t m, Record *then) {
  while (S->memory[m] != then) {
    Record *r = S->memory[m];
    S->memory[m] = r->before;
    done_with(S->head.x, r);
  }
}
/* Nothing is supposed any more: what is hidden is given up. Others may be doing the same. */
static void forget_hidden(State *S) {
  S->hidden = 0;
  for (int32_t m = 0; m < MEMORIES; m++)
    for (Record *r = S->memory[m]; r; r = r->before)
      if (r->hides) {
        let_go(0, __atomic_exchange_n(&r->before, 0, __ATOMIC_ACQ_REL));
        break;
      }
}
static int64_t memory_words(const Record *r) {
  int64_t w = 0;
  for (; r && !r->hides; r = r->before) w += 1 + r->n;
  return w;
}
/* Records with their lengths before them, the first one first; up to `end`. */
static void memory_put(const Record *r, int32_t *end) {
  for (; r && !r->hides; r = r->before) {
    end -= 1 + r->n;
    end[0] = r->n;
    put_words(end + 1, r->words, r->n);
  }
}
#endif
