"""The page as files for any web host, with the engine that runs in the browser."""
