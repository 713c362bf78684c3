"""JSON Schemas, generated pages, and checks that rulesets, clauses and documents agree."""
