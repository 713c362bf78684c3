"""JSON Schemas, made on demand from the models: `record_schema.schema_text(kind)`.

`ruleset_schema` makes those of ruleset files, and `record_schema` those of records, games, answers
and scenarios. `field_descriptions` adds a sentence to each field.
"""
