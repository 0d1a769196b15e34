-- Staff with the right `prices:belowFloor` set prices below floors (docs/decisions/082).

ALTER TABLE price_rules
  -- Somebody with the right has set the fixed price below the floor: it takes the floor's place.
  ADD COLUMN passes_floor boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT price_rules_passes_floor CHECK (NOT passes_floor OR (kind IN ('agreement', 'tier') AND fixed_value IS NOT NULL));

-- What the floor allowed at least, in the currency of the price, where a representative has gone below it.
ALTER TABLE order_lines ADD COLUMN floor_value numeric(18, 4);
