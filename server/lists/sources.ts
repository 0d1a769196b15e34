import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { ListSource } from '#contract/shop/lists.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { fold } from '#domain/text/text.ts'
import { inScopeSql } from '#server/account/account.ts'
import { resolveRows } from '#server/cart/cart.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { DealerActor } from './list-rows.ts'

/** A line of a source: what it names, or why it cannot be on a list. */
export type SourceLine = {
  code: string
  product?: Product | undefined
  unit?: Unit | undefined
  quantity: number
  /** Null where the source has no notes. */
  note: string | null
  refusal: Refusal | null
}

type NamedRow = { product_id: number | null; unit_id: number | null; code: string; unit: string; quantity: number }

/** The lines of a source in its order; a refusal if there is no such source, or it is empty. */
export async function readSource(
  db: Db,
  source: ListSource,
  { actor, view }: { actor: DealerActor; view: View },
): Promise<SourceLine[] | Refusal> {
  if (source.kind === 'codes') return readCodes(db, source.lines, view)
  const rows = await readNamed(db, source, actor)
  if (!Array.isArray(rows)) return rows
  if (rows.length === 0) return refuse('list_source_empty')
  const products = await loadProducts(db, [...new Set(rows.flatMap(({ row }) => row.product_id ?? []))], view)
  return rows.map(({ row, note }) => {
    const product = products.get(row.product_id ?? 0)
    const unit =
      product?.units.find(({ id }) => id === row.unit_id) ??
      product?.units.find(({ value }) => row.unit !== '' && fold(value) === fold(row.unit))
    const refusal = refusalOf(product, unit)
    return { code: product?.code ?? row.code, product, unit, quantity: row.quantity, note, refusal }
  })
}

function refusalOf(product: Product | undefined, unit: Unit | undefined): Refusal | null {
  if (product === undefined) return refuse('product_not_found')
  if (product.varyantx === 0) return refuse('variant_not_chosen')
  return unit === undefined
    ? refuse('unit_not_found', { units: product.units.map(({ value }) => value).join(', ') })
    : null
}

async function readCodes(db: Db, lines: (ListSource & { kind: 'codes' })['lines'], view: View): Promise<SourceLine[]> {
  const rows = await resolveRows(db, lines, view)
  return rows.map(({ requested, product, unit, refusal }) => ({
    code: product?.code ?? requested.code,
    product,
    unit,
    quantity: requested.quantity ?? 0,
    note: null,
    refusal,
  }))
}

type Noted = { row: NamedRow; note: string | null }

async function readNamed(
  db: Db,
  source: Exclude<ListSource, { kind: 'codes' }>,
  actor: DealerActor,
): Promise<Noted[] | Refusal> {
  if (source.kind === 'products') {
    return source.lines.map(({ productId, unitId, quantity, note }) => ({
      row: { product_id: productId, unit_id: unitId, code: '', unit: '', quantity },
      note: note ?? null,
    }))
  }
  const rows = await (source.kind === 'cart'
    ? loadCartLines(db, actor.userId)
    : source.kind === 'order'
      ? loadOrdersLines(db, actor, source.number)
      : loadOffersLines(db, actor, source.number))
  return Array.isArray(rows) ? rows.map((row) => ({ row, note: null })) : rows
}

function loadCartLines(db: Db, userId: number): Promise<NamedRow[]> {
  return db.query<NamedRow>(
    `SELECT l.product_id, l.unit_id, p.code, u.name AS unit, l.quantity
       FROM carts c JOIN cart_lines l ON l.cart_id = c.id
       JOIN products p ON p.id = l.product_id JOIN product_units u ON u.id = l.unit_id
      WHERE c.user_id = $1 ORDER BY l.created_at, l.id`,
    [userId],
    'list_source_cart',
  )
}

/** What was bought: free goods come again with it. The database accepts no NUL in texts, and no number contains one. */
async function loadOrdersLines(
  db: Db,
  { dealer, addresses }: DealerActor,
  number: string,
): Promise<NamedRow[] | Refusal> {
  const order = await db.one<{ id: number }>(
    `SELECT o.id FROM orders o WHERE o.order_no = $1 AND o.dealer_id = $2 AND ${inScopeSql('$3')}`,
    [number.replaceAll('\0', ''), dealer.id, addresses],
    'list_source_order',
  )
  if (order === undefined) return refuse('order_not_found')
  return db.query<NamedRow>(
    `SELECT product_id, unit_id, code, unit, quantity FROM order_lines
      WHERE order_id = $1 AND NOT is_free ORDER BY line_no`,
    [order.id],
    'list_source_order_lines',
  )
}

async function loadOffersLines(
  db: Db,
  { dealer, permissions }: DealerActor,
  number: string,
): Promise<NamedRow[] | Refusal> {
  if (!permissions.has('offers')) return refuse('offer_not_found')
  const offer = await db.one<{ id: number }>(
    'SELECT id FROM offers WHERE offer_no = $1 AND dealer_id = $2',
    [number.replaceAll('\0', ''), dealer.id],
    'list_source_offer',
  )
  if (offer === undefined) return refuse('offer_not_found')
  return db.query<NamedRow>(
    'SELECT product_id, unit_id, code, unit, quantity FROM offer_items WHERE offer_id = $1 ORDER BY line_no',
    [offer.id],
    'list_source_offer_lines',
  )
}
