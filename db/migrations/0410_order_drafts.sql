-- What a user has typed on the order pad and not put into the cart yet.
CREATE TABLE order_drafts (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Grows with each change: a window that knows an older one does not overwrite it.
  revision integer NOT NULL,
  -- [{code, quantity, unit}] as typed, in the order on screen.
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- What went into the cart last, so that it can be undone for some minutes: {key, lines, units: [{unitId, quantity}]}.
  added jsonb,
  added_at timestamptz,
  CHECK ((added IS NULL) = (added_at IS NULL))
);
