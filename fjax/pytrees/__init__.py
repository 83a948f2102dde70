"""Pytrees: nested containers of values; `fjax.tree` and `fjax.tree_util` name them publicly."""
