"""Event days: tables that send each other news."""
