-- Webhooks: addresses that receive events, and what was sent to them.

-- `secret` is encrypted; while it is being replaced, `former_secret` signs as well until `former_until`.
-- Events up to `expanded_seq` have their deliveries; a target that is paused goes on from there.
CREATE TABLE webhook_targets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "tr-x-icu" NOT NULL,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  types text[] NOT NULL CHECK (cardinality(types) > 0),
  secret bytea,
  former_secret bytea,
  former_until timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  -- Why the program paused it.
  stopped_reason text CHECK (stopped_reason IN ('gone')),
  expanded_seq bigint NOT NULL,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((former_secret IS NULL) = (former_until IS NULL))
);

-- One event for one target. `body` is made for the first attempt and is the same in each retry. `subject` names the record:
-- its deliveries go out one after the other. NULL event_id: a test.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target_id integer NOT NULL REFERENCES webhook_targets ON DELETE CASCADE,
  event_id bigint,
  type text NOT NULL,
  subject text NOT NULL,
  subject_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  body text,
  -- The last attempt.
  attempted_at timestamptz,
  milliseconds integer,
  status integer,
  failure text,
  answer text,
  ended_at timestamptz,
  UNIQUE (target_id, event_id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (target_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_turn ON webhook_deliveries (target_id, subject, subject_id, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_list ON webhook_deliveries (target_id, id DESC);
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (id) WHERE state = 'dead';
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
