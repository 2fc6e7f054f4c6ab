"""Fills the generated parts of the pages in `docs/` from the grammar, the schemas and the code's tables."""
