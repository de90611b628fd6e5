"""Child processes under control: started, read within bounds, explained, and always ended."""
