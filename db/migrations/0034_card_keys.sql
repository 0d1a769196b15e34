-- Limits on attempts count a person, a link and a card, not everybody behind one address or with one bank's cards.
-- `card_key` is a keyed hash of the number, whose key is not in the database; it is removed after two days.
-- `network` is the IPv4 address, or the /64 of an IPv6 address.
ALTER TABLE payments
  ADD COLUMN card_key text CHECK (length(card_key) = 43),
  ADD COLUMN network text NOT NULL DEFAULT '';
CREATE INDEX payments_card_key ON payments (card_key, created_at) WHERE card_key IS NOT NULL;
CREATE INDEX payments_network_recent ON payments (network, created_at);
DROP INDEX payments_address_recent;
DROP INDEX payments_card_recent;

-- The name on a card has no long number: what was typed there by mistake is masked.
UPDATE payments SET card_holder = regexp_replace(card_holder, '\d', '*', 'g')
 WHERE length(regexp_replace(card_holder, '\D', '', 'g')) >= 8;
