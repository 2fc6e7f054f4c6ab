/* hoyle._native: compiled games for Python, by the limited API, so that one build serves all versions from 3.11 on.
 *
 * Library loads a game. Position is a state of it with what play keeps beside it; Decision and Choice are what it waits
 * for, as they were when somebody asked. `hoyle.play.native` inherits from these, and does whatever is rare. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <structmember.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "../runtime/game.h"

#define MOST_SPARE 256 /* blocks of memory, and contexts, that wait for another use */
#define AT_ONCE 64     /* positions that are played to their ends, or steps that are taken, before somebody may interrupt */

static PyTypeObject *library_type, *position_type, *decision_type, *choice_type;
static PyObject *word_index_of_choice, *word_go_on, *word_no_decision, *word_over, *word_seat, *word_rounds,
    *word_decisions, *word_rng, *word_seed, *word_c, *word_decision_class, *word_choice_class, *word_decision;

/* ---------------------------------------------------------------- libraries */
typedef struct {
  PyObject_HEAD
  const Game *game;
  void *handle;
  Exec *run; /* for what is done while no other thread of Python can be */
  int spare, idle;
  void *blocks[MOST_SPARE]; /* of states */
  Exec *execs[MOST_SPARE];  /* for what is done while others run */
} Library;

static void *block_for(Library *lib) {
  void *block = lib->spare ? lib->blocks[--lib->spare] : malloc((size_t)lib->game->state_bytes);
  if (!block) PyErr_NoMemory();
  return block;
}
static void give_back(Library *lib, void *block) {
  if (lib->spare < MOST_SPARE) lib->blocks[lib->spare++] = block; else free(block);
}
static Exec *borrow(Library *lib) {
  Exec *run = lib->idle ? lib->execs[--lib->idle] : lib->game->open();
  if (!run) PyErr_NoMemory();
  return run;
}
static void hand_back(Library *lib, Exec *run) {
  if (lib->idle < MOST_SPARE) lib->execs[lib->idle++] = run; else lib->game->close(run);
}
static void library_dealloc(PyObject *self) {
  Library *lib = (Library *)self;
  PyTypeObject *type = Py_TYPE(self);
  while (lib->spare) free(lib->blocks[--lib->spare]);
  while (lib->idle) lib->game->close(lib->execs[--lib->idle]);
  if (lib->run) lib->game->close(lib->run);
  /* The object stays loaded: a thread may still be on its way out of it. */
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}
static PyObject *library_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  PyObject *path, *bytes = 0;
  (void)kwargs;
  if (!PyArg_ParseTuple(args, "O:Library", &path)) return 0;
  const Game *game = 0;
  void *handle = 0;
#ifdef _WIN32
  if (!PyUnicode_FSDecoder(path, &bytes)) return 0;
  wchar_t *wide = PyUnicode_AsWideCharString(bytes, 0);
  Py_DECREF(bytes);
  if (!wide) return 0;
  HMODULE module = LoadLibraryExW(wide, 0, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
  PyMem_Free(wide);
  if (module) game = (const Game *)(void *)GetProcAddress(module, "hoyle_game");
  handle = module;
  if (!game) return PyErr_Format(PyExc_OSError, "%S is no compiled game", path);
#else
  if (!PyUnicode_FSConverter(path, &bytes)) return 0;
  handle = dlopen(PyBytes_AsString(bytes), RTLD_NOW | RTLD_LOCAL);
  Py_DECREF(bytes);
  if (handle) game = dlsym(handle, "hoyle_game");
  if (!game) return PyErr_Format(PyExc_OSError, "%S is no compiled game: %s", path, dlerror());
#endif
  if (game->abi != HOYLE_ABI)
    return PyErr_Format(PyExc_OSError, "%S is of version %d, not %d", path, (int)game->abi, HOYLE_ABI);
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  Library *lib = (Library *)alloc(type, 0);
  if (!lib) return 0;
  lib->game = game;
  lib->handle = handle;
  lib->run = game->open();
  if (!lib->run) {
    Py_DECREF(lib);
    return PyErr_NoMemory();
  }
  return (PyObject *)lib;
}
static PyObject *library_players(PyObject *self, void *x) { (void)x; return PyLong_FromLong(((Library *)self)->game->players); }
static PyObject *library_stride(PyObject *self, void *x) { (void)x; return PyLong_FromLong(((Library *)self)->game->stride); }
static PyObject *library_pointer(PyObject *self, void *x) { (void)x; return PyLong_FromVoidPtr((void *)((Library *)self)->game); }
static PyObject *library_teams(PyObject *self, void *x) { (void)x; return PyLong_FromLong(((Library *)self)->game->teams); }

/* Tally and rows come as bytearrays, and are written back when all is played: others may look at them meanwhile. */
static PyObject *library_play(PyObject *self, PyObject *args) {
  Library *lib = (Library *)self;
  const Game *game = lib->game;
  unsigned long long seed;
  long long first, last, most, actions;
  const char *bots, *action_of;
  Py_ssize_t players, blocks;
  PyObject *tally, *table;
  if (!PyArg_ParseTuple(args, "KLLLy#O!y#LO!:play", &seed, &first, &last, &most, &bots, &players, &PyByteArray_Type, &tally,
                        &action_of, &blocks, &actions, &PyByteArray_Type, &table)) return 0;
  size_t room = 8 * (size_t)(12 + game->players * (3 + game->players) + game->teams * game->teams);
  size_t rooms = (size_t)PyByteArray_Size(table), row = 8 * (size_t)(5 + 3 * game->players + actions);
  if (players != game->players || (size_t)PyByteArray_Size(tally) != room || actions < 0 ||
      (rooms && (last < first || rooms / row < (unsigned long long)(last - first)))) {
    PyErr_SetString(PyExc_ValueError, "a bot for each seat, and a tally and rows of the right size");
    return 0;
  }
  int64_t *counts = malloc(room), *rows = rooms ? malloc(rooms) : 0;
  void *block = block_for(lib);
  Exec *run = block ? borrow(lib) : 0;
  if (!counts || (rooms && !rows) || !run) {
    free(counts);
    free(rows);
    if (block) give_back(lib, block);
    return PyErr_NoMemory();
  }
  int64_t done;
  Rows wanted = {rows, (const int32_t *)(const void *)action_of, actions};
  memcpy(counts, PyByteArray_AsString(tally), room);
  Py_BEGIN_ALLOW_THREADS
  game->empty(block);
  done = game->play(block, run, seed, first, last, most, (const uint8_t *)bots, counts, &wanted);
  game->clear(block);
  Py_END_ALLOW_THREADS
  if ((size_t)PyByteArray_Size(tally) == room) memcpy(PyByteArray_AsString(tally), counts, room);
  if (rooms && (size_t)PyByteArray_Size(table) == rooms) memcpy(PyByteArray_AsString(table), rows, rooms);
  free(counts);
  free(rows);
  hand_back(lib, run);
  give_back(lib, block);
  return PyLong_FromLongLong(done);
}

/* ---------------------------------------------------------------- positions */
typedef struct {
  PyObject_HEAD
  Library *lib;
  void *block;
  PyObject *game, *build, *native, *start, *history, *recorder, *base, *plain, *shown;
} Position;
#define HEAD(position) ((Head *)(position)->block)

static Position *new_position(PyTypeObject *type, Library *lib) {
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  void *block = block_for(lib);
  if (!block) return 0;
  Position *p = (Position *)alloc(type, 0);
  if (!p) {
    give_back(lib, block);
    return 0;
  }
  Py_INCREF((PyObject *)lib);
  p->lib = lib;
  p->block = block;
  return p;
}
static PyObject *position_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  PyObject *lib;
  (void)kwargs;
  if (!PyArg_ParseTuple(args, "O!:Position", library_type, &lib)) return 0;
  Position *p = new_position(type, (Library *)lib);
  if (!p) return 0;
  p->lib->game->empty(p->block);
  PyObject **objects[] = {&p->game, &p->build, &p->native, &p->start, &p->history, &p->recorder, &p->base, &p->plain, &p->shown};
  for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
    Py_INCREF(Py_None);
    *objects[i] = Py_None;
  }
  return (PyObject *)p;
}
static void position_dealloc(PyObject *self) {
  Position *p = (Position *)self;
  PyTypeObject *type = Py_TYPE(self);
  if (p->block) {
    p->lib->game->clear(p->block);
    give_back(p->lib, p->block);
  }
  Py_XDECREF(p->game), Py_XDECREF(p->build), Py_XDECREF(p->native), Py_XDECREF(p->start), Py_XDECREF(p->history);
  Py_XDECREF(p->recorder), Py_XDECREF(p->base), Py_XDECREF(p->plain), Py_XDECREF(p->shown);
  Py_XDECREF((PyObject *)p->lib);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}
static void replace(PyObject **at, PyObject *with) {
  PyObject *before = *at;
  *at = with;
  Py_XDECREF(before);
}
/* How it looks in Python is another matter from here on. */
static void forget_shown(Position *p) {
  if (p->shown == Py_None) return;
  Py_INCREF(Py_None);
  replace(&p->shown, Py_None);
}
/* What goes on in Python is asked there. */
#define ASKED(p, word) if ((p)->plain != Py_None) return PyObject_GetAttr((p)->plain, word)

static PyObject *position_over(PyObject *self, void *x) {
  (void)x;
  ASKED((Position *)self, word_over);
  return PyBool_FromLong(HEAD((Position *)self)->over);
}
static PyObject *position_seat(PyObject *self, void *x) {
  (void)x;
  ASKED((Position *)self, word_seat);
  return PyLong_FromLong(HEAD((Position *)self)->seat);
}
static PyObject *position_rounds(PyObject *self, void *x) {
  (void)x;
  ASKED((Position *)self, word_rounds);
  return PyLong_FromLong(HEAD((Position *)self)->rounds);
}
static PyObject *position_decisions(PyObject *self, void *x) {
  (void)x;
  ASKED((Position *)self, word_decisions);
  return PyLong_FromLong(HEAD((Position *)self)->decisions);
}
static PyObject *position_pointer(PyObject *self, void *x) { (void)x; return PyLong_FromVoidPtr(((Position *)self)->block); }
static PyObject *position_rng(PyObject *self, void *x) {
  (void)x;
  ASKED((Position *)self, word_rng);
  return PyLong_FromUnsignedLongLong(HEAD((Position *)self)->rng);
}
static int position_set_rng(PyObject *self, PyObject *value, void *x) {
  (void)x;
  Position *p = (Position *)self;
  forget_shown(p);
  if (p->plain != Py_None) return PyObject_SetAttr(p->plain, word_rng, value);
  unsigned long long rng = value ? PyLong_AsUnsignedLongLong(value) : 0;
  if (PyErr_Occurred()) return -1;
  HEAD(p)->rng = rng;
  return 0;
}
static Py_ssize_t choices_of(Position *p) { /* -1: an error */
  if (p->plain == Py_None) return HEAD(p)->choices.n;
  PyObject *choices = PyObject_GetAttr(p->plain, word_c);
  if (!choices) return -1;
  Py_ssize_t n = PyObject_Size(choices);
  Py_DECREF(choices);
  return n;
}
static PyObject *position_count(PyObject *self, void *x) {
  (void)x;
  Py_ssize_t n = choices_of((Position *)self);
  return n < 0 ? 0 : PyLong_FromSsize_t(n);
}

/* ---------------------------------------------------------------- decisions and choices */
typedef struct {
  PyObject_VAR_HEAD
  PyObject *state;
  int32_t seat, count, stride, frame, picked; /* words: so many choices, then of the frame, then lists among picks */
  int32_t words[1];
} Decision;
typedef struct {
  PyObject_HEAD
  Decision *decision;
  int32_t index;
} Choice;

static PyObject *class_of(PyObject *self, PyObject *word) { /* what play makes of it */
  return PyObject_GetAttr((PyObject *)Py_TYPE(self), word);
}
static PyTypeObject *decision_class, *choice_class; /* the last that were asked for */

static PyObject *position_decision(PyObject *self, void *x) {
  (void)x;
  Position *p = (Position *)self;
  ASKED(p, word_decision);
  Head *head = HEAD(p);
  if (head->over) return PyObject_CallMethodObjArgs(self, word_no_decision, NULL);
  int32_t stride = p->lib->game->stride, n = head->choices.n, picked = head->picked.n;
  int32_t frame = head->frames.n ? head->frames.p[head->frames.n - 1] + 2 : 0;
  if (!decision_class) {
    decision_class = (PyTypeObject *)class_of(self, word_decision_class);
    if (!decision_class) return 0;
  }
  allocfunc alloc = (allocfunc)PyType_GetSlot(decision_class, Py_tp_alloc);
  Decision *d = (Decision *)alloc(decision_class, (Py_ssize_t)n * stride + frame + picked);
  if (!d) return 0;
  Py_INCREF(self);
  d->state = self;
  d->seat = head->seat;
  d->count = n;
  d->stride = stride;
  d->frame = frame;
  d->picked = picked;
  memcpy(d->words, head->choices.p, 4 * (size_t)n * (size_t)stride);
  memcpy(d->words + (size_t)n * stride, head->frames.p + head->frames.n - frame, 4 * (size_t)frame);
  if (picked) memcpy(d->words + (size_t)n * stride + frame, head->picked.p, 4 * (size_t)picked);
  return (PyObject *)d;
}
static void decision_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  Py_XDECREF(((Decision *)self)->state);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}
static Py_ssize_t decision_length(PyObject *self) { return ((Decision *)self)->count; }
static PyObject *choice_at(Decision *d, Py_ssize_t i) {
  if (i < 0 || i >= d->count) {
    PyErr_SetString(PyExc_IndexError, "there are not so many choices");
    return 0;
  }
  if (!choice_class) {
    choice_class = (PyTypeObject *)class_of(d->state, word_choice_class);
    if (!choice_class) return 0;
  }
  allocfunc alloc = (allocfunc)PyType_GetSlot(choice_class, Py_tp_alloc);
  Choice *c = (Choice *)alloc(choice_class, 0);
  if (!c) return 0;
  Py_INCREF((PyObject *)d);
  c->decision = d;
  c->index = (int32_t)i;
  return (PyObject *)c;
}
static PyObject *decision_item(PyObject *self, Py_ssize_t i) { return choice_at((Decision *)self, i); }
static PyObject *decision_subscript(PyObject *self, PyObject *key) {
  Decision *d = (Decision *)self;
  if (PyIndex_Check(key)) {
    Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) return 0;
    return choice_at(d, i < 0 ? i + d->count : i);
  }
  if (!PySlice_Check(key)) {
    PyErr_SetString(PyExc_TypeError, "choices are asked for by index or slice");
    return 0;
  }
  Py_ssize_t start, stop, step;
  if (PySlice_Unpack(key, &start, &stop, &step) < 0) return 0;
  Py_ssize_t n = PySlice_AdjustIndices(d->count, &start, &stop, step);
  PyObject *found = PyList_New(n);
  for (Py_ssize_t i = 0; found && i < n; i++) {
    PyObject *c = choice_at(d, start + i * step);
    if (!c || PyList_SetItem(found, i, c) < 0) {
      Py_DECREF(found);
      return 0;
    }
  }
  return found;
}
static PyObject *decision_seat(PyObject *self, void *x) { (void)x; return PyLong_FromLong(((Decision *)self)->seat); }
static PyObject *decision_choices(PyObject *self, void *x) { (void)x; Py_INCREF(self); return self; }
static PyObject *decision_state(PyObject *self, void *x) {
  (void)x;
  PyObject *state = ((Decision *)self)->state;
  Py_INCREF(state);
  return state;
}
static PyObject *words_of(const int32_t *from, Py_ssize_t n) {
  PyObject *found = PyList_New(n);
  for (Py_ssize_t i = 0; found && i < n; i++) {
    PyObject *word = PyLong_FromLong(from[i]);
    if (!word || PyList_SetItem(found, i, word) < 0) {
      Py_DECREF(found);
      return 0;
    }
  }
  return found;
}
/* The frame that waits: values, block, length. */
static PyObject *decision_frame_words(PyObject *self, void *x) {
  (void)x;
  Decision *d = (Decision *)self;
  return words_of(d->words + (Py_ssize_t)d->count * d->stride, d->frame);
}
static PyObject *decision_picked_words(PyObject *self, void *x) {
  (void)x;
  Decision *d = (Decision *)self;
  return words_of(d->words + (Py_ssize_t)d->count * d->stride + d->frame, d->picked);
}
static void choice_dealloc(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  Py_XDECREF((PyObject *)((Choice *)self)->decision);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}
static PyObject *choice_decision(PyObject *self, void *x) {
  (void)x;
  PyObject *d = (PyObject *)((Choice *)self)->decision;
  Py_INCREF(d);
  return d;
}
static PyObject *choice_words(PyObject *self, void *x) {
  (void)x;
  Choice *c = (Choice *)self;
  return words_of(c->decision->words + (Py_ssize_t)c->index * c->decision->stride, c->decision->stride);
}

/* ---------------------------------------------------------------- playing */
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

/* ---------------------------------------------------------------- many at once */
/* Takes a choice in each of many states, by index; how many choices each has then. */
static PyObject *step_many(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *states, *choices;
  if (!PyArg_ParseTuple(args, "O!O:step_many", &PyList_Type, &states, &choices)) return 0;
  PyObject *indices = PySequence_List(choices);
  if (!indices) return 0;
  Py_ssize_t n = PyList_Size(states);
  PyObject *found = 0;
  if (PyList_Size(indices) != n) {
    PyErr_SetString(PyExc_ValueError, "a choice for each state");
    goto done;
  }
  found = PyList_New(n);
  for (Py_ssize_t i = 0; found && i < n; i++) {
    PyObject *state = PyList_GetItem(states, i); /* borrowed, as the next one */
    PyObject *took = 0, *count = 0;
    if (state && PyObject_TypeCheck(state, position_type)) took = position_apply(state, PyList_GetItem(indices, i));
    else PyErr_SetString(PyExc_TypeError, "states in machine code");
    if (took) {
      Py_DECREF(took);
      Py_ssize_t left = choices_of((Position *)state);
      count = left < 0 ? 0 : PyLong_FromSsize_t(left);
    }
    if (!count || PyList_SetItem(found, i, count) < 0) {
      Py_DECREF(found);
      found = 0;
    }
  }
done:
  Py_DECREF(indices);
  return found;
}

/* How many states end, from one on, up to the first that Python must play: the stream as it goes on, and the standings. */
static PyObject *end_many(PyObject *module, PyObject *args) {
  (void)module;
  PyObject *states;
  Py_ssize_t first;
  unsigned long long given;
  long long most, rounds;
  if (!PyArg_ParseTuple(args, "O!nKLL:end_many", &PyTuple_Type, &states, &first, &given, &most, &rounds)) return 0;
  uint64_t stream = given;
  Py_ssize_t n = PyTuple_Size(states);
  PyObject *found = PyList_New(0);
  while (found && first < n) {
    Position *of[AT_ONCE];
    Py_ssize_t count = 0;
    for (; count < AT_ONCE && first + count < n; count++) {
      PyObject *state = PyTuple_GetItem(states, first + count); /* borrowed; the tuple keeps it */
      if (!PyObject_TypeCheck(state, position_type)) break;
      of[count] = (Position *)state;
      if (of[count]->plain != Py_None || of[count]->lib != of[0]->lib) break;
    }
    if (!count) break;
    int32_t width = 3 * of[0]->lib->game->players, *standings = malloc(4 * (size_t)(width * count));
    Py_ssize_t done = standings ? endings(of, count, &stream, most, rounds, standings) : (PyErr_NoMemory(), -1);
    int failed = done < 0 || PyErr_CheckSignals() < 0;
    for (Py_ssize_t i = 0; !failed && i < done; i++) {
      PyObject *words = words_of(standings + i * width, width);
      failed = !words || PyList_Append(found, words) < 0;
      Py_XDECREF(words);
    }
    free(standings);
    if (failed) {
      Py_DECREF(found);
      return 0;
    }
    first += done;
    if (done < count) break;
  }
  return found ? Py_BuildValue("KN", (unsigned long long)stream, found) : 0;
}

/* ---------------------------------------------------------------- the types */
#define OBJECT(name) {#name, T_OBJECT, offsetof(Position, name), 0, 0}
static PyMemberDef position_members[] = {
  OBJECT(game), OBJECT(build), OBJECT(native), OBJECT(start), OBJECT(history), OBJECT(recorder), OBJECT(base), OBJECT(plain),
  OBJECT(shown), {"library", T_OBJECT, offsetof(Position, lib), READONLY, 0}, {0}};
static PyGetSetDef position_getset[] = {
  {"over", position_over, 0, 0, 0}, {"seat", position_seat, 0, 0, 0}, {"rounds", position_rounds, 0, 0, 0},
  {"decisions", position_decisions, 0, 0, 0}, {"count", position_count, 0, 0, 0}, {"rng", position_rng, position_set_rng, 0, 0},
  {"decision", position_decision, 0, "What the game waits for.", 0}, {"pointer", position_pointer, 0, 0, 0}, {0}};
static PyMethodDef position_methods[] = {
  {"apply", position_apply, METH_O, "Takes a choice: one of `decision.choices`, its index, or its label."},
  {"copy", position_copy, METH_NOARGS, "An independent state that goes on alike."},
  {"step", position_step, METH_O, 0}, {"begin_at", position_begin_at, METH_O, 0}, {"assign", position_assign, METH_O, 0},
  {"ending", position_ending, METH_VARARGS, 0}, {"random_steps", position_random_steps, METH_VARARGS, 0}, {"started", position_started, METH_O, 0}, {"standing", position_standing, METH_NOARGS, 0},
  {"save", position_save, METH_NOARGS, 0}, {"load", position_load, METH_O, 0}, {0}};
static PyType_Slot position_slots[] = {
  {Py_tp_new, position_new}, {Py_tp_dealloc, position_dealloc}, {Py_tp_members, position_members},
  {Py_tp_getset, position_getset}, {Py_tp_methods, position_methods}, {0, 0}};
static PyType_Spec position_spec = {"hoyle._native.Position", sizeof(Position), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, position_slots};

static PyGetSetDef decision_getset[] = {
  {"seat", decision_seat, 0, 0, 0}, {"choices", decision_choices, 0, "The choices: the decision itself.", 0},
  {"_state", decision_state, 0, 0, 0}, {"frame_words", decision_frame_words, 0, 0, 0},
  {"picked_words", decision_picked_words, 0, 0, 0}, {0}};
static PyType_Slot decision_slots[] = {
  {Py_tp_dealloc, decision_dealloc}, {Py_tp_getset, decision_getset}, {Py_sq_length, decision_length},
  {Py_sq_item, decision_item}, {Py_mp_length, decision_length}, {Py_mp_subscript, decision_subscript}, {0, 0}};
static PyType_Spec decision_spec = {"hoyle._native.Decision", offsetof(Decision, words), 4,
  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, decision_slots};

static PyMemberDef choice_members[] = {{"index", T_INT, offsetof(Choice, index), READONLY, 0}, {0}};
static PyGetSetDef choice_getset[] = {{"_decision", choice_decision, 0, 0, 0}, {"words", choice_words, 0, 0, 0}, {0}};
static PyType_Slot choice_slots[] = {
  {Py_tp_dealloc, choice_dealloc}, {Py_tp_members, choice_members}, {Py_tp_getset, choice_getset}, {0, 0}};
static PyType_Spec choice_spec = {"hoyle._native.Choice", sizeof(Choice), 0,
  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, choice_slots};

static PyGetSetDef library_getset[] = {
  {"players", library_players, 0, 0, 0}, {"stride", library_stride, 0, 0, 0}, {"teams", library_teams, 0, 0, 0},
  {"pointer", library_pointer, 0, 0, 0}, {0}};
static PyMethodDef library_methods[] = {
  {"play", library_play, METH_VARARGS, "Plays games of a batch, adds to a tally and writes rows; other threads run meanwhile."}, {0}};
static PyType_Slot library_slots[] = {
  {Py_tp_new, library_new}, {Py_tp_dealloc, library_dealloc}, {Py_tp_getset, library_getset}, {Py_tp_methods, library_methods}, {0, 0}};
static PyType_Spec library_spec = {"hoyle._native.Library", sizeof(Library), 0, Py_TPFLAGS_DEFAULT, library_slots};

static PyMethodDef module_methods[] = {
  {"step_many", step_many, METH_VARARGS, "Takes a choice in each of many states; how many choices each has then."},
  {"end_many", end_many, METH_VARARGS, "How many states end, from one on, if all choices are random; other threads run meanwhile."}, {0}};
static struct PyModuleDef module_def = {PyModuleDef_HEAD_INIT, "hoyle._native", "Compiled games.", -1, module_methods, 0, 0, 0, 0};

static int add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **into) {
  PyObject *type = PyType_FromSpec(spec);
  if (!type) return -1;
  *into = (PyTypeObject *)type;
  Py_INCREF(type);
  return PyModule_AddObject(module, name, type);
}
PyMODINIT_FUNC PyInit__native(void) {
  struct { PyObject **word; const char *text; } words[] = {
    {&word_index_of_choice, "index_of_choice"}, {&word_go_on, "go_on_in_python"}, {&word_no_decision, "no_decision"},
    {&word_over, "over"}, {&word_seat, "seat"}, {&word_rounds, "rounds"}, {&word_decisions, "decisions"}, {&word_rng, "rng"}, {&word_seed, "seed"},
    {&word_c, "c"}, {&word_decision_class, "decision_class"}, {&word_choice_class, "choice_class"}, {&word_decision, "decision"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!(*words[i].word = PyUnicode_InternFromString(words[i].text))) return 0;
  PyObject *module = PyModule_Create(&module_def);
  if (!module) return 0;
  if (add_type(module, "Library", &library_spec, &library_type) || add_type(module, "Position", &position_spec, &position_type) ||
      add_type(module, "Decision", &decision_spec, &decision_type) || add_type(module, "Choice", &choice_spec, &choice_type) ||
      PyModule_AddIntConstant(module, "ABI", HOYLE_ABI)) {
    Py_DECREF(module);
    return 0;
  }
  return module;
}
