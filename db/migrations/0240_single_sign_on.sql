-- Sign-in through the OpenID provider of the shop's staff or of a dealer.

CREATE TABLE identity_providers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The dealer whose users sign in with it; NULL: staff.
  dealer_id integer REFERENCES dealers ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  issuer text NOT NULL CHECK (issuer ~ '^https?://' AND char_length(issuer) <= 500),
  client_id text NOT NULL CHECK (char_length(client_id) BETWEEN 1 AND 300),
  -- Encrypted; NULL: none has been entered.
  client_secret bytea,
  -- Email addresses count as verified even where the provider does not state it.
  trusts_email boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT false,
  -- Users who can sign in with it cannot use a password.
  is_required boolean NOT NULL DEFAULT false,
  -- The role of users who are added at their first sign-in; NULL: none are added.
  new_user_role text CHECK (new_user_role IN (
    'buyer', 'accountant', 'viewer',
    'orders', 'catalog', 'prices', 'payments', 'refunds', 'people', 'settings', 'reports', 'readOnly')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (dealer_id),
  CHECK (new_user_role IS NULL OR (dealer_id IS NULL) = (new_user_role NOT IN ('buyer', 'accountant', 'viewer')))
);
COMMENT ON TABLE identity_providers IS 'OpenID providers of staff and of dealers';
COMMENT ON COLUMN identity_providers.client_secret IS 'Encrypted with the secret of the process';

-- The domain of an email address names the provider: it belongs to one.
CREATE TABLE identity_provider_domains (
  domain text PRIMARY KEY CHECK (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$' AND char_length(domain) <= 253),
  provider_id integer NOT NULL REFERENCES identity_providers ON DELETE CASCADE
);
CREATE INDEX identity_provider_domains_provider ON identity_provider_domains (provider_id);
COMMENT ON TABLE identity_provider_domains IS 'Email domains whose users sign in with an OpenID provider';

-- Who a user is for a provider, from the first sign-in on.
CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
  provider_id integer NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  user_id integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX user_identities_provider ON user_identities (provider_id);
COMMENT ON TABLE user_identities IS 'The subject at an OpenID provider that a user signs in as';

-- Sign-ins that the browser has left for, for ten minutes. The return removes its row, so it counts once.
CREATE TABLE sign_in_flows (
  -- SHA-256 of the state.
  state_hash bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
  -- SHA-256 of the identity of the browser, which is in a cookie.
  browser_hash bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
  provider_id integer NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect_uri text NOT NULL,
  next text NOT NULL,
  network text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_flows_created ON sign_in_flows (created_at);
CREATE INDEX sign_in_flows_network ON sign_in_flows (network, created_at);
CREATE INDEX sign_in_flows_provider ON sign_in_flows (provider_id);
COMMENT ON TABLE sign_in_flows IS 'Sign-ins that are under way at an OpenID provider';
