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

#include "library.h"
#include "position.h"
#include "decision.h"
#include "playing.h"
#include "many.h"

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
