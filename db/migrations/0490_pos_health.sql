-- How each bank answers, by hour, for the payments board.
CREATE TABLE pos_calls (
  pos_account_id integer NOT NULL REFERENCES pos_accounts ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  -- start, capture, inquiry, void, refund, list
  step text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('answered', 'unanswered')),
  calls integer NOT NULL CHECK (calls > 0),
  milliseconds bigint NOT NULL CHECK (milliseconds >= 0),
  slowest integer NOT NULL CHECK (slowest >= 0),
  PRIMARY KEY (pos_account_id, hour, step, outcome)
);
CREATE INDEX pos_calls_hour ON pos_calls (hour);

-- Whether a bank answers now.
CREATE TABLE pos_standings (
  pos_account_id integer PRIMARY KEY REFERENCES pos_accounts ON DELETE CASCADE,
  last_answer_at timestamptz,
  -- Calls in a row without an answer, and when the first of them was.
  unanswered integer NOT NULL DEFAULT 0 CHECK (unanswered >= 0),
  unanswered_since timestamptz,
  CHECK ((unanswered > 0) = (unanswered_since IS NOT NULL))
);

-- What is wrong with a bank, from when until when.
CREATE TABLE pos_alerts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pos_account_id integer NOT NULL REFERENCES pos_accounts ON DELETE CASCADE,
  -- silent: it does not answer; declining: it declines far more than usual
  kind text NOT NULL CHECK (kind IN ('silent', 'declining')),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz CHECK (closed_at >= opened_at)
);
CREATE UNIQUE INDEX pos_alerts_one_open ON pos_alerts (pos_account_id, kind) WHERE closed_at IS NULL;
CREATE INDEX pos_alerts_opened ON pos_alerts (opened_at);
