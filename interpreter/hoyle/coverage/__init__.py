"""What play exercises of a ruleset: a program is marked, games are played, the marks they met come out."""
