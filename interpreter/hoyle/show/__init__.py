"""The rules as a person reads them: a checked ruleset comes in, a page goes out."""
