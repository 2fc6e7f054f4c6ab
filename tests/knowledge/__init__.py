"""What a seat knows: laws over all rulesets, leaks that must stay closed, counts from the literature."""
