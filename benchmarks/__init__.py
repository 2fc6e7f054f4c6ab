"""How fast the interpreter is, measured beside the same games written by hand."""
