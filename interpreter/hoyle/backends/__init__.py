"""A plan becomes code that plays: one folder for each language it is printed in."""
