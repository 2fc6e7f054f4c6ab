"""Every code, declared once, one module per pass."""
