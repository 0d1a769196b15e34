-- The dealer's group, region and representative are part of its record: a change of them is an event too.
DROP TRIGGER dealers_changed ON dealers;
CREATE TRIGGER dealers_changed AFTER UPDATE ON dealers
  FOR EACH ROW WHEN ((OLD.code, OLD.name, OLD.phone, OLD.address, OLD.district, OLD.city, OLD.tax_office, OLD.tax_number,
                      OLD.price_list_id, OLD.discount, OLD.risk_limit, OLD.risk_mode, OLD.disabled_at, OLD.contact_name,
                      OLD.email, OLD.group_id, OLD.region, OLD.representative)
    IS DISTINCT FROM (NEW.code, NEW.name, NEW.phone, NEW.address, NEW.district, NEW.city, NEW.tax_office,
                      NEW.tax_number, NEW.price_list_id, NEW.discount, NEW.risk_limit, NEW.risk_mode, NEW.disabled_at,
                      NEW.contact_name, NEW.email, NEW.group_id, NEW.region, NEW.representative))
  EXECUTE FUNCTION record_event('dealer.changed');
