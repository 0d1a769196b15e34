-- Named groups of products that the shop shows as carousels.
CREATE TABLE campaigns (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "tr-x-icu" NOT NULL UNIQUE CHECK (name <> ''),
  position integer NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 1 CHECK (row_count BETWEEN 1 AND 10),
  -- From the first moment to just before the last; NULL = no limit.
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (starts_at < ends_at)
);

-- The limit keeps what each process holds of running campaigns small.
CREATE TABLE campaign_products (
  campaign_id integer NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 500),
  PRIMARY KEY (campaign_id, product_id),
  UNIQUE (campaign_id, position)
);
CREATE INDEX campaign_products_product ON campaign_products (product_id);

ALTER TABLE cache_versions DROP CONSTRAINT cache_versions_name_check;
ALTER TABLE cache_versions ADD CONSTRAINT cache_versions_name_check CHECK (name IN ('settings', 'catalog', 'campaigns'));
INSERT INTO cache_versions (name) VALUES ('campaigns');

-- Deleting a product is a statement on campaign_products too, mostly of no row: that is no change.
CREATE FUNCTION campaigns_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE cache_versions SET version = version + 1 WHERE name = 'campaigns';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_inserted AFTER INSERT ON campaigns REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
CREATE TRIGGER campaigns_updated AFTER UPDATE ON campaigns REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
CREATE TRIGGER campaigns_deleted AFTER DELETE ON campaigns REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
CREATE TRIGGER campaign_products_inserted AFTER INSERT ON campaign_products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
CREATE TRIGGER campaign_products_updated AFTER UPDATE ON campaign_products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();
CREATE TRIGGER campaign_products_deleted AFTER DELETE ON campaign_products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION campaigns_changed();

-- A parent stands for its variants in a campaign, so a product that gets another parent stands elsewhere.
CREATE FUNCTION campaign_product_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM campaign_products WHERE product_id = NEW.id) THEN
    UPDATE cache_versions SET version = version + 1 WHERE name = 'campaigns';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_product_moved AFTER UPDATE OF parent_id ON products
  FOR EACH ROW WHEN (OLD.parent_id IS DISTINCT FROM NEW.parent_id) EXECUTE FUNCTION campaign_product_moved();
