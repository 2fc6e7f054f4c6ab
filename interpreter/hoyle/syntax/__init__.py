"""Parses the action language inside a document's scalars into a tree of frozen nodes."""
