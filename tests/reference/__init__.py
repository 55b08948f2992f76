"""The rules a second time, in slow and obvious Python: the oracle for the kernels. Shares no code with the package."""
