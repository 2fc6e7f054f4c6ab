"""The four games written a second time from the rulings alone: a trace comes in, the differences go out."""
