-- Lines that phones have sent to the order pad, by the id that the phone gave them: a line that is sent again is not added again.
CREATE TABLE order_pad_receipts (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  line_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, line_id)
);
CREATE INDEX order_pad_receipts_received ON order_pad_receipts (user_id, received_at);

-- Ids of the last saves: a page that got no answer learns whether its save was stored.
ALTER TABLE order_drafts ADD COLUMN saves uuid[] NOT NULL DEFAULT '{}';
