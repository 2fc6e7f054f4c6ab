/* A library is a compiled game, with blocks of memory for its states and contexts that wait for another use. */
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
