"""The back end in C, and what stands around it."""
