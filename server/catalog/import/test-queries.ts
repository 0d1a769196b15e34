export const products = 'SELECT code, name, seo, tax_rate, description FROM products ORDER BY code'
export const prices = `SELECT p.code, l.code AS list, u.name AS unit, up.sale_value, up.sale_currency, up.list_value, up.plan1_value
  FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id
  JOIN price_lists l ON l.id = up.price_list_id ORDER BY p.code, l.code, u.name`
export const stocks = `SELECT p.code, w.code AS warehouse, v.quantity FROM inventory v JOIN products p ON p.id = v.product_id
  JOIN warehouses w ON w.id = v.warehouse_id ORDER BY p.code, w.code`
export const movementsDiffer = `SELECT product_id, warehouse_id FROM (
    SELECT product_id, warehouse_id, quantity FROM inventory
    UNION ALL SELECT product_id, warehouse_id, -quantity FROM stock_movements) t
  GROUP BY 1, 2 HAVING sum(quantity) <> 0`
