"""The command line: words typed at a shell come in, text and an exit status go out."""
