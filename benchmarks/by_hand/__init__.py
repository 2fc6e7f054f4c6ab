"""Games written in plain Python: what the interpreter's speed is measured against."""
