"""What connects agents with a memory: their instructions, their MCP servers and their hooks."""
