"""The JSON Schemas, and the checks that hold rulesets, clauses and documents together."""
