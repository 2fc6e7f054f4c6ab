"""Reports: a ruleset and games of it come in, one HTML file with charts goes out."""
