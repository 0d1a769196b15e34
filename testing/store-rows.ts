import type { DealerRates } from '#domain/money/rate-policy.ts'
import { testActor } from '#server/visitor/test-context.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { StaffRole } from '#domain/people/permissions.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Rows of a store for tests against the real database. */

let serial = 0

async function idOf(db: Db, sql: string, params: unknown[]): Promise<number> {
  const row = await db.one<{ id: number }>(sql, params)
  if (row === undefined) throw new Error('The statement returned no row.')
  return row.id
}

export type DealerParts = {
  discount?: number
  priceListId?: number
  canOrder?: boolean
  passwordHash?: string
  rates?: DealerRates
}

/** Adds a dealer with one user; returns the user as signed in. */
export async function addDealer(db: Db, parts: DealerParts = {}): Promise<Actor> {
  serial += 1
  const code = `B${serial}`
  const discount = String(parts.discount ?? 0)
  const { rates = null } = parts
  const dealerId = await idOf(
    db,
    `INSERT INTO dealers (code, name, discount, price_list_id, rate_policy, fixed_rates, rates_until)
     VALUES ($1, $1, $2, $3, $4, $5, $6) RETURNING id`,
    [code, discount, parts.priceListId ?? null, rates?.policy ?? 'order_day', rates?.fixed ?? {}, rates?.until ?? null],
  )
  const dealer = {
    id: dealerId,
    code,
    name: code,
    priceListId: parts.priceListId ?? null,
    discount,
    rates,
    carrierPayer: 'store' as const,
  }
  return addColleague(db, dealer, parts)
}

/** Adds another user of a dealer. */
export async function addColleague(
  db: Db,
  dealer: NonNullable<Actor['dealer']>,
  parts: DealerParts = {},
): Promise<Actor> {
  serial += 1
  const email = `user${serial}@example.com`
  const canOrder = parts.canOrder ?? true
  const userId = await idOf(
    db,
    `INSERT INTO users (dealer_id, email, name, role, can_order, password_hash)
     VALUES ($1, $2, $2, 'dealer', $3, $4) RETURNING id`,
    [dealer.id, email, canOrder, parts.passwordHash ?? null],
  )
  return testActor({ userId, email, name: email, canOrder, dealer })
}

export async function addAdmin(db: Db, passwordHash: string | null = null): Promise<Actor> {
  serial += 1
  const email = `admin${serial}@example.com`
  const userId = await idOf(
    db,
    "INSERT INTO users (email, name, role, password_hash) VALUES ($1, $1, 'admin', $2) RETURNING id",
    [email, passwordHash],
  )
  return testActor({ userId, email, name: email, role: 'admin', dealer: null })
}

/** An administrator with one of the roles that every shop has. */
export async function addStaff(db: Db, role: StaffRole): Promise<Actor> {
  const actor = await addAdmin(db)
  await db.execute('UPDATE users SET user_role = $2 WHERE id = $1', [actor.userId, role])
  return actor
}

export type ProductParts = {
  code?: string
  /** Base units in the main warehouse. */
  stock?: number
  /** Sale price of the default unit; null = none. */
  price?: number | null
  currency?: string
  taxRate?: number | null
  /** Further units: name and multiplier. */
  units?: Record<string, number>
  hasDefaultUnit?: boolean
  variantNames?: string[]
  parentId?: number
  variantValues?: string[]
}

export type TestProduct = { id: number; code: string; unitId: number; units: Record<string, number> }

/** Adds a product with the unit ADET × 1 and the given parts. */
export async function addProduct(db: Db, parts: ProductParts = {}): Promise<TestProduct> {
  serial += 1
  const code = parts.code ?? `P${serial}`
  const product = await db.one<{ id: number; unitId: number }>(
    `WITH unit AS MATERIALIZED (SELECT nextval(pg_get_serial_sequence('product_units', 'id'))::integer AS id), product AS (
       INSERT INTO products (code, name, seo, tax_rate, variant_names, parent_id, variant_values, default_unit_id)
       SELECT $1, $1, lower($1), $2, $3, $4, $5, CASE WHEN $6 THEN unit.id END FROM unit RETURNING id
     ), base AS (
       INSERT INTO product_units (id, product_id, name, multiplier) OVERRIDING SYSTEM VALUE
       SELECT unit.id, product.id, 'ADET', 1 FROM unit, product
     ), price AS (
       INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
       SELECT l.id, unit.id, $7, $8 FROM price_lists l, unit WHERE l.is_default AND $7::numeric IS NOT NULL
     )
     SELECT product.id, unit.id AS "unitId" FROM product, unit`,
    [
      code,
      parts.taxRate ?? null,
      parts.variantNames ?? null,
      parts.parentId ?? null,
      parts.variantValues ?? null,
      parts.hasDefaultUnit !== false,
      parts.price === undefined ? 100 : parts.price,
      parts.currency ?? 'TRY',
    ],
    'test_product',
  )
  if (product === undefined) throw new Error('The product was not added.')
  const { id, unitId } = product
  const units: Record<string, number> = { ADET: unitId }
  for (const [name, multiplier] of Object.entries(parts.units ?? {})) {
    units[name] = await idOf(
      db,
      'INSERT INTO product_units (product_id, name, multiplier) VALUES ($1, $2, $3) RETURNING id',
      [id, name, multiplier],
    )
  }
  if (parts.stock !== undefined) await setStock(db, id, parts.stock)
  return { id, code, unitId, units }
}

export async function setPrice(db: Db, unitId: number, price: number, currency = 'TRY'): Promise<void> {
  await db.execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
     SELECT id, $1, $2, $3 FROM price_lists WHERE is_default
     ON CONFLICT (unit_id, price_list_id) DO UPDATE SET sale_value = excluded.sale_value,
       sale_currency = excluded.sale_currency`,
    [unitId, price, currency],
  )
}

/** Sets a warehouse's stock as an import would, with its movement. */
export async function setStock(db: Db, productId: number, quantity: number, warehouse = 'MERKEZ'): Promise<void> {
  await db.execute(
    `WITH place AS (SELECT id FROM warehouses WHERE code = $3), before AS (
       SELECT coalesce(sum(quantity), 0) AS quantity FROM inventory
        WHERE product_id = $1 AND warehouse_id = (SELECT id FROM place)
     ), moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
       SELECT $1, place.id, $2 - before.quantity, 'import' FROM place, before WHERE $2 <> before.quantity
     )
     INSERT INTO inventory (product_id, warehouse_id, quantity) SELECT $1, id, $2 FROM place
     ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = excluded.quantity`,
    [productId, quantity, warehouse],
  )
}

export async function addWarehouse(db: Db, code: string): Promise<number> {
  return idOf(db, 'INSERT INTO warehouses (code, name) VALUES ($1, $1) RETURNING id', [code])
}

/** The total stock of a product. */
export async function stockOf(db: Db, productId: number): Promise<number> {
  const row = await db.one<{ quantity: string }>(
    'SELECT coalesce(sum(quantity), 0) AS quantity FROM inventory WHERE product_id = $1',
    [productId],
  )
  return Number(row?.quantity)
}

/** Products whose inventory is not the sum of their movements; must be empty. */
export async function stockMismatches(db: Db): Promise<object[]> {
  return db.query(
    `SELECT product_id, warehouse_id, i.quantity, m.quantity AS moved FROM inventory i
       FULL JOIN (SELECT product_id, warehouse_id, sum(quantity) AS quantity FROM stock_movements GROUP BY 1, 2) m
       USING (product_id, warehouse_id)
      WHERE coalesce(i.quantity, 0) <> coalesce(m.quantity, 0)`,
  )
}

/** Adds lines to a user's cart without the rules of the cart. */
export async function fillCart(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  lines: readonly { unitId: number; quantity: number }[],
): Promise<void> {
  await db.execute(
    `WITH cart AS (INSERT INTO carts (user_id) VALUES ($1)
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now() RETURNING id)
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
     SELECT cart.id, u.product_id, u.id, t.quantity
       FROM cart, unnest($2::integer[], $3::integer[]) AS t (unit_id, quantity) JOIN product_units u ON u.id = t.unit_id`,
    [actor.userId, lines.map(({ unitId }) => unitId), lines.map(({ quantity }) => quantity)],
  )
}
