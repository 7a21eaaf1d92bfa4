"""Reads records as they must be taken: standing, review and trust (DESIGN sections 8 and 10)."""
