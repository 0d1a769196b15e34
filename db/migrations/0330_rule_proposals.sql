-- A change of price rules, or of a group that rules name, that waits until a second person approves it.
CREATE TABLE rule_proposals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('change', 'switch', 'delete', 'join', 'leave')),
  price_rule_id integer REFERENCES price_rules ON DELETE CASCADE,
  dealer_group_id integer REFERENCES dealer_groups ON DELETE CASCADE,
  -- The request as it was made; it runs again when it is approved.
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'declined')),
  requested_by integer NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL DEFAULT now(),
  decided_by integer REFERENCES users,
  decided_at timestamptz,
  CHECK ((kind IN ('change', 'switch', 'delete')) = (price_rule_id IS NOT NULL)),
  CHECK ((kind IN ('join', 'leave')) = (dealer_group_id IS NOT NULL)),
  CHECK ((state = 'waiting') = (decided_by IS NULL)),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK (state <> 'applied' OR decided_by <> requested_by)
);
COMMENT ON TABLE rule_proposals IS 'Changes of price rules and of their groups that wait for a second person, and what became of them.';
CREATE INDEX rule_proposals_waiting ON rule_proposals (id) WHERE state = 'waiting';
CREATE INDEX rule_proposals_rule ON rule_proposals (price_rule_id);
CREATE INDEX rule_proposals_group ON rule_proposals (dealer_group_id);
