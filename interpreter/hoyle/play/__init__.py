"""A program becomes games that are played: states, decisions, views, events, saved games."""
