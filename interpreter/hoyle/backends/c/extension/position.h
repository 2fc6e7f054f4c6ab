/* A position is a state of a game, with what play keeps beside it. */
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
