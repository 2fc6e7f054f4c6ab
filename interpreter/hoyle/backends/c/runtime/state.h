/* The state of one game, what a thread needs while it runs, and room for both to grow.
 *
 * The printed game has said before this how large everything is: NUMBERS, ZONES, PIECES, ZONE_WORDS, STRIDE,
 * HEAP (whether variables hold lists), MEMORIES, Piece (the type of a piece in a zone).
 */
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define INLINE inline __attribute__((always_inline))
#define RARE(test) __builtin_expect(!!(test), 0)
#define NONE ((N)-1073741823)
#define LARGEST 1000000000
#define WIDE (1LL << 40)

/* Words that a list, a stack or a list of choices may take, before a game goes on in Python. */
#ifndef MOST_WORDS
#define MOST_WORDS (1 << 24)
#endif
#ifndef FEW_CHOICES
#define FEW_CHOICES 40
#endif
#ifndef FEW_FRAMES
#define FEW_FRAMES 96
#endif
#define MOST_SPARE 1024 /* records of memories that wait for another use */
#ifndef FEW_LISTED
#define FEW_LISTED 64
#endif

typedef int64_t N;
typedef unsigned __int128 Wide; /* a bit set of two words */
typedef struct Record Record;
typedef struct Guide Guide; /* `story.h` */
typedef struct { int32_t n; int32_t *p; } L; /* so many items; of lists each has its length before it */

/* Choices with one pick, which is any of these bits; or one choice without picks. */
typedef struct { int32_t block, n; uint64_t low, high; } Span;

typedef struct {
  Head head;
  int32_t depth; /* frames on the stack */
#if SPANS
  int32_t spanned; /* so many spans are the choices, which are not written out */
  Span spans[SPANS];
#endif
#if HEAP
  Words heap; /* what variables hold that are lists: items, words, and these */
  int32_t live;
#endif
#if MEMORIES
  Record *memory[MEMORIES]; /* `memories.h` */
  int32_t hidden;
#endif
  PLANES /* bit sets beside variables */
  int32_t v[NUMBERS + 1];
  Piece zn[ZONES + 1];
  Piece za[ZONE_WORDS + 1];
  int32_t few_frames[FEW_FRAMES];
  int32_t few_choices[FEW_CHOICES * STRIDE];
#if HEAP
  int32_t few_listed[FEW_LISTED];
#endif
} State;

typedef struct Chunk { struct Chunk *next; int64_t size; int32_t words[]; } Chunk;
typedef struct Old { struct Old *next; int32_t *p; } Old;

struct Exec {
  jmp_buf trouble;
  int32_t *at, *end;
  Chunk *first, *chunk;
  int64_t allotted;
  int64_t fuel;
  int32_t jumps, ended, ready;
  int32_t compact; /* whether choices may be spans */
  Old *old; /* lists of variables that were moved while somebody may still look at them */
  State *opening;
  int32_t starts[PIECES + 1];
#if MEMORIES
  Record *spare; /* records for another use */
  int32_t spare_count;
#endif
  Guide *guide; /* what brings what a story wants; only in guided plans */
};

/* An empty list may lie nowhere; most are too short for a call to pay. */
static inline void put_words(int32_t *to, const int32_t *from, int64_t n) {
  if (n > 16) memcpy(to, from, 4 * (size_t)n);
  else for (int64_t i = 0; i < n; i++) to[i] = from[i];
}
static inline int equal_words(const int32_t *a, const int32_t *b, int64_t n) {
  while (n && *a == *b) a++, b++, n--;
  return !n;
}

static void trouble(State *S) __attribute__((noreturn, cold, noinline));
static void trouble(State *S) { longjmp(S->head.x->trouble, 1); }

/* ---------------------------------------------------------------- lists in the making */
static int32_t *more_words(State *S, int64_t n) __attribute__((cold, noinline));
static int32_t *more_words(State *S, int64_t n) {
  Exec *x = S->head.x;
  while (x->chunk && x->chunk->next) {
    x->chunk = x->chunk->next;
    if (x->chunk->size >= n) {
      x->at = x->chunk->words + n;
      x->end = x->chunk->words + x->chunk->size;
      return x->chunk->words;
    }
  }
  int64_t size = x->allotted > 4096 ? x->allotted : 4096;
  if (size < n) size = n;
  if (x->allotted + size > MOST_WORDS) {
    size = n;
    if (n > MOST_WORDS || x->allotted + n > MOST_WORDS) trouble(S);
  }
  Chunk *c = malloc(sizeof(Chunk) + 4 * (size_t)size);
  if (!c) trouble(S);
  c->next = 0;
  c->size = size;
  x->allotted += size;
  if (x->chunk) x->chunk->next = c; else x->first = c;
  x->chunk = c;
  x->at = c->words + n;
  x->end = c->words + size;
  return c->words;
}
static inline int32_t *words(State *S, int64_t n) {
  Exec *x = S->head.x;
  if (RARE(n > x->end - x->at)) return more_words(S, n);
  int32_t *p = x->at;
  x->at += n;
  return p;
}
static inline void forget_lists(Exec *x) {
  x->chunk = x->first;
  if (x->first) {
    x->at = x->first->words;
    x->end = x->first->words + x->first->size;
  }
  while (RARE(x->old != 0)) {
    Old *o = x->old;
    x->old = o->next;
    free(o->p);
    free(o);
  }
}

/* ---------------------------------------------------------------- what grows in a state */
static int32_t *grown(State *S, Words *w, int32_t *few, int64_t n) __attribute__((cold, noinline));
static int32_t *grown(State *S, Words *w, int32_t *few, int64_t n) {
  int64_t cap = 2 * (int64_t)w->cap;
  if (cap < w->n + n) cap = w->n + n;
  if (cap > MOST_WORDS) trouble(S);
  int32_t *p = malloc(4 * (size_t)cap);
  if (!p) trouble(S);
  put_words(p, w->p, w->n);
  if (w->p != few) free(w->p);
  w->p = p;
  w->cap = (int32_t)cap;
  return p + w->n;
}
/* Room for so many words on the stack of frames. */
static inline int32_t *frame(State *S, int64_t n) {
  if (RARE(S->head.frames.n + n > S->head.frames.cap)) return grown(S, &S->head.frames, S->few_frames, n);
  return S->head.frames.p + S->head.frames.n;
}
static inline void framed(State *S, int32_t *end, int32_t block) {
  int32_t *k = S->head.frames.p + S->head.frames.n;
  end[0] = block;
  end[1] = (int32_t)(end - k);
  S->head.frames.n += end[1] + 2;
  S->depth++;
}
static void more_choices(State *S) __attribute__((cold, noinline));
static void more_choices(State *S) {
  int64_t room = 2 * (int64_t)S->head.choices.cap;
  if (room * STRIDE > MOST_WORDS) trouble(S);
  int32_t *p = malloc(4 * (size_t)room * STRIDE);
  if (!p) trouble(S);
  memcpy(p, S->head.choices.p, 4 * (size_t)S->head.choices.n * STRIDE);
  if (S->head.choices.p != S->few_choices) free(S->head.choices.p);
  S->head.choices.p = p;
  S->head.choices.cap = (int32_t)room;
}
/* The record of one more choice. */
static inline int32_t *choice(State *S, int32_t block) {
  if (RARE(S->head.choices.n == S->head.choices.cap)) more_choices(S);
  int32_t *c = S->head.choices.p + (int64_t)STRIDE * S->head.choices.n++;
  c[0] = block;
  return c;
}

/* Where the next record goes while choices are listed, and where there is no more room. */
typedef struct { int32_t *at, *end; } Listing;
static inline void end_list(State *S, Listing l) {
  S->head.choices.n = (int32_t)((uint64_t)(l.at - S->head.choices.p) / STRIDE);
}
static inline Listing listing(State *S) {
  int32_t *p = S->head.choices.p;
  return (Listing){p + (int64_t)STRIDE * S->head.choices.n, p + (int64_t)STRIDE * S->head.choices.cap};
}
static inline Listing list_anew(State *S) {
#if SPANS
  S->spanned = 0;
#endif
  S->head.choices.n = S->head.picked.n = 0;
  return listing(S);
}
static Listing more_room(State *S, Listing l) __attribute__((cold, noinline));
static Listing more_room(State *S, Listing l) {
  end_list(S, l);
  more_choices(S);
  return listing(S);
}
/* One more record is to be written at `at`. */
#define CHOICE(block) do { if (RARE(written.at == written.end)) written = more_room(S, written); written.at[0] = block; } while (0)

/* ---------------------------------------------------------------- bit sets beside variables */
/* Which word is that of a value: none, each, any other. */
static inline N plane_of(N x, N values) { return x == NONE ? 0 : (uint64_t)x < (uint64_t)values ? x + 1 : values + 1; }
/* Sets of more than 64 places have two words, the lower one first. */
static INLINE void set_plane(uint64_t *plane, N values, N words, int32_t *v, N i, int32_t x) {
  N word = words > 1 ? i >> 6 : 0;
  plane[plane_of(v[i], values) * words + word] &= ~(1ull << (i & 63));
  v[i] = x;
  plane[plane_of(x, values) * words + word] |= 1ull << (i & 63);
}
static inline void find_plane(uint64_t *plane, N values, N words, const int32_t *v, N count) {
  memset(plane, 0, 8 * (size_t)((values + 2) * words));
  for (N i = 0; i < count; i++) plane[plane_of(v[i], values) * words + (i >> 6)] |= 1ull << (i & 63);
}
static INLINE Wide wide_at(const uint64_t *words) { return (Wide)words[1] << 64 | words[0]; }
static INLINE N lowest_wide(Wide x) {
  return (uint64_t)x ? __builtin_ctzll((uint64_t)x) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}
static INLINE int has_wide(Wide x, N i) { return (int)((i < 64 ? (uint64_t)x : (uint64_t)(x >> 64)) >> (i & 63) & 1); }
static void find_planes(State *S);
#ifdef __POPCNT__
static INLINE N bits_in(uint64_t x) { return __builtin_popcountll(x); }
#else
static inline N bits_in(uint64_t x) { /* without the instruction, which not every processor has */
  x -= x >> 1 & 0x5555555555555555ull;
  x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
  return (N)(x * 0x0101010101010101ull >> 56);
}
#endif
static inline N bits_in_wide(Wide x) { return bits_in((uint64_t)x) + bits_in((uint64_t)(x >> 64)); }
/* The first place of a row that stops, as a bit; the row goes up, or down. */
static inline uint64_t first_stop(uint64_t stops, int32_t up) {
  if (up || !stops) return stops & -stops;
  return 1ull << (63 - __builtin_clzll(stops));
}
/* How many places of a row come before that; all, if none stops. */
static inline N before_stop(uint64_t row, uint64_t stop, int32_t up) {
  if (!stop) return bits_in(row);
  return bits_in(up ? row & (stop - 1) : row & ~(stop | (stop - 1)));
}
static inline uint64_t some_stop(State *S, uint64_t stop) { if (RARE(!stop)) trouble(S); return stop; }

/* The bit before which there are so many. */
static INLINE N nth_bit(uint64_t x, N n) {
  const uint64_t ones = 0x0101010101010101ull, tops = 0x8080808080808080ull;
  uint64_t s = x - (x >> 1 & 0x5555555555555555ull);
  s = (s & 0x3333333333333333ull) + (s >> 2 & 0x3333333333333333ull);
  s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0full) * ones; /* bits up to each byte */
  N at = (N)((((((uint64_t)n * ones) | tops) - s) >> 7 & ones) * ones >> 56) * 8;
  n -= (N)(s << 8 >> at & 255);
  uint64_t b = x >> at;
  while (n--) b &= b - 1;
  return at + __builtin_ctzll(b);
}

/* ---------------------------------------------------------------- choices that are bit sets */
#if SPANS
static inline void list_spans(State *S) { S->spanned = S->head.choices.n = S->head.picked.n = 0; }
static INLINE void add_span(State *S, int32_t block, uint64_t low, uint64_t high) {
  int32_t n = (int32_t)(bits_in(low) + (high ? bits_in(high) : 0));
  if (!n) return;
  S->spans[S->spanned++] = (Span){block, n, low, high};
  S->head.choices.n += n;
}
static inline void write_choice(const Span *s, N i, int32_t *r) {
  r[0] = s->block;
  if (STRIDE == 1) return;
  N lower = s->high ? bits_in(s->low) : s->n;
  r[STRIDE > 1] = (int32_t)(i < lower ? nth_bit(s->low, i) : 64 + nth_bit(s->high, i - lower));
}
static void write_out(State *S) {
  int32_t count = S->spanned, n = 0;
  if (!count) return;
  S->spanned = 0;
  S->head.choices.n = 0;
  for (int32_t k = 0; k < count; k++)
    for (int32_t i = 0; i < S->spans[k].n; i++, n++) write_choice(S->spans + k, i, choice(S, 0));
}
#else
#define write_out(S) ((void)0)
#endif
static inline void no_choices(State *S) {
#if SPANS
  S->spanned = 0;
#endif
  S->head.choices.n = 0;
}
/* The record of a choice, until others are listed. */
static inline const int32_t *record_of(State *S, int32_t i) {
#if SPANS
  if (S->spanned) {
    const Span *s = S->spans;
    while (i >= s->n) i -= s++->n;
    write_choice(s, i, S->head.choices.p);
    return S->head.choices.p;
  }
#endif
  return S->head.choices.p + (int64_t)STRIDE * i;
}

/* ---------------------------------------------------------------- states as a whole */
static void empty(void *state) {
  State *S = state;
  memset(S, 0, offsetof(State, few_frames));
  S->head.seat = -1;
  S->head.frames = (Words){S->few_frames, 0, FEW_FRAMES};
  S->head.choices = (Words){S->few_choices, 0, FEW_CHOICES};
#if HEAP
  S->heap = (Words){S->few_listed, 2, FEW_LISTED};
  S->few_listed[0] = S->few_listed[1] = 0;
#endif
  find_planes(S);
}
#if MEMORIES
static void forget_by(Exec *x, State *S, int32_t m);
static void hold(Record *r);
#endif
/* `x`: who plays with it, and may use again what it gives up; 0: nobody does. */
static void cleared(State *S, Exec *x) {
#if MEMORIES
  for (int32_t m = 0; m < MEMORIES; m++) forget_by(x, S, m);
#endif
  if (S->head.frames.p != S->few_frames) free(S->head.frames.p);
  if (S->head.choices.p != S->few_choices) free(S->head.choices.p);
  if (S->head.picked.cap) free(S->head.picked.p);
#if HEAP
  if (S->heap.p != S->few_listed) free(S->heap.p);
#endif
  (void)x;
}
static void clear(void *state) { cleared(state, 0); }
static int copied(Words *to, const Words *from, int32_t *few, int32_t cap) {
  *to = (Words){few, from->n, cap};
  if (RARE(from->n > cap)) {
    if (!(to->p = malloc(4 * (size_t)from->n))) {
      *to = (Words){few, 0, cap};
      return 1;
    }
    to->cap = from->n;
  }
  put_words(to->p, from->p, from->n);
  return 0;
}
static int32_t copy(void *to, const void *from) {
  State *T = to;
  const State *S = from;
  memcpy(T, S, offsetof(State, few_frames));
  T->head.x = 0;
#if MEMORIES
  for (int32_t m = 0; m < MEMORIES; m++) hold(T->memory[m]);
#endif
  T->head.choices.p = T->few_choices;
  T->head.choices.cap = FEW_CHOICES;
  T->head.picked = (Words){0, 0, 0};
  int failed = copied(&T->head.frames, &S->head.frames, T->few_frames, FEW_FRAMES);
#if HEAP
  failed |= copied(&T->heap, &S->heap, T->few_listed, FEW_LISTED);
#endif
#if SPANS
  if (S->spanned) return failed;
#endif
  if (RARE(S->head.choices.n > FEW_CHOICES)) {
    int32_t *p = malloc(4 * (size_t)S->head.choices.n * STRIDE);
    if (p) T->head.choices.p = p, T->head.choices.cap = S->head.choices.n; else failed = 1, T->head.choices.n = 0;
  }
  put_words(T->head.choices.p, S->head.choices.p, (int64_t)T->head.choices.n * STRIDE);
  if (RARE(S->head.picked.n)) failed |= copied(&T->head.picked, &S->head.picked, 0, 0);
  return failed;
}
