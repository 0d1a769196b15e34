-- Promotions come from files too.
ALTER TABLE file_imports DROP CONSTRAINT file_imports_kind_check;
ALTER TABLE file_imports ADD CONSTRAINT file_imports_kind_check
  CHECK (kind IN ('movements', 'balances', 'serials', 'costs', 'price_rules', 'promotions', 'shipments', 'pictures'));
ALTER TABLE import_profiles DROP CONSTRAINT import_profiles_kind_check;
ALTER TABLE import_profiles ADD CONSTRAINT import_profiles_kind_check
  CHECK (kind IN ('products', 'movements', 'balances', 'serials', 'costs', 'price_rules', 'promotions', 'shipments'));
