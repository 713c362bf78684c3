"""Tables in CSV, .xlsx and .ods, read and written."""
