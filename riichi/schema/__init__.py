"""JSON Schemas, made on demand from the models: `text.schema_text(kind)`.

`ruleset_schema` makes those of ruleset files, `record_schema` those of records, games, answers and
scenarios, and `page_schema` those of the page's questions and answers. `field_descriptions` adds a
sentence to each field.
"""
