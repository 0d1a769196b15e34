-- When the customer of an offer accepted it, as the dealer recorded it.
ALTER TABLE offers ADD COLUMN accepted_at timestamptz;
CREATE TRIGGER offers_accepted AFTER UPDATE OF accepted_at ON offers
  FOR EACH ROW WHEN (NEW.accepted_at IS NOT NULL AND OLD.accepted_at IS NULL)
  EXECUTE FUNCTION record_event('offer.accepted');
