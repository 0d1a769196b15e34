-- Backups that this shop made (decision 099). They are not part of a backup themselves.
CREATE TABLE backups (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Its folder.
  name text NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  bytes bigint NOT NULL DEFAULT 0,
  row_count bigint NOT NULL DEFAULT 0,
  file_count integer NOT NULL DEFAULT 0,
  -- Files that the database names and the data folder does not have.
  missing_files integer NOT NULL DEFAULT 0,
  is_encrypted boolean NOT NULL DEFAULT false,
  -- When a test restore found no fault.
  verified_at timestamptz,
  error text CHECK (length(error) <= 500),
  CHECK ((finished_at IS NULL) = (state = 'running')),
  CHECK ((error IS NOT NULL) = (state = 'failed'))
);
CREATE INDEX backups_started ON backups (started_at DESC);

-- At most one alert of a kind is open; staff get one email about it.
CREATE TABLE backup_alerts (
  kind text NOT NULL CHECK (kind IN ('failed', 'old')),
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz CHECK (closed_at >= opened_at)
);
CREATE UNIQUE INDEX backup_alerts_open ON backup_alerts (kind) WHERE closed_at IS NULL;
COMMENT ON TABLE backup_alerts IS 'When backups failed or became old, and until when';

-- Backups that this database was restored from. Until staff release them, emails wait: they may have been sent already.
CREATE TABLE restores (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  backup text NOT NULL,
  backup_at timestamptz NOT NULL,
  restored_at timestamptz NOT NULL DEFAULT now(),
  emails_released_at timestamptz,
  acknowledged_at timestamptz
);
CREATE INDEX restores_holding ON restores (id) WHERE emails_released_at IS NULL;
