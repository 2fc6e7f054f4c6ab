/* Looking things up in constant tables, ways to choose, straight lines. */
#define MISSING INT32_MIN

static inline L row_(const int32_t *words, const int32_t *begins, N i) {
  return (L){begins[i + 1] - begins[i], (int32_t *)words + begins[i]};
}
static inline L lists_(const int32_t *words, const int32_t *begins, const int32_t *counts, N i) {
  return (L){counts[i], (int32_t *)words + begins[i]};
}
static inline N mapped(State *S, const int32_t *table, N i, N count) {
  if (RARE((uint64_t)i >= (uint64_t)count || table[i] == MISSING)) trouble(S);
  return table[i];
}
static inline N pair_of(State *S, const int32_t *table, N i, N rows, N j, N columns) {
  if (RARE((uint64_t)i >= (uint64_t)rows || (uint64_t)j >= (uint64_t)columns)) trouble(S);
  N found = table[i * columns + j];
  if (RARE(found == MISSING)) trouble(S);
  return found;
}
#define mapped_pair pair_of

/* ---------------------------------------------------------------- ways to choose */
typedef struct { L list, items; int32_t *at; N size, most; int begun; } Ways;
static Ways ways(State *S, L items, N least, N most, N each, N way) { /* all of them are paid for */
  if (least < 0) least = 0;
  if (most > items.n) most = items.n;
  N count = 0;
  for (N size = least; size <= most; size++) {
    N of = 1, few = size < items.n - size ? size : items.n - size; /* ways to take so many, or to leave the others */
    for (N i = 0; i < few && of <= MOST_SELECTIONS; i++) of = of * (items.n - i) / (i + 1);
    count += of;
    if (count > MOST_SELECTIONS) trouble(S);
    pay(S, of, size * each + way);
  }
  return (Ways){{0, 0}, items, words(S, items.n), least, most, 0};
}
static int next_way(State *S, Ways *w) {
  N n = w->items.n, i;
  if (w->begun) {
    for (i = w->size - 1; i >= 0 && w->at[i] == n - w->size + i; i--) {}
    if (i < 0) w->size++, w->begun = 0;
    else {
      w->at[i]++;
      for (N j = i + 1; j < w->size; j++) w->at[j] = w->at[j - 1] + 1;
    }
  }
  if (!w->begun) {
    if (w->size > w->most) return 0;
    for (i = 0; i < w->size; i++) w->at[i] = (int32_t)i;
    w->begun = 1;
  }
  int32_t *p = words(S, w->size);
  for (i = 0; i < w->size; i++) p[i] = w->items.p[w->at[i]];
  w->list = (L){(int32_t)w->size, p};
  return 1;
}

/* ---------------------------------------------------------------- straight lines */
/* `runs` has for each node, from `begins` on, lists of itself and all that lie straight on. */
static L lines(State *S, const int32_t *runs, const int32_t *begins, L nodes, N length) {
  Made m = {{0, 0}, 0, 0};
  if (length < 1) return m.list;
  for (int32_t i = 0; i < nodes.n; i++) {
    N node = nodes.p[i];
    if (length == 1) {
      add_list(S, &m, (L){1, nodes.p + i}, 1);
      continue;
    }
    for (const int32_t *r = runs + begins[node]; r < runs + begins[node + 1]; r += 1 + *r) {
      if (*r < length) continue;
      N k = 0;
      while (k < length && has(nodes, r[1 + k])) k++;
      if (k == length) add_list(S, &m, (L){(int32_t)length, (int32_t *)r + 1}, (int32_t)length);
    }
  }
  return m.list;
}

/* ---------------------------------------------------------------- what several have chosen unseen */
static int nobody_chose(L got) {
  for (int32_t i = 0, w = 0; i < got.n; i++, w += 1 + got.p[w]) if (got.p[w]) return 0;
  return 1;
}
static L noted(State *S, L got, const int32_t *record, int32_t n) {
  int32_t w = words_of(got), *p = words(S, (int64_t)w + n + 1);
  put_words(p, got.p, w);
  p[w] = n;
  put_words(p + w + 1, record, n);
  return (L){got.n + 1, p};
}
