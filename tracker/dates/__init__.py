"""How dates are written, where Django's own way is not ours. Named by `settings.FORMAT_MODULE_PATH`."""
