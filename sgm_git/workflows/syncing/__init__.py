"""``sgm sync``: the plan is a value, and only then something is done (issue 6; DESIGN 11, 15)."""
