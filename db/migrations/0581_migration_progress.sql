-- What the page of background jobs shows of a migration that moves rows: programs of an earlier version do not have its file.
ALTER TABLE migration_progress
  ADD COLUMN moved_table text,
  -- An estimate, as of its start.
  ADD COLUMN total bigint CHECK (total >= 0);
