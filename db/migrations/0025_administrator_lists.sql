-- Lists of administrators over the orders and offers of years, and over many products that are out of the shop.

-- All dealers' orders by date and by total, each read from either end.
CREATE INDEX orders_date ON orders (created_at DESC, id DESC);
CREATE INDEX orders_total ON orders (total_try DESC, id DESC);

-- Searched by pieces of words: folding 50,000 customers at each search took most of a second, reading them folded takes
-- hundredths.
ALTER TABLE offers ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (fold(customer_name || ' ' || customer_company || ' ' || customer_email)) STORED;

-- No index of a process knows products that are out of the shop. Listed, narrowed and searched by this one alone.
CREATE INDEX products_inactive ON products (name, id, code, (fold(name || ' ' || code))) INCLUDE (brand_id, category_id)
  WHERE NOT is_active AND parent_id IS NULL;
