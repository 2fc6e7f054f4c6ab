"""The language server: a ruleset as it is being typed comes in, findings and help for editors go out."""
