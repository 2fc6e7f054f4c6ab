/* Decisions and choices, as they were when somebody asked. */
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
