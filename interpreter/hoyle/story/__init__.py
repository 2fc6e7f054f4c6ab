"""The events of one seat come in; sentences for people go out, in a language of theirs."""
