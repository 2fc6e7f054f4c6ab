/* The shedding game of shedding.py, as one would write it in C: a card is 13 times its colour and its kind. */

#define PLAYERS 4
#define HAND_SIZE 7
#define KINDS 13
#define TEN 10
#define SKIP 11
#define DRAW_TWO 12
#define CARDS 112

typedef struct {
  uint64_t luck; /* of the cards */
  int deck_size, discard_size;
  int sizes[PLAYERS];
  uint8_t deck[CARDS], discard[CARDS]; /* the last one on top */
  uint8_t hands[PLAYERS][CARDS];
} Table;

static void shuffle(Table *t) {
  for (int i = t->deck_size - 1; i > 0; i--) {
    uint32_t j = below(&t->luck, (uint32_t)i + 1);
    uint8_t card = t->deck[i];
    t->deck[i] = t->deck[j];
    t->deck[j] = card;
  }
}

static void draw(Table *t, int seat, int count) {
  while (count--) {
    if (!t->deck_size) {
      t->deck_size = t->discard_size - 1;
      if (!t->deck_size) return;
      memcpy(t->deck, t->discard, (size_t)t->deck_size);
      t->discard[0] = t->discard[t->deck_size];
      t->discard_size = 1;
      shuffle(t);
    }
    t->hands[seat][t->sizes[seat]++] = t->deck[--t->deck_size];
  }
}

/* The places in a hand of the different cards that fit; returns how many there are. */
static int list_fitting(const Table *t, int seat, const uint8_t kind_of[], const uint8_t colour_of[], uint8_t places[]) {
  uint8_t top = t->discard[t->discard_size - 1];
  uint64_t seen = 0;
  int count = 0;
  for (int i = 0; i < t->sizes[seat]; i++) {
    uint8_t card = t->hands[seat][i];
    if (colour_of[card] != colour_of[top] && kind_of[card] != kind_of[top]) continue;
    if (seen >> card & 1) continue;
    seen |= 1ull << card;
    places[count++] = (uint8_t)i;
  }
  return count;
}

/* Plays the games of a run from one number to another; `wins` gets those of each seat. */
SHOWN int64_t play(uint64_t seed, int64_t from, int64_t to, int64_t wins[PLAYERS]) {
  uint8_t all[CARDS], kind_of[4 * KINDS], colour_of[4 * KINDS];
  int made = 0;
  for (int card = 0; card < 4 * KINDS; card++) {
    kind_of[card] = (uint8_t)(card % KINDS);
    colour_of[card] = (uint8_t)(card / KINDS);
    for (int copies = 2; copies; copies--) all[made++] = (uint8_t)card;
  }
  for (int colour = 0; colour < 4; colour++)
    for (int copies = 2; copies; copies--) all[made++] = (uint8_t)(colour * KINDS + TEN);

  int64_t decisions = 0;
  for (int64_t game = from; game < to; game++) {
    uint64_t own = derive(seed, (uint64_t)game);
    uint64_t luck[PLAYERS];
    for (uint64_t i = 0; i < PLAYERS; i++) luck[i] = mix(derive(own, FIRST_SEAT + i));
    Table t;
    t.luck = mix(own);
    memcpy(t.deck, all, CARDS);
    t.deck_size = CARDS;
    shuffle(&t);
    for (int i = 0; i < PLAYERS; i++) t.sizes[i] = 0;
    t.discard_size = 0;
    for (int card = 0; card < HAND_SIZE; card++)
      for (int i = 0; i < PLAYERS; i++) draw(&t, i, 1);
    t.discard[t.discard_size++] = t.deck[--t.deck_size];

    for (int seat = 0;;) {
      uint8_t places[CARDS];
      int count = list_fitting(&t, seat, kind_of, colour_of, places);
      if (!count) {
        draw(&t, seat, 1);
        seat = (seat + 1) % PLAYERS;
        continue;
      }
      int place = places[below(&luck[seat], (uint32_t)count)];
      uint8_t *hand = t.hands[seat], card = hand[place];
      int left = --t.sizes[seat];
      memmove(hand + place, hand + place + 1, (size_t)(left - place));
      t.discard[t.discard_size++] = card;
      decisions++;
      if (!left) {
        wins[seat]++;
        break;
      }
      seat = (seat + 1) % PLAYERS;
      if (kind_of[card] == DRAW_TWO) draw(&t, seat, 2);
      if (kind_of[card] >= SKIP) seat = (seat + 1) % PLAYERS;
    }
  }
  return decisions;
}
