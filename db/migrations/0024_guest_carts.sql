-- Carts without a user, where the store lets guests have one. Such a cart is the browser's whose cookie has its token; the
-- database knows the token's hash alone.
ALTER TABLE carts
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN guest_hash bytea UNIQUE CHECK (octet_length(guest_hash) = 32),
  -- What of a guest's cart did not fit into the user's at sign-in, until the user has been told of it.
  ADD COLUMN left_lines jsonb,
  ADD CONSTRAINT carts_owner CHECK ((user_id IS NULL) <> (guest_hash IS NULL)),
  ADD CONSTRAINT carts_left_lines CHECK (left_lines IS NULL OR user_id IS NOT NULL);

-- Those past their age are looked for once an hour.
CREATE INDEX carts_guests ON carts (updated_at) WHERE guest_hash IS NOT NULL;
