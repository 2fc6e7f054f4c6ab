/* What a position is worth to each seat, step by step as in `bots/worth.py`: the same operations on the same numbers. */
enum { RANK, SCORE, TOGETHER };

typedef struct {
  const Game *game;
  Exec *run;
  int32_t players, aim, sign, rounds;
  const int32_t *team_of, *before;
  double cut, largest, least, most;
  int32_t *standing; /* who has won, ranks, scores */
  double *value;
} Worth;

static int32_t rivals_of(const Worth *w, int32_t seat) {
  int32_t n = 0;
  for (int32_t other = 0; other < w->players; other++) n += w->team_of[other] != w->team_of[seat];
  return n;
}
static void leads(Worth *w, const int32_t *scores, double width) {
  for (int32_t seat = 0; seat < w->players; seat++) {
    int64_t others = 0, own = w->sign * ((int64_t)scores[seat] - w->before[seat]);
    int32_t rivals = rivals_of(w, seat);
    for (int32_t other = 0; other < w->players; other++)
      if (w->team_of[other] != w->team_of[seat]) others += w->sign * ((int64_t)scores[other] - w->before[other]);
    w->value[seat] = rivals ? (double)own - (double)others / (double)rivals : 0.0;
  }
  for (int32_t seat = 0; seat < w->players; seat++) {
    double size = w->value[seat] < 0 ? -w->value[seat] : w->value[seat];
    if (size > w->largest) w->largest = size;
  }
  for (int32_t seat = 0; seat < w->players; seat++) w->value[seat] = 0.5 + width * w->value[seat] / (2 * w->largest);
}
static void shared(Worth *w, const int32_t *scores) {
  int64_t sum = 0;
  for (int32_t seat = 0; seat < w->players; seat++) sum += scores[seat];
  double mean = (double)(w->sign * sum) / (double)w->players;
  if (mean < w->least) w->least = mean;
  if (mean > w->most) w->most = mean;
  double width = w->most - w->least, value = width != 0 ? (mean - w->least) / width : 0.5;
  for (int32_t seat = 0; seat < w->players; seat++) w->value[seat] = value;
}
static void places(Worth *w, const int32_t *ranks) {
  for (int32_t seat = 0; seat < w->players; seat++) {
    int32_t better = 0, rivals = rivals_of(w, seat);
    for (int32_t other = 0; other < w->players; other++)
      if (w->team_of[other] != w->team_of[seat]) better += ranks[seat] < ranks[other] ? 2 : ranks[seat] == ranks[other];
    w->value[seat] = rivals ? (double)better / (double)(2 * rivals) : 0.5;
  }
}
/* Leaves the values in `value`; 0: the rules fail, or there is no room. */
static int find_worth(Worth *w, void *state) {
  const Head *head = state;
  int32_t *ranks = w->standing + w->players, *scores = ranks + w->players, rivals = 0;
  for (int32_t seat = 0; seat < w->players; seat++) rivals += rivals_of(w, seat);
  if (head->over || head->rounds != w->rounds ? w->game->result(state, w->run, w->standing) : w->game->scored(state, w->run, scores))
    return 0;
  if (w->aim == TOGETHER || !rivals) shared(w, scores);
  else if (!head->over) leads(w, scores, w->cut);
  else if (w->aim == SCORE) leads(w, scores, 1.0);
  else places(w, ranks);
  return 1;
}
