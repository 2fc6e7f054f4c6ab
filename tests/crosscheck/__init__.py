"""Random games walked in step with OpenSpiel: the same players, the same choices, the same returns."""
