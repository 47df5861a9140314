"""The pages of ladders and players, one module a page."""
