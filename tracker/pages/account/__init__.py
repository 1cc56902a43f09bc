"""Accounts: signing in, tokens, the second factor, webhooks."""
