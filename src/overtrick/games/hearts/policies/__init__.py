"""Rule policies for Hearts: how to pass, how to duck, when to shoot the moon and how to stop one."""
