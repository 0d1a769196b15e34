-- Notifies the processes, which cache sessions, of every change that a session shows (server/account/session-cache.ts).
-- Payloads: s and the session's id, u and the user's, d and the dealer's; empty: any session.
CREATE FUNCTION notify_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS = 0 THEN
    PERFORM pg_notify('session_changed', '');
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('session_changed', TG_ARGV[0] || (to_jsonb(OLD) ->> TG_ARGV[1])); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('session_changed', TG_ARGV[0] || (to_jsonb(NEW) ->> TG_ARGV[1])); END IF;
  RETURN NULL;
END $$;

-- Not when it was last seen.
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('s', 'id');
CREATE TRIGGER sessions_changed AFTER UPDATE OF user_id, viewed_user_id, expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('s', 'id');

CREATE TRIGGER users_sessions_changed AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    (OLD.name, OLD.email, OLD.role, OLD.can_order, OLD.choices, OLD.user_role, OLD.own_role_id, OLD.representative_id,
     OLD.dealer_id, OLD.disabled_at)
    IS DISTINCT FROM
    (NEW.name, NEW.email, NEW.role, NEW.can_order, NEW.choices, NEW.user_role, NEW.own_role_id, NEW.representative_id,
     NEW.dealer_id, NEW.disabled_at))
  EXECUTE FUNCTION notify_session_change('u', 'id');
CREATE TRIGGER users_sessions_removed AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('u', 'id');

CREATE TRIGGER dealers_sessions_changed AFTER UPDATE ON dealers
  FOR EACH ROW WHEN (
    (OLD.code, OLD.name, OLD.price_list_id, OLD.discount, OLD.rate_policy, OLD.fixed_rates, OLD.rates_until,
     OLD.carrier_payer, OLD.city, OLD.region, OLD.disabled_at)
    IS DISTINCT FROM
    (NEW.code, NEW.name, NEW.price_list_id, NEW.discount, NEW.rate_policy, NEW.fixed_rates, NEW.rates_until,
     NEW.carrier_payer, NEW.city, NEW.region, NEW.disabled_at))
  EXECUTE FUNCTION notify_session_change('d', 'id');

-- The dealers of a representative, the addresses that a user is bound to, and second factors.
CREATE TRIGGER representative_dealers_sessions AFTER INSERT OR UPDATE OR DELETE ON representative_dealers
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('d', 'dealer_id');
CREATE TRIGGER representative_regions_sessions AFTER INSERT OR UPDATE OR DELETE ON representative_regions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_session_change();
CREATE TRIGGER user_addresses_sessions AFTER INSERT OR UPDATE OR DELETE ON user_addresses
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('u', 'user_id');
CREATE TRIGGER totp_factors_sessions AFTER INSERT OR DELETE ON totp_factors
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('u', 'user_id');
CREATE TRIGGER passkeys_sessions AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION notify_session_change('u', 'user_id');

-- What a role allows, and whether staff needs a second factor.
CREATE TRIGGER user_roles_sessions AFTER UPDATE OR DELETE ON user_roles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_session_change();
CREATE TRIGGER settings_sessions AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_session_change();
