-- What users see of their sessions, to end those that they do not know.

ALTER TABLE sessions
  -- Names a session in calls: its id is derived from a secret.
  ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- As the browser names itself; empty for sessions of before.
  ADD COLUMN user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
  ADD COLUMN address text NOT NULL DEFAULT '';
