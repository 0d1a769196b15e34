-- Rules about quantities and amounts of orders beside the rules of prices (docs/decisions/077).

ALTER TABLE price_rules
  -- What a rule of quantity prescribes, in default units or in `unit`.
  ADD COLUMN quantity numeric(14, 3) CHECK (quantity > 0),
  -- Of a maximum per period: today and the days before it.
  ADD COLUMN period_days integer CHECK (period_days BETWEEN 1 AND 366),
  DROP CONSTRAINT price_rules_kind_check,
  DROP CONSTRAINT price_rules_check3,
  DROP CONSTRAINT price_rules_check8;
ALTER TABLE price_rules
  ADD CONSTRAINT price_rules_kind_check CHECK (kind IN ('list', 'agreement', 'chain', 'tier', 'floor', 'minimum', 'multiple',
    'maximum', 'period_maximum', 'order_minimum')),
  -- A price or a discount, or a quantity.
  ADD CONSTRAINT price_rules_value CHECK (num_nonnulls(price_list_id, fixed_value, chain, quantity) = 1),
  ADD CONSTRAINT price_rules_quantity CHECK (
    (kind IN ('minimum', 'multiple', 'maximum', 'period_maximum')) = (quantity IS NOT NULL)),
  ADD CONSTRAINT price_rules_period CHECK ((kind = 'period_maximum') = (period_days IS NOT NULL)),
  ADD CONSTRAINT price_rules_order_minimum CHECK (kind <> 'order_minimum'
    OR (fixed_value IS NOT NULL AND num_nonnulls(product_id, brand_id, category_id) = 0)),
  -- Lines contain whole units.
  ADD CONSTRAINT price_rules_unit CHECK (unit IS NULL OR kind = 'tier' OR (quantity IS NOT NULL AND quantity = trunc(quantity)));
COMMENT ON TABLE price_rules IS 'Agreements, discount chains, quantity tiers, floors and rules of quantity (docs/decisions/075, 077)';
