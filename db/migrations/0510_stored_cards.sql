-- Cards that a payment provider keeps for a dealer's user. The shop has a token, sealed; no number and no security code.
CREATE TABLE stored_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the user was erased, and the card is only left to be removed at the provider.
  user_id integer REFERENCES users ON DELETE SET NULL,
  dealer_id integer REFERENCES dealers ON DELETE SET NULL,
  pos_account_id integer NOT NULL REFERENCES pos_accounts,
  -- The provider's tokens of the user and the card, encrypted; the hash finds a card that is stored again.
  token bytea NOT NULL,
  token_hash text NOT NULL,
  -- What the user calls it.
  name text NOT NULL DEFAULT '',
  first6 text NOT NULL CHECK (first6 ~ '^\d{6}$'),
  last4 text NOT NULL CHECK (last4 ~ '^\d{4}$'),
  bank text NOT NULL,
  bank_code text,
  scheme text NOT NULL,
  card_type text CHECK (card_type IN ('credit', 'debit', 'prepaid')),
  family text,
  is_commercial boolean NOT NULL DEFAULT false,
  -- The first day on which it is expired.
  expires_on date NOT NULL,
  -- The provider has asked for the security code.
  needs_cvc boolean NOT NULL DEFAULT false,
  consent_version text NOT NULL,
  consented_at timestamptz NOT NULL,
  consent_address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- The provider did not know it any more.
  refused_at timestamptz,
  -- Not usable any more. The row is deleted when the provider has removed the card too.
  removed_at timestamptz,
  removal_queued_at timestamptz,
  UNIQUE (pos_account_id, token_hash),
  CHECK (user_id IS NOT NULL OR removed_at IS NOT NULL),
  CHECK ((removed_at IS NULL) = (removal_queued_at IS NULL))
);
CREATE INDEX stored_cards_user ON stored_cards (user_id) WHERE removed_at IS NULL;
CREATE INDEX stored_cards_removed ON stored_cards (removal_queued_at) WHERE removed_at IS NOT NULL;

-- The consent that was given with a payment, until the provider has stored the card or the payment is over.
CREATE TABLE card_consents (
  payment_id bigint PRIMARY KEY REFERENCES payments ON DELETE CASCADE,
  version text NOT NULL,
  address text NOT NULL,
  given_at timestamptz NOT NULL,
  expires_on date NOT NULL,
  bank_code text,
  card_type text CHECK (card_type IN ('credit', 'debit', 'prepaid')),
  is_commercial boolean NOT NULL,
  -- The provider's token of the user, encrypted, where its list has the token of the card.
  user_key bytea
);
CREATE INDEX card_consents_given ON card_consents (given_at);

-- A user who is disabled, removed or moved to another dealer loses its cards in the same transaction, whoever changes it.
CREATE FUNCTION remove_cards_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH removed AS (
    UPDATE stored_cards SET removed_at = now(), removal_queued_at = now()
     WHERE user_id = OLD.id AND removed_at IS NULL RETURNING id)
  INSERT INTO outbox (name, data) SELECT 'card.remove', jsonb_build_object('id', id) FROM removed;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER users_leave_cards AFTER UPDATE OF dealer_id, disabled_at ON users FOR EACH ROW
  WHEN (NEW.dealer_id IS DISTINCT FROM OLD.dealer_id OR (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL))
  EXECUTE FUNCTION remove_cards_of_user();
CREATE TRIGGER users_delete_cards BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION remove_cards_of_user();
