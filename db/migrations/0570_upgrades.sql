-- What lets an upgrade run while the previous version serves (decision 112).

-- A contract removes what older programs use: the number of the last migration that a program needs at least to run on the
-- database; NULL: any program may.
ALTER TABLE schema_migrations ADD COLUMN oldest_program integer CHECK (oldest_program > 0);

-- How far a migration is that moves rows in batches. The row is removed when the migration is done.
CREATE TABLE migration_progress (
  version integer PRIMARY KEY,
  moved bigint NOT NULL DEFAULT 0,
  -- Time in its statements, without pauses and interruptions.
  milliseconds bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE migration_progress IS 'How far a migration is that moves rows in batches';
