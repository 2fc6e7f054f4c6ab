"""What is wrong with a ruleset, where, and what to do about it: the records every pass reports."""
