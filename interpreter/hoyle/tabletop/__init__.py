"""A seat's view and a game's declarations come in; what lies on the table goes out, ready to be drawn."""
