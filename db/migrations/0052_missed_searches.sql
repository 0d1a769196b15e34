-- Results that match only part of the search, or a corrected one.
ALTER TABLE searches ADD COLUMN is_relaxed boolean NOT NULL DEFAULT false;
-- Searches for which nothing fitting was found.
CREATE INDEX searches_missed ON searches (folded, created_at) WHERE result_count = 0 OR is_relaxed;

-- When a user cleared the searches that the search field offers again.
CREATE TABLE cleared_searches (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  cleared_at timestamptz NOT NULL
);
