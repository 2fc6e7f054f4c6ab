"""One module per command: `configure` declares its arguments, `execute` returns the exit status."""
