"""A program, a number of players and options become a plan: what every back end needs, decided once."""
