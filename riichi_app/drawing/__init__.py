"""Tiles as vector graphics of our own, for pages that are printed."""
