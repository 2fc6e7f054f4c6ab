"""A plan as Python source: printed, compiled, and run by a driver."""
