"""A state and what people type come in; a table at the terminal goes out."""
