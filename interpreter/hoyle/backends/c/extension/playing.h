/* Positions that play: choices that are taken, copies, ends, and words to keep them as. */
/* The index of a choice that is one of the position's now; -1: an error. */
static Py_ssize_t index_of(Position *p, PyObject *choice) {
  Py_ssize_t i;
  if (PyObject_TypeCheck(choice, choice_type) && p->plain == Py_None) {
    Choice *c = (Choice *)choice;
    Decision *d = c->decision;
    Head *head = HEAD(p);
    int32_t stride = d->stride;
    i = c->index;
    if (i < head->choices.n && !d->picked && !head->picked.n && p->lib->game->stride == stride &&
        !memcmp(d->words + i * stride, head->choices.p + i * stride, 4 * (size_t)stride))
      return i;
  } else if (PyLong_CheckExact(choice)) {
    i = PyLong_AsSsize_t(choice);
    if (i == -1 && PyErr_Occurred()) PyErr_Clear();
    Py_ssize_t n = choices_of(p);
    if (n < 0) return -1;
    if (i >= 0 && i < n) return i;
  }
  PyObject *found = PyObject_CallMethodObjArgs((PyObject *)p, word_index_of_choice, choice, NULL);
  if (!found) return -1;
  i = PyLong_AsSsize_t(found);
  Py_DECREF(found);
  return i;
}
static int noted(Position *p, Py_ssize_t i) { /* in the history */
  PyObject *index = PyLong_FromSsize_t(i);
  if (!index) return -1;
  PyObject *node = PyTuple_New(2);
  if (!node) {
    Py_DECREF(index);
    return -1;
  }
  PyTuple_SetItem(node, 0, p->history); /* which it takes over */
  PyTuple_SetItem(node, 1, index);
  PyObject_GC_UnTrack(node); /* nothing in it can lead back to it */
  p->history = node;
  return 0;
}
static PyObject *position_apply(PyObject *self, PyObject *choice) {
  Position *p = (Position *)self;
  Py_ssize_t i = index_of(p, choice);
  if (i < 0) return 0;
  forget_shown(p);
  if (p->plain == Py_None && !p->lib->game->step(p->block, p->lib->run, (int32_t)i)) {
    if (noted(p, i) < 0) return 0;
    Py_RETURN_NONE;
  }
  PyObject *index = PyLong_FromSsize_t(i);
  if (!index) return 0;
  PyObject *found = PyObject_CallMethodObjArgs(self, word_go_on, index, NULL);
  Py_DECREF(index);
  return found;
}
static PyObject *position_step(PyObject *self, PyObject *choice) {
  Position *p = (Position *)self;
  long i = PyLong_AsLong(choice);
  if (i == -1 && PyErr_Occurred()) return 0;
  return PyBool_FromLong(!p->lib->game->step(p->block, p->lib->run, (int32_t)i));
}
static PyObject *position_begin_at(PyObject *self, PyObject *rng) {
  Position *p = (Position *)self;
  unsigned long long stream = PyLong_AsUnsignedLongLong(rng);
  if (stream == (unsigned long long)-1 && PyErr_Occurred()) return 0;
  p->lib->game->clear(p->block);
  p->lib->game->empty(p->block);
  return PyBool_FromLong(!p->lib->game->begin(p->block, p->lib->run, stream));
}
static PyObject *position_copy(PyObject *self, PyObject *unused) {
  (void)unused;
  Position *p = (Position *)self;
  if (p->plain != Py_None) return PyObject_CallMethod(self, "copy_slowly", NULL);
  Position *q = new_position(Py_TYPE(self), p->lib);
  if (!q) return 0;
  PyObject **from[] = {&p->game, &p->build, &p->native, &p->start, &p->history, &p->recorder, &p->base, &p->plain, &p->plain};
  PyObject **to[] = {&q->game, &q->build, &q->native, &q->start, &q->history, &q->recorder, &q->base, &q->plain, &q->shown};
  for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
    Py_INCREF(*from[i]);
    *to[i] = *from[i];
  }
  if (p->lib->game->copy(q->block, p->block)) {
    Py_DECREF((PyObject *)q);
    return PyErr_NoMemory();
  }
  return (PyObject *)q;
}
static PyObject *position_assign(PyObject *self, PyObject *other) {
  Position *p = (Position *)self, *q = (Position *)other;
  if (!PyObject_TypeCheck(other, position_type) || q->lib != p->lib) {
    PyErr_SetString(PyExc_TypeError, "a position of the same game");
    return 0;
  }
  p->lib->game->clear(p->block);
  if (p->lib->game->copy(p->block, q->block)) {
    p->lib->game->clear(p->block);
    p->lib->game->empty(p->block);
    return PyErr_NoMemory();
  }
  Py_RETURN_NONE;
}
/* How several positions of one game end if all choices from there on are random: the words of each standing. Returns how
 * many it could play to the end, -1 for an error of Python; the stream is as it goes on from there. Others run meanwhile, so
 * that it plays copies. */
static Py_ssize_t endings(Position **of, Py_ssize_t count, uint64_t *stream, int64_t most, int64_t rounds, int32_t *standings) {
  Library *lib = of[0]->lib;
  const Game *game = lib->game;
  void *blocks[AT_ONCE];
  Py_ssize_t made = 0, done = 0;
  Exec *run = borrow(lib);
  int failed = !run;
  while (!failed && made < count) {
    void *block = block_for(lib);
    if (!block) {
      failed = 1;
      break;
    }
    blocks[made++] = block;
    if ((failed = game->copy(block, of[made - 1]->block))) PyErr_NoMemory();
  }
  if (!failed) {
    Py_BEGIN_ALLOW_THREADS
    for (; done < count; done++) {
      uint64_t before = *stream;
      if (game->playout(blocks[done], run, stream, most, rounds, 0) < 0 ||
          game->result(blocks[done], run, standings + done * 3 * game->players)) {
        *stream = before;
        break;
      }
    }
    Py_END_ALLOW_THREADS
  }
  while (made) {
    game->clear(blocks[--made]);
    give_back(lib, blocks[made]);
  }
  if (run) hand_back(lib, run);
  return failed ? -1 : done;
}
/* How it ends if all choices from here on are random: the stream as it goes on, and the standing; None means trouble. */
static PyObject *position_ending(PyObject *self, PyObject *args) {
  Position *p = (Position *)self;
  unsigned long long given;
  long long most, rounds;
  if (!PyArg_ParseTuple(args, "KLL:ending", &given, &most, &rounds)) return 0;
  uint64_t stream = given;
  int32_t n = 3 * p->lib->game->players, *standing = malloc(4 * (size_t)n);
  if (!standing) return PyErr_NoMemory();
  PyObject *found = 0;
  Py_ssize_t done = endings(&p, 1, &stream, most, rounds, standing);
  if (!done) {
    Py_INCREF(Py_None);
    found = Py_None;
  } else if (done > 0) {
    PyObject *words = words_of(standing, n);
    found = words ? Py_BuildValue("KN", (unsigned long long)stream, words) : 0;
  }
  free(standing);
  return found;
}
/* Plays on at random for a while: how many decisions were taken, the stream as it goes on, and the choice that Python must take,
 * -1 if there is none. */
static PyObject *position_random_steps(PyObject *self, PyObject *args) {
  Position *p = (Position *)self;
  unsigned long long given;
  long long most, rounds;
  if (!PyArg_ParseTuple(args, "KLL:random_steps", &given, &most, &rounds)) return 0;
  uint64_t stream = given;
  int32_t picks[AT_ONCE];
  forget_shown(p);
  int64_t done = p->lib->game->playout(p->block, p->lib->run, &stream, most < AT_ONCE ? most : AT_ONCE, rounds, picks);
  int64_t fine = done < 0 ? -1 - done : done;
  for (int64_t i = 0; i < fine; i++) if (noted(p, picks[i]) < 0) return 0;
  return Py_BuildValue("LKi", (long long)fine, (unsigned long long)stream, done < 0 ? (int)picks[fine] : -1);
}
static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}
/* A match of its own with another seed, from a state that has not begun, or is a first position that chance has no part in;
 * None means trouble. */
static PyObject *position_started(PyObject *self, PyObject *seed) {
  Position *p = (Position *)self;
  unsigned long long number = PyLong_AsUnsignedLongLong(seed);
  if (number == (unsigned long long)-1 && PyErr_Occurred()) return 0;
  uint64_t rng = mix(number);
  Position *q = new_position(Py_TYPE(self), p->lib);
  if (!q) return 0;
  PyObject **from[] = {&p->game, &p->build, &p->native};
  PyObject **to[] = {&q->game, &q->build, &q->native};
  PyObject **none[] = {&q->history, &q->recorder, &q->base, &q->plain, &q->shown};
  for (size_t i = 0; i < sizeof to / sizeof *to; i++) Py_INCREF(*from[i]), *to[i] = *from[i];
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) Py_INCREF(Py_None), *none[i] = Py_None;
  const Game *game = p->lib->game;
  int32_t failed;
  if (HEAD(p)->choices.n) {
    failed = game->copy(q->block, p->block);
    HEAD(q)->rng = rng;
  } else {
    game->empty(q->block);
    failed = game->begin(q->block, p->lib->run, rng);
  }
  q->start = PyDict_New();
  PyObject *stream = PyLong_FromUnsignedLongLong(rng);
  if (!q->start || !stream || PyDict_SetItem(q->start, word_seed, seed) < 0 || PyDict_SetItem(q->start, word_rng, stream) < 0) {
    Py_XDECREF(stream);
    Py_DECREF((PyObject *)q);
    return 0;
  }
  Py_DECREF(stream);
  if (failed) {
    Py_DECREF((PyObject *)q);
    Py_RETURN_NONE;
  }
  return (PyObject *)q;
}
static PyObject *position_standing(PyObject *self, PyObject *unused) {
  (void)unused;
  Position *p = (Position *)self;
  Py_ssize_t n = 3 * (Py_ssize_t)p->lib->game->players;
  int32_t *found = malloc(4 * (size_t)n);
  if (!found) return PyErr_NoMemory();
  PyObject *words = 0;
  if (p->lib->game->result(p->block, p->lib->run, found)) {
    Py_INCREF(Py_None);
    words = Py_None;
  } else {
    words = words_of(found, n);
  }
  free(found);
  return words;
}
static PyObject *position_save(PyObject *self, PyObject *unused) {
  (void)unused;
  Position *p = (Position *)self;
  int64_t n = p->lib->game->save(p->block, 0, 0);
  PyObject *bytes = PyBytes_FromStringAndSize(0, (Py_ssize_t)n * 4);
  if (bytes) p->lib->game->save(p->block, (int32_t *)(void *)PyBytes_AsString(bytes), n);
  return bytes;
}
static PyObject *position_load(PyObject *self, PyObject *bytes) {
  Position *p = (Position *)self;
  char *words;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(bytes, &words, &size) < 0) return 0;
  p->lib->game->clear(p->block);
  p->lib->game->empty(p->block);
  return PyBool_FromLong(!p->lib->game->load(p->block, (const int32_t *)(const void *)words, size / 4));
}
