/* Many positions at once. */
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
