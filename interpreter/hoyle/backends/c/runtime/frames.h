/* The stack of frames. */
/* Takes the top frame off: where its values begin. */
static inline const int32_t *popped(State *S) {
  S->head.frames.n -= S->head.frames.p[S->head.frames.n - 1] + 2;
  S->depth--;
  return S->head.frames.p + S->head.frames.n;
}
/* All frames but the lowest go, which is the match's own: how many words that one is. */
static int32_t lowest(State *S) {
  int32_t n = S->head.frames.n, low = n;
  while (n) low = n, n -= S->head.frames.p[n - 1] + 2;
  S->depth = low != 0;
  return low;
}
