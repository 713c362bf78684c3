"""Other engines behind the protocol of `riichi test --against`; one program per engine."""
