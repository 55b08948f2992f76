"""Every version of the database, oldest first, for Alembic."""
