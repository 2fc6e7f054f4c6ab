"""What a seat knows: the record of a game comes in, what one seat was shown and worlds that fit it go out."""
