"""The page as files for any web host, with the engine for the browser."""
