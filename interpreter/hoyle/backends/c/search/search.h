/* A search in machine code: worlds are copied, gone down, played out and counted while Python does something else.
 *
 * It is the search of `bots/ismcts.py` and `bots/flat.py`, number by number: both make the same choices of the same stream.
 * All that it goes by is handed over. Whatever it cannot do, a fault of the rules above all, it leaves to Python, which then
 * thinks the decision over from its beginning. */
enum { FINE, WANTS_WORLD, IN_TROUBLE, NO_WORLDS };
enum { NOT_ASKED, FITS, REFUSED };

typedef struct {
  int32_t parent, at, words, visits, available;
  uint64_t hash;
  double total;
} Node;
typedef struct { void *state; int32_t *places, asked; } World;

typedef struct {
  Keys keys;
  Worth worth;
  const Game *game;
  Exec *run;
  int32_t *words; /* all tables */
  double *reals;
  int32_t seat, trees, this_round, rounds, most_plies, tries, worlds, most_nodes, wide, choices;
  int32_t flat, considered, tried;
  int64_t left; /* playouts of a flat search; -1: as many as there is time for */
  const int32_t *consider;
  double exploration, width;
  const double *logs, *shifts;
  int32_t log_count;
  World *world;
  void *state; /* the one that is played */
  int32_t *now; /* by tree: the node at which it is */
  Node *nodes;
  int32_t count, room, *slots, slot_count;
  int32_t *texts, texts_room;
  int64_t texts_used;
  int32_t *path, path_room, *found, found_room;
  double *totals;
  int64_t *times, playouts, refused;
} Search;

static uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}
#define GAMMA 0x9E3779B97F4A7C15ull
static uint64_t next_of(uint64_t *stream) { return mixed(*stream += GAMMA); }
static int32_t below_of(uint64_t *stream, uint64_t count) { return (int32_t)((unsigned __int128)next_of(stream) * count >> 64); }
static double log_of(const Search *s, int32_t n) {
  int32_t halves = 0;
  while (n >= s->log_count) n >>= 1, halves++;
  return s->logs[n] + s->shifts[halves];
}

/* ---------------------------------------------------------------- nodes */
static int32_t new_node(Search *s, int32_t parent, const int32_t *key, int32_t words, uint64_t hash) {
  if (s->count == s->room) {
    Node *p = realloc(s->nodes, 2 * (size_t)s->room * sizeof(Node));
    if (!p) return -1;
    s->nodes = p;
    s->room *= 2;
  }
  if (2 * s->count >= s->slot_count) {
    int32_t *slots = calloc(2 * (size_t)s->slot_count, 4);
    if (!slots) return -1;
    free(s->slots);
    s->slots = slots;
    s->slot_count *= 2;
    for (int32_t i = s->trees; i < s->count; i++) {
      uint64_t at = s->nodes[i].hash;
      while (slots[at & (uint64_t)(s->slot_count - 1)]) at++;
      slots[at & (uint64_t)(s->slot_count - 1)] = i;
    }
  }
  if (!more(&s->texts, &s->texts_room, s->texts_used + words)) return -1;
  if (words) memcpy(s->texts + s->texts_used, key, 4 * (size_t)words);
  s->nodes[s->count] = (Node){parent, (int32_t)s->texts_used, words, 0, 0, hash, 0.0};
  s->texts_used += words;
  if (parent >= 0) {
    uint64_t at = hash;
    while (s->slots[at & (uint64_t)(s->slot_count - 1)]) at++;
    s->slots[at & (uint64_t)(s->slot_count - 1)] = s->count;
  }
  return s->count++;
}
/* The node below another that the last key leads to, made if need be; -1: there is none. */
static int32_t below_node(Search *s, int32_t parent, int32_t words, int make) {
  const int32_t *key = s->keys.key;
  uint64_t hash = mixed((uint64_t)(uint32_t)parent + GAMMA), at;
  for (int32_t i = 0; i < words; i++) hash = (hash ^ (uint32_t)key[i]) * 0xBF58476D1CE4E5B9ull, hash ^= hash >> 29;
  for (at = hash;; at++) {
    int32_t found = s->slots[at & (uint64_t)(s->slot_count - 1)];
    if (!found) return make ? new_node(s, parent, key, words, hash) : -1;
    const Node *n = s->nodes + found;
    if (n->hash == hash && n->parent == parent && n->words == words && !memcmp(s->texts + n->at, key, 4 * (size_t)words)) return found;
  }
}

/* ---------------------------------------------------------------- one iteration */
/* The choice to go on with; -1: there is no room. */
static int32_t selected(Search *s, int32_t at, uint64_t *stream, int32_t *node, int *grown) {
  const Head *head = s->state;
  int32_t n = head->choices.n, fresh = 0, best = -1, known = 0;
  int64_t visits = 0;
  double best_value = -1.0;
  if (!more(&s->found, &s->found_room, 2 * (int64_t)n)) return -1;
  int32_t *nodes = s->found, *unknown = s->found + n;
  for (int32_t i = 0; i < n; i++) {
    int32_t words = key_of(&s->keys, s->state, i);
    if (!words) return -1;
    nodes[i] = below_node(s, at, words, 0);
    if (nodes[i] < 0 || !s->nodes[nodes[i]].visits) {
      unknown[fresh++] = i;
      continue;
    }
    Node *child = s->nodes + nodes[i];
    known++;
    visits += child->visits;
    child->available++;
    double value = child->total / child->visits + s->exploration * __builtin_sqrt(log_of(s, child->available) / child->visits);
    if (value > best_value) best = i, best_value = value;
  }
  *grown = fresh && (n <= s->wide || known < s->width * __builtin_sqrt((double)visits + 1.0));
  if (!*grown) {
    *node = nodes[best];
    return best;
  }
  best = unknown[below_of(stream, (uint64_t)fresh)];
  *node = nodes[best];
  if (*node < 0) *node = below_node(s, at, key_of(&s->keys, s->state, best), 1);
  if (*node < 0) return -1;
  s->nodes[*node].available++;
  return best;
}
static int played_out(Search *s, uint64_t *stream) {
  const Head *head = s->state;
  int64_t rounds = s->this_round ? (int64_t)s->rounds + 1 - head->rounds : s->most_plies;
  if (s->game->playout(s->state, s->run, stream, s->most_plies, rounds, 0) < 0) return 0;
  s->playouts++;
  return find_worth(&s->worth, s->state);
}
static int take(Search *s, const World *world, uint64_t luck) { /* a copy, with chance of its own */
  s->game->clear(s->state);
  if (s->game->copy(s->state, world->state)) {
    s->game->empty(s->state);
    return 0;
  }
  ((Head *)s->state)->rng = luck;
  return 1;
}
static int iterate(Search *s, const World *world, uint64_t luck, uint64_t *stream) {
  if (!take(s, world, luck)) return 0;
  const Head *head = s->state;
  int32_t rounds = head->rounds, steps = 0;
  for (int32_t tree = 0; tree < s->trees; tree++) s->now[tree] = tree;
  for (int grown = 0; !(head->over || grown || (s->this_round && head->rounds != rounds)); steps++) {
    int32_t seat = head->seat, tree = s->trees == 1 ? 0 : seat, node;
    if (seat < 0 || !more(&s->path, &s->path_room, 2 * (int64_t)steps + 2)) return 0;
    int32_t index = selected(s, s->now[tree], stream, &node, &grown);
    if (index < 0) return 0;
    s->path[2 * steps] = node, s->path[2 * steps + 1] = seat;
    if (s->trees > 1 && !note_taken(&s->keys, s->state, index)) return 0;
    if (s->game->step(s->state, s->run, index)) return 0;
    for (int32_t other = 0; s->trees > 1 && other < s->trees && !is_unseen(&s->keys); other++) {
      if (other == seat) continue;
      int32_t words = key_seen(&s->keys, s->state, other);
      if (!words || (s->now[other] = below_node(s, s->now[other], words, 1)) < 0) return 0;
    }
    s->now[tree] = node;
  }
  if (!played_out(s, stream)) return 0;
  for (int32_t i = 0; i < steps; i++) {
    Node *node = s->nodes + s->path[2 * i];
    node->visits++;
    node->total += s->worth.value[s->path[2 * i + 1]];
  }
  return 1;
}
/* Each choice that is considered, played out once in the same world. */
static int each_once(Search *s, const World *world, uint64_t luck, uint64_t *stream) {
  for (int32_t i = 0; i < s->considered && (s->left < 0 || i < s->left); i++) {
    int32_t choice = s->consider[i];
    if (!take(s, world, luck) || s->game->step(s->state, s->run, world->places[choice]) || !played_out(s, stream)) return 0;
    s->totals[choice] += s->worth.value[s->seat];
    s->times[choice]++;
  }
  if (s->left >= 0) s->left = s->left > s->considered ? s->left - s->considered : 0;
  return 1;
}

/* ---------------------------------------------------------------- what Python calls */
#define SHOWN __attribute__((visibility("default")))

SHOWN void search_close(Search *s) {
  if (!s) return;
  for (int32_t i = 0; s->world && i < s->worlds; i++) {
    if (s->world[i].state) s->game->clear(s->world[i].state);
    free(s->world[i].state), free(s->world[i].places);
  }
  if (s->state) s->game->clear(s->state);
  if (s->run) s->game->close(s->run);
  free(s->state), free(s->world), free(s->words), free(s->reals), free(s->now), free(s->nodes), free(s->slots);
  free(s->texts), free(s->path), free(s->found), free(s->totals), free(s->times);
  free(s->keys.key), free(s->keys.taken), free(s->worth.standing), free(s->worth.value);
  free(s);
}
/* 0: there is no room, or these are not the numbers that it takes (`play/searching.py` has their order). */
SHOWN Search *search_open(const Game *game, const int32_t *words, int64_t word_count, const double *reals, int64_t real_count) {
  Search *s = calloc(1, sizeof(Search));
  if (!s) return 0;
  s->words = malloc(4 * (size_t)word_count);
  s->reals = malloc(sizeof(double) * (size_t)real_count);
  s->game = s->keys.game = s->worth.game = game;
  s->run = s->worth.run = game->open();
  if (!s->words || !s->reals || !s->run) goto failed;
  memcpy(s->words, words, 4 * (size_t)word_count);
  memcpy(s->reals, reals, sizeof(double) * (size_t)real_count);
  const int32_t *w = s->words;
#define NEXT(n) (w += (n), w - (n))
  int32_t players = s->worth.players = *w++;
  s->seat = *w++, s->trees = *w++, s->worth.aim = *w++, s->worth.sign = *w++, s->this_round = *w++;
  s->rounds = s->worth.rounds = *w++;
  s->most_plies = *w++, s->tries = *w++, s->worlds = *w++, s->most_nodes = *w++, s->wide = *w++, s->choices = *w++;
  s->flat = *w++, s->left = *w++, s->log_count = *w++, s->considered = *w++;
  s->consider = NEXT(s->considered);
  s->worth.team_of = NEXT(players), s->worth.before = NEXT(players);
  Keys *k = &s->keys;
  k->location = *w++, k->known = *w++, k->face_up = *w++, k->everyone = *w++;
  k->handles = *w++, k->mask = NEXT(k->handles), k->faced = NEXT(k->handles);
  k->pieces = *w++, k->look = NEXT(k->pieces);
  k->cells = *w++, k->cell = NEXT(2 * k->cells);
  k->blocks = *w++, k->at = NEXT(k->blocks);
  k->picks = w + 1, w += 1 + *w;
  k->width = k->cells > 1 ? 2 + k->cells : 3;
  if (w != s->words + word_count || players != game->players) goto failed;
  s->exploration = s->reals[0], s->width = s->reals[1], s->worth.cut = s->reals[2];
  s->worth.largest = s->reals[3], s->worth.least = s->reals[4], s->worth.most = s->reals[5];
  s->logs = s->reals + 6, s->shifts = s->logs + s->log_count;
  s->room = s->slot_count = 256;
  s->state = malloc((size_t)game->state_bytes);
  if (s->state) game->empty(s->state);
  s->world = calloc((size_t)s->worlds, sizeof(World));
  s->now = calloc((size_t)s->trees, 4);
  s->nodes = malloc((size_t)s->room * sizeof(Node));
  s->slots = calloc((size_t)s->slot_count, 4);
  s->totals = calloc((size_t)s->choices, sizeof(double));
  s->times = calloc((size_t)s->choices, 8);
  s->worth.standing = malloc(12 * (size_t)players);
  s->worth.value = malloc(sizeof(double) * (size_t)players);
  if (!s->state || !s->world || !s->now || !s->nodes || !s->slots || !s->totals || !s->times || !s->worth.standing || !s->worth.value)
    goto failed;
  for (int32_t tree = 0; tree < s->trees; tree++) if (new_node(s, -1, 0, 0, 0) < 0) goto failed;
  return s;
failed:
  search_close(s);
  return 0;
}
/* Hands a world over, and where it lists each choice; without a state it does not fit. 0: there is no room. */
SHOWN int32_t search_world(Search *s, int32_t number, const void *state, const int32_t *where) {
  World *world = s->world + number;
  world->asked = state ? FITS : REFUSED;
  if (!state) return 1;
  world->places = malloc(4 * (size_t)s->choices);
  void *own = malloc((size_t)s->game->state_bytes);
  if (!own || !world->places) {
    free(own);
    return 0;
  }
  s->game->empty(own);
  world->state = own;
  memcpy(world->places, where, 4 * (size_t)s->choices);
  return !s->game->copy(own, state);
}
/* Goes on for so many worlds at most; tells how it stands, the world that it wants, and how many are done. */
SHOWN int32_t search_run(Search *s, uint64_t *stream, int64_t most, int64_t *told) {
  int32_t status = FINE;
  int64_t done = 0;
  while (done < most && s->left && s->count < s->most_nodes) {
    uint64_t before = *stream, seed = next_of(stream);
    World *world = s->world + seed % (uint64_t)s->worlds;
    if (world->asked == NOT_ASKED) {
      *stream = before;
      told[0] = world - s->world;
      status = WANTS_WORLD;
      break;
    }
    if (world->asked == REFUSED) {
      s->refused++;
      if (++s->tried < s->tries) continue;
      status = NO_WORLDS;
      break;
    }
    s->tried = 0;
    uint64_t luck = mixed(seed + GAMMA);
    if (!(s->flat ? each_once : iterate)(s, world, luck, stream)) {
      status = IN_TROUBLE;
      break;
    }
    done++;
  }
  told[1] = done, told[2] = s->playouts, told[3] = s->refused, told[4] = s->left == 0 || s->count >= s->most_nodes;
  return status;
}
/* The largest lead that was met, the least and the most of what all share. */
SHOWN void search_met(const Search *s, double *met) {
  met[0] = s->worth.largest, met[1] = s->worth.least, met[2] = s->worth.most;
}
/* What came of each choice: how often it was taken, -1 if never, and the sum of its values. 0: there is no room. */
SHOWN int32_t search_found(Search *s, int64_t *times, double *totals) {
  const World *world = s->world;
  while (world < s->world + s->worlds && !world->state) world++;
  for (int32_t choice = 0; choice < s->choices; choice++) {
    times[choice] = s->times[choice], totals[choice] = s->totals[choice];
    if (s->flat) continue;
    times[choice] = -1;
    if (world == s->world + s->worlds) continue;
    int32_t words = key_of(&s->keys, world->state, world->places[choice]);
    if (!words) return 0;
    int32_t node = below_node(s, s->trees == 1 ? 0 : s->seat, words, 0);
    if (node >= 0) times[choice] = s->nodes[node].visits, totals[choice] = s->nodes[node].total;
  }
  return 1;
}
