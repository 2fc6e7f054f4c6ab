"""Numbers of positions and histories that are known, counted through the play contract."""
