-- Who gives the first and the second approval of a dealer's orders. No row for a step: everybody with the right.
CREATE TABLE purchase_step_approvers (
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  step integer NOT NULL CHECK (step IN (1, 2)),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (dealer_id, step, user_id)
);
CREATE INDEX purchase_step_approvers_user ON purchase_step_approvers (user_id);
COMMENT ON TABLE purchase_step_approvers IS 'Who gives the first and the second approval of a dealer''s orders';

CREATE INDEX purchase_requests_waiting_of_dealer ON purchase_requests (dealer_id) WHERE state = 'waiting';
