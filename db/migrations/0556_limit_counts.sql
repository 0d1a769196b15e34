-- How often visitors did what is limited, over all processes (decision 106). `key` is a digest. Unlogged: a crash of the database
-- forgets the counts. Rows are removed when their window has ended.
CREATE UNLOGGED TABLE limit_counts (
  key text PRIMARY KEY CHECK (length(key) <= 40),
  count integer NOT NULL CHECK (count > 0),
  ends_at timestamptz NOT NULL
);
CREATE INDEX limit_counts_ended ON limit_counts (ends_at);
