"""The house players, a module each. They know the rules and what their seat sees, and no more."""
