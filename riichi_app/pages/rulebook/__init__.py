"""The whole rules of a ruleset in plain words, chapter by chapter, for printing and for wikis."""
