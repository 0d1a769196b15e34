-- Roles of dealers' users and of staff. The ones that everybody has are in domain/people/permissions.ts.

-- Roles that a dealer or the shop has made.
CREATE TABLE user_roles (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL: a role of staff.
  dealer_id integer REFERENCES dealers ON DELETE CASCADE,
  name text COLLATE "tr-x-icu" NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  permissions text[] NOT NULL,
  UNIQUE NULLS NOT DISTINCT (dealer_id, name)
);

ALTER TABLE users
  ADD COLUMN user_role text,
  ADD COLUMN own_role_id integer REFERENCES user_roles;
CREATE INDEX users_own_role ON users (own_role_id) WHERE own_role_id IS NOT NULL;

-- Nobody loses a right: staff may do everything, and users of dealers what they could do before. The first user of each
-- dealer that can sign in manages the others.
UPDATE users SET user_role = CASE role WHEN 'admin' THEN 'full' ELSE 'buyer' END;
UPDATE users SET user_role = 'owner' WHERE id IN (
  SELECT DISTINCT ON (dealer_id) id FROM users
   WHERE role = 'dealer' AND disabled_at IS NULL ORDER BY dealer_id, can_order DESC, (password_hash IS NULL), id);

-- Without a named role, the first user of a dealer is its owner, and further ones have the rights that users have always
-- had; staff may do everything.
CREATE FUNCTION default_user_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_role IS NULL AND NEW.own_role_id IS NULL THEN
    NEW.user_role := CASE
      WHEN NEW.role = 'admin' THEN 'full'
      WHEN EXISTS (SELECT FROM users WHERE dealer_id = NEW.dealer_id AND user_role = 'owner') THEN 'buyer'
      ELSE 'owner'
    END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_default_role BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION default_user_role();

ALTER TABLE users
  ADD CONSTRAINT users_one_role CHECK ((user_role IS NULL) <> (own_role_id IS NULL)),
  ADD CONSTRAINT users_known_role CHECK (user_role IS NULL OR user_role IN (
    'owner', 'buyer', 'accountant', 'viewer',
    'full', 'orders', 'catalog', 'prices', 'payments', 'refunds', 'people', 'settings', 'reports', 'readOnly')),
  ADD CONSTRAINT users_role_of_kind CHECK (user_role IS NULL OR
    (role = 'dealer') = (user_role IN ('owner', 'buyer', 'accountant', 'viewer')));

-- An own role belongs to the user's dealer, or to the shop for staff.
CREATE FUNCTION check_own_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.own_role_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM user_roles r WHERE r.id = NEW.own_role_id AND r.dealer_id IS NOT DISTINCT FROM NEW.dealer_id)
  THEN
    RAISE EXCEPTION 'Role % is not one of this dealer.', NEW.own_role_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_own_role_of_dealer';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER users_own_role_of_dealer AFTER INSERT OR UPDATE OF own_role_id, dealer_id ON users
  FOR EACH ROW EXECUTE FUNCTION check_own_role();

-- A removed user stays as the author of orders and notes; its email address is free again.
ALTER TABLE users
  ADD COLUMN removed_at timestamptz,
  ADD CONSTRAINT users_removed_disabled CHECK (removed_at IS NULL OR disabled_at IS NOT NULL);
