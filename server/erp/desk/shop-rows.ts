import type { InboundResource } from '#domain/erp/mapping.ts'
import { keyOf } from '#server/erp/engine/rows.ts'
import { type ErpMovement, findCardBookings, isPaymentReference } from '#server/statement/statement.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'

type Row = Readonly<Record<string, unknown>>

/** What a comparison shows of each resource, by the codes of the rows. Resources without an entry are not compared. */
const statements: Partial<Record<InboundResource, string>> = {
  products: `SELECT p.code, p.name, b.name AS brand, p.tax_rate::text AS "taxRate", u.name AS unit, p.is_active AS "isActive"
     FROM products p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN product_units u ON u.id = p.default_unit_id
    WHERE p.code = ANY ($1)`,
  units: `SELECT p.code, u.name AS unit, u.multiplier::text AS multiplier, u.barcode
     FROM products p JOIN product_units u ON u.product_id = p.id WHERE p.code = ANY ($1)`,
  prices: `SELECT p.code, u.name AS unit, u.id = p.default_unit_id AS "isDefaultUnit", l.code AS "priceList",
          l.is_default AS "isDefaultList", up.sale_value::text AS net,
          round(up.sale_value * (1 + coalesce(p.tax_rate, 0) / 100), 4)::text AS gross, up.sale_currency AS currency
     FROM products p JOIN product_units u ON u.product_id = p.id JOIN unit_prices up ON up.unit_id = u.id
     JOIN price_lists l ON l.id = up.price_list_id WHERE p.code = ANY ($1)`,
  stock: `SELECT p.code, w.code AS warehouse, i.quantity::text AS quantity
     FROM products p JOIN inventory i ON i.product_id = p.id JOIN warehouses w ON w.id = i.warehouse_id
    WHERE p.code = ANY ($1)`,
  dealers: `SELECT d.code, d.name, nullif(d.tax_number, '') AS "taxNumber", d.disabled_at IS NULL AS "isActive"
     FROM dealers d WHERE d.code = ANY ($1)`,
  balances: `SELECT d.code, d.code AS dealer, b.currency, b.balance::text AS balance
     FROM dealers d JOIN dealer_balances b ON b.dealer_id = d.id WHERE d.code = ANY ($1)`,
  movements: `SELECT d.code, d.code AS dealer, m.reference, m.document_no AS "documentNo", m.posted_on::text AS date,
          m.debit::text AS debit, m.credit::text AS credit
     FROM dealers d JOIN account_movements m ON m.dealer_id = d.id
    WHERE d.code = ANY ($1) AND (m.reference = ANY ($2) OR m.document_no = ANY ($3))`,
  rules: `SELECT r.code, r.kind, d.code AS dealer, g.code AS "group", p.code AS product, b.name AS brand,
          trim_scale(r.fixed_value)::text AS price, r.fixed_currency AS currency, r.chain, trim_scale(r.above_cost)::text AS "aboveCost", r.starts_on::text AS "startsOn",
          r.ends_on::text AS "endsOn", r.is_active AS "isActive"
     FROM price_rules r LEFT JOIN dealers d ON d.id = r.dealer_id LEFT JOIN dealer_groups g ON g.id = r.group_id
     LEFT JOIN products p ON p.id = r.product_id LEFT JOIN brands b ON b.id = r.brand_id WHERE r.code = ANY ($1)`,
}

/**
 * The shop's values for rows of an ERP, by the key of the row and only in the fields that can be compared. A row without a
 * unit, warehouse or price list means the standard one.
 */
export async function loadShopRows(
  pool: Pool,
  resource: InboundResource,
  rows: readonly Row[],
): Promise<Map<string, Row>> {
  const statement = statements[resource]
  if (statement === undefined) return new Map(rows.map((row) => [keyOf(resource, row), {}]))
  const codeOf = (row: Row) => String(row['code'] ?? row['dealer'])
  const codes = [...new Set(rows.map(codeOf))]
  const movements = [texts(rows, 'reference'), texts(rows, 'documentNo').filter((text) => text !== '')]
  const found = await pool.query<Row>(statement, [codes, ...(resource === 'movements' ? movements : [])])
  const byCode = Map.groupBy(found, ({ code }) => String(code))
  const firstWarehouse = resource === 'stock' ? await standardWarehouse(pool) : ''
  const booked = resource === 'movements' ? await findCardBookings(pool, rows.map(movementOf)) : new Set<number>()
  const result = new Map<string, Row>()
  for (const [at, row] of rows.entries()) {
    const own = (byCode.get(codeOf(row)) ?? []).find((shop) => isSameRow(resource, row, shop, firstWarehouse))
    if (own !== undefined) result.set(keyOf(resource, row), comparable(resource, row, own))
    // The shop has it as its own movement, which the ERP's booking does not change.
    else if (booked.has(at)) result.set(keyOf(resource, row), {})
  }
  return result
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const numberText = /^-?\d+(?:\.\d+)?$/

function movementOf(row: Row): ErpMovement {
  const amountOf = (value: unknown) => (numberText.test(String(value)) ? String(value) : '0')
  return {
    dealer: textOf(row['dealer']),
    reference: textOf(row['reference']),
    document_no: textOf(row['documentNo']),
    kind: textOf(row['kind']),
    debit: amountOf(row['debit']),
    credit: amountOf(row['credit']),
    currency: textOf(row['currency']) || 'TRY',
  }
}

async function standardWarehouse(db: Db): Promise<string> {
  const row = await db.one<{ code: string }>(
    'SELECT code FROM warehouses ORDER BY id LIMIT 1',
    [],
    'erp_first_warehouse',
  )
  return row?.code ?? ''
}

const texts = (rows: readonly Row[], field: string) => [
  ...new Set(rows.map(({ [field]: value }) => (typeof value === 'string' ? value : ''))),
]

const isNamed = (value: unknown) => typeof value === 'string' && value !== ''

function isSameRow(resource: InboundResource, row: Row, shop: Row, firstWarehouse: string): boolean {
  if (resource === 'stock') return shop['warehouse'] === (isNamed(row['warehouse']) ? row['warehouse'] : firstWarehouse)
  if (resource === 'units') return shop['unit'] === row['unit']
  if (resource === 'balances') return shop['currency'] === (row['currency'] ?? 'TRY')
  if (resource === 'movements') {
    const isCard = isPaymentReference(String(shop['reference']))
    return shop['reference'] === row['reference'] || (isCard && shop['documentNo'] === row['documentNo'])
  }
  if (resource !== 'prices') return true
  const isUnit = isNamed(row['unit']) ? shop['unit'] === row['unit'] : shop['isDefaultUnit'] === true
  return isUnit && (isNamed(row['priceList']) ? shop['priceList'] === row['priceList'] : shop['isDefaultList'] === true)
}

function comparable(resource: InboundResource, row: Row, shop: Row): Row {
  if (resource === 'movements') {
    // Card payments are the shop's own: the ERP's booking of one changes nothing.
    if (shop['reference'] !== row['reference']) return {}
    const side = (name: string) => (Number(row[name] ?? 0) === 0 && Number(shop[name]) === 0 ? row[name] : shop[name])
    return { date: shop['date'], debit: side('debit'), credit: side('credit') }
  }
  if (resource !== 'prices') return shop
  return { price: row['vatIncluded'] === true ? shop['gross'] : shop['net'], currency: shop['currency'] }
}
