"""Games written by hand, in plain Python and in C: what the interpreter's speed is measured against."""
