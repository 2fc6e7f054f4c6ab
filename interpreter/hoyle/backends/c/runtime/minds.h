/* What a seat can conclude from its story; the same as `knowledge/mind.py`. */
#define FRESH 3      /* how often all is dealt anew before a world is made from a mended one: so often at least, */
#define GONE 1500    /* and with short stories until so many entries were gone through */
#define BASES 3      /* worlds that are mended, from which others are made */

/* A world that is looked for, with all that it needs. */
typedef struct {
  Mending m;
  Tokens tokens;
  Attempt attempts[2];
} Search;
typedef struct {
  Exec *x;
  Story story;
  State opening;
  Search *bases[BASES];
  uint8_t known[BASES];
  int32_t tries;
  Search fresh; /* the last one */
} Mind;

static void forget_search(Search *s) {
  for (int i = 0; i < 2; i++) {
    Attempt *a = s->attempts + i;
    clear(&a->state), clear(&a->before);
    free(a->dealt), free(a->laid), free(a->picks.p), free(a->came.p);
  }
  clear(&s->m.changed), clear(&s->m.after), clear(&s->m.best), clear(&s->m.before);
  Tokens *t = &s->tokens;
  free(t->tokens), free(t->piles), free(t->pools), free(t->left);
  memset(s, 0, sizeof *s);
}
static void empty_search(Search *s) {
  for (int i = 0; i < 2; i++) empty(&s->attempts[i].state), empty(&s->attempts[i].before);
  empty(&s->m.changed), empty(&s->m.after), empty(&s->m.best), empty(&s->m.before);
}
static int rooms(Search *s) {
  for (int i = 0; i < 2; i++) {
    Attempt *a = s->attempts + i;
    size_t n = 4 * ((size_t)s->tokens.n + 1);
    free(a->dealt), free(a->laid);
    a->dealt = malloc(n), a->laid = malloc(n);
    if (!a->dealt || !a->laid) return 1;
  }
  return 0;
}
/* Deals all anew and tells the story; 1 if pieces cannot have moved so. */
static int begin_search(Mind *mind, Search *s, uint64_t seed) {
  Mending *m = &s->m;
  Tokens *t = &s->tokens;
  State *S = &s->attempts[0].state;
  m->story = &mind->story, m->opening = &mind->opening, m->x = mind->x, m->tokens = t;
  m->seed = seed, m->stream = mix(derived(seed, 1));
  m->here = s->attempts, m->there = s->attempts + 1;
  t->story = &mind->story;
  t->stream = mix(derived(seed, 2));
  t->n = t->piles_n = t->pools_n = 0;
  memset(t->zn, 0, sizeof t->zn);
  S->head.x = mind->x;
  if (_setjmp(mind->x->trouble)) return 1;
  if (!t->left && !(t->left = malloc(4 * ((size_t)mind->story.n + 1)))) return 1;
  memset(t->left, -1, 4 * ((size_t)mind->story.n + 1));
  follow(S, t);
  if (rooms(s)) return 1;
  m->here->dealt_n = 0;
  tell_again(m, m->here);
  return 0;
}
/* One of a few worlds that were mended; 0 if that was not possible. */
static Search *base(Mind *mind, int32_t number, int32_t tries) {
  if (mind->tries != tries) {
    for (int i = 0; i < BASES; i++) {
      if (mind->bases[i]) forget_search(mind->bases[i]), free(mind->bases[i]);
      mind->bases[i] = 0, mind->known[i] = 0;
    }
    mind->tries = tries;
  }
  if (!mind->known[number]) {
    mind->known[number] = 1;
    Search *s = calloc(1, sizeof(Search));
    if (!s) return 0;
    empty_search(s);
    uint64_t seed = derived((uint64_t)mind->story.n, (uint64_t)number);
    for (int32_t begun = 0; begun < tries && !mind->bases[number];) {
      if (begin_search(mind, s, derived(seed, (uint64_t)begun++))) continue;
      tries -= mend(&s->m, tries - begun);
      if (s->m.here->fits) mind->bases[number] = s;
    }
    if (!mind->bases[number]) {
      forget_search(s);
      free(s);
    }
  }
  return mind->bases[number];
}
/* Another world, some exchanges away from one that was mended, which stays. */
static Attempt *mixed(Mind *mind, Search *of, uint64_t seed) {
  Search *s = &mind->fresh;
  Attempt *here = s->attempts, *from = of->m.here;
  size_t n = 4 * ((size_t)of->tokens.n + 1);
  for (int i = 0; i < 2; i++) {
    Attempt *a = s->attempts + i;
    free(a->dealt), free(a->laid);
    a->dealt = malloc(n), a->laid = malloc(n);
    if (!a->dealt || !a->laid) return 0;
  }
  memcpy(here->dealt, from->dealt, n), memcpy(here->laid, from->laid, n);
  here->dealt_n = from->dealt_n, here->laid_n = from->laid_n;
  here->fits = from->fits, here->position = from->position, here->start = from->start;
  here->lacking = 0;
  replace(&here->state, &from->state);
  Mending *m = &s->m;
  if (_setjmp(mind->x->trouble)) return 0;
  here->state.head.x = mind->x;
  here->picks.n = here->came.n = 0;
  for (int32_t i = 0; i < from->picks.n; i++) note(&here->state, &here->picks, from->picks.p[i]);
  for (int32_t i = 0; i < from->came.n; i++) note(&here->state, &here->came, from->came.p[i]);
  m->story = &mind->story, m->opening = &mind->opening, m->x = mind->x, m->tokens = &of->tokens;
  m->seed = of->m.seed, m->stream = mix(seed);
  m->here = here, m->there = s->attempts + 1;
  mix_world(m);
  return m->here;
}
static Attempt *find_world(Mind *mind, uint64_t seed, int32_t tries) {
  if (!tries) return 0;
  int32_t fresh = GONE / (mind->story.n + 1);
  if (fresh < FRESH) fresh = FRESH;
  if (fresh > tries) fresh = tries;
  for (int32_t i = 0; i < fresh; i++)
    if (!begin_search(mind, &mind->fresh, derived(seed, (uint64_t)i)) && mind->fresh.m.here->fits)
      return mind->fresh.m.here;
  for (int32_t i = 0; i < BASES; i++) {
    Search *found = base(mind, (int32_t)((seed % BASES + (uint64_t)i) % BASES), tries / BASES);
    if (found) return mixed(mind, found, derived(seed, (uint64_t)fresh));
  }
  return 0;
}
/* Whether what the seat is asked in a world is what it is asked. */
static int asks_the_same(Mind *mind, State *S) {
  const Story *story = &mind->story;
  if (story->own_n < 0) return 1;
  Guide g = {.story = story};
  int same = 0;
  mind->x->guide = &g;
  if (!_setjmp(mind->x->trouble)) {
    ready(S, mind->x);
    Made m = {{0, 0}, 0, 0};
    for (int32_t i = 0; i < S->head.choices.n; i++)
      add_choice(S, &m, S->head.choices.p + (int64_t)STRIDE * i, AS_OWN);
    same = m.words == story->own_n && equal_words(m.list.p, story->own, m.words);
  }
  mind->x->guide = 0;
  return same;
}

/* ---------------------------------------------------------------- what is called from outside */
static void close_mind(void *given) {
  Mind *mind = given;
  if (!mind) return;
  for (int i = 0; i < BASES; i++) if (mind->bases[i]) forget_search(mind->bases[i]), free(mind->bases[i]);
  forget_search(&mind->fresh);
  clear(&mind->opening);
  close_exec(mind->x);
  free(mind);
}
static void *open_mind(const Story *story, const int32_t *opening, int64_t n) {
  Mind *mind = calloc(1, sizeof(Mind));
  if (!mind) return 0;
  empty(&mind->opening);
  empty_search(&mind->fresh);
  mind->story = *story;
  if (!(mind->x = open_exec()) || load(&mind->opening, opening, n)) {
    close_mind(mind);
    return 0;
  }
  return mind;
}
/* A world for a seed: its words, before them how many these are; then what was chosen, what chance brought, and by shuffle
 * the pieces, bottom first, each with its length before it. Returns how many words that is; 0: none was found. */
static int64_t world(void *given, uint64_t seed, int32_t tries, int32_t *to, int64_t room) {
  Mind *mind = given;
  Attempt *found = find_world(mind, seed, tries);
  if (!found || !is_due(&found->state, mind->story.due_seat, mind->story.due_site)) return 0;
  if (!asks_the_same(mind, &found->state)) return 0;
  int32_t n = (int32_t)save(&found->state, 0, 0);
  int64_t at = put(to, room, 0, &n, 1);
  if (at + n <= room) save(&found->state, to + at, room - at);
  at += n;
  at = put(to, room, put(to, room, at, &found->picks.n, 1), found->picks.p, found->picks.n);
  at = put(to, room, put(to, room, at, &found->came.n, 1), found->came.p, found->came.n);
  at = put(to, room, at, &found->laid_n, 1);
  const Search *s = &mind->fresh;
  for (int32_t i = 0; i < found->laid_n; i++) {
    Pile pile = s->m.tokens->piles[i];
    at = put(to, room, put(to, room, at, &pile.n, 1), found->laid + pile.first, pile.n);
  }
  return at;
}

typedef struct {
  int32_t abi, unused;
  void *(*open)(const Story *, const int32_t *opening, int64_t words); /* both stay where they are as long as it is open */
  void (*close)(void *mind);
  int64_t (*world)(void *mind, uint64_t seed, int32_t tries, int32_t *words, int64_t room);
} Minds;
__attribute__((visibility("default"))) const Minds hoyle_minds = {HOYLE_ABI, 0, open_mind, close_mind, world};
