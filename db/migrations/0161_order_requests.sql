-- What dealers ask for after an order was placed: another quantity of a line, or none of it. It ends with an answer, or
-- when the order can no longer change.
CREATE TABLE order_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL,
  line_no integer NOT NULL,
  -- In the unit that was ordered: what the dealer had, and wants; 0 cancels the line.
  quantity_before integer NOT NULL CHECK (quantity_before > 0),
  quantity integer NOT NULL CHECK (quantity >= 0 AND quantity <> quantity_before),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'refused', 'withdrawn', 'expired')),
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  answer text NOT NULL DEFAULT '' CHECK (char_length(answer) <= 500),
  ended_at timestamptz,
  FOREIGN KEY (order_id, line_no) REFERENCES order_lines ON DELETE CASCADE,
  CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX order_requests_open ON order_requests (order_id) WHERE state = 'open';
CREATE INDEX order_requests_order ON order_requests (order_id, line_no);
CREATE INDEX order_requests_user ON order_requests (user_id);
