-- Who pays the carrier (docs/decisions/084): frozen on the order; null where nothing is said, as when the dealer collects.
ALTER TABLE orders ADD COLUMN carrier_payer text CHECK (carrier_payer IN ('sender', 'recipient'));

-- Free delivery by a promotion was kept with the wishes of the buyer.
UPDATE orders
   SET carrier_payer = 'sender',
       delivery = CASE
         WHEN jsonb_typeof(delivery -> 'address') = 'object' OR delivery ->> 'requestedOn' IS NOT NULL
           OR delivery ->> 'carrier' IS NOT NULL OR delivery ->> 'partDelivery' = 'false' THEN delivery - 'senderPays'
       END
 WHERE (delivery ->> 'senderPays')::boolean;

-- An agreement with the dealer goes before the store's setting.
ALTER TABLE dealers ADD COLUMN carrier_payer text NOT NULL DEFAULT 'store'
  CHECK (carrier_payer IN ('store', 'sender', 'recipient'));

-- It is part of the dealer's record: a change of it is an event too.
DROP TRIGGER dealers_changed ON dealers;
CREATE TRIGGER dealers_changed AFTER UPDATE ON dealers
  FOR EACH ROW WHEN ((OLD.code, OLD.name, OLD.phone, OLD.address, OLD.district, OLD.city, OLD.tax_office, OLD.tax_number,
                      OLD.price_list_id, OLD.discount, OLD.risk_limit, OLD.risk_mode, OLD.disabled_at, OLD.contact_name,
                      OLD.email, OLD.group_id, OLD.region, OLD.representative, OLD.carrier_payer)
    IS DISTINCT FROM (NEW.code, NEW.name, NEW.phone, NEW.address, NEW.district, NEW.city, NEW.tax_office,
                      NEW.tax_number, NEW.price_list_id, NEW.discount, NEW.risk_limit, NEW.risk_mode, NEW.disabled_at,
                      NEW.contact_name, NEW.email, NEW.group_id, NEW.region, NEW.representative, NEW.carrier_payer))
  EXECUTE FUNCTION record_event('dealer.changed');
