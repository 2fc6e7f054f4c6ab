"""What a variant changes: two rulesets come in, a page of differences in words and in play goes out."""
