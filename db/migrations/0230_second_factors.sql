-- Second factors, passkeys, sign-in links and the browsers from which users have signed in (decision 070).

CREATE TABLE totp_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  last_used_step bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE totp_factors IS 'The authenticator app of a user (RFC 6238): SHA-1, 6 digits, 30 seconds';
COMMENT ON COLUMN totp_factors.user_id IS 'The user; one app each';
COMMENT ON COLUMN totp_factors.secret IS 'The shared key, encrypted with the secret of the process and bound to the user';
COMMENT ON COLUMN totp_factors.last_used_step IS 'The latest time step whose code was accepted: no code counts twice';
COMMENT ON COLUMN totp_factors.created_at IS 'When the app was set up';

CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE recovery_codes IS 'Codes that replace the authenticator app, each once';
COMMENT ON COLUMN recovery_codes.user_id IS 'The user';
COMMENT ON COLUMN recovery_codes.code_hash IS 'SHA-256 of user and code, which has 80 random bits';
COMMENT ON COLUMN recovery_codes.used_at IS 'When it was used; null: it can still be used';

CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);
COMMENT ON TABLE passkeys IS 'Passkeys of users (WebAuthn credentials)';
COMMENT ON COLUMN passkeys.id IS 'Names the passkey in calls';
COMMENT ON COLUMN passkeys.user_id IS 'The user who signs in with it';
COMMENT ON COLUMN passkeys.credential_id IS 'The id that the authenticator gave it, base64url';
COMMENT ON COLUMN passkeys.public_key IS 'Its public key, COSE';
COMMENT ON COLUMN passkeys.counter IS 'The signature counter of its last use; a lower one is refused. 0: the authenticator does not count';
COMMENT ON COLUMN passkeys.transports IS 'How browsers reach the authenticator, as they reported it';
COMMENT ON COLUMN passkeys.name IS 'The name that the user gave it';
COMMENT ON COLUMN passkeys.created_at IS 'When it was registered';
COMMENT ON COLUMN passkeys.last_used_at IS 'When it last signed in';

CREATE TABLE used_challenges (
  challenge text PRIMARY KEY,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX used_challenges_expiry ON used_challenges (used_at);
COMMENT ON TABLE used_challenges IS 'Challenges of passkeys that were answered, so that an answer counts once; removed after they expire';
COMMENT ON COLUMN used_challenges.challenge IS 'The random challenge, base64url';
COMMENT ON COLUMN used_challenges.used_at IS 'When it was answered';

CREATE TABLE sign_in_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sign_in_links_user ON sign_in_links (user_id);
CREATE INDEX sign_in_links_expiry ON sign_in_links (expires_at);
COMMENT ON TABLE sign_in_links IS 'Links in emails that sign in once, where the store allows it';
COMMENT ON COLUMN sign_in_links.token_hash IS 'SHA-256 of the token in the address';
COMMENT ON COLUMN sign_in_links.user_id IS 'The user whom it signs in';
COMMENT ON COLUMN sign_in_links.expires_at IS 'Until when it can be used';
COMMENT ON COLUMN sign_in_links.used_at IS 'When it was used';

CREATE TABLE known_devices (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX known_devices_expiry ON known_devices (last_seen_at);
COMMENT ON TABLE known_devices IS 'Browsers from which a user has signed in; a sign-in from another one is reported by email';
COMMENT ON COLUMN known_devices.user_id IS 'The user';
COMMENT ON COLUMN known_devices.device_hash IS 'SHA-256 of the random cookie that names the browser';
COMMENT ON COLUMN known_devices.last_seen_at IS 'The last sign-in';
