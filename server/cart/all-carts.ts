import { dealerRatesSql, personNameSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { factsOfDealer, type Store, requestedPlan, viewOf } from '#server/settings/settings.ts'
import { parseChoices } from '#server/visitor/visitor.ts'
import { type PricedCart, sumsOfCarts } from './cart-sums.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'

export type ListedCart = {
  id: number
  /** Null for a guest's cart. */
  name: string | null
  phone: string | null
  /** With tax, in lira, at today's prices. */
  total: number
  updated_at: Date
  line_count: number
  lines: {
    name: string
    code: string
    quantity: number
    unit: string
    seo: string
    id: number
    ozelkod2: string | null
  }[]
}

type CartRow = Omit<ListedCart, 'total'> & {
  user_id: number | null
  choices: unknown
  dealer_id: number | null
  price_list_id: number | null
  discount: string | null
  rates: DealerRates | null
}

export type CartChoice = { limit: number; offset: number; lines: number; cartId?: number | undefined }

/** Lists the carts that have lines, most recently changed first, each with its first lines; or one cart. */
export async function listAllCarts(db: Db, store: Store, choice: CartChoice): Promise<ListedCart[]> {
  const rows = await loadCartRows(db, choice)
  const sums = await sumsOfCarts(
    db,
    rows.map((row) => pricedCart(store, row)),
  )
  return rows.map((row) => ({ ...row, total: sums.get(row.id)?.totals?.totalTry ?? 0 }))
}

/** The cart as its owner sees it, also where the shop hides prices. */
function pricedCart(store: Store, row: CartRow): PricedCart {
  const facts = factsOfDealer(row.rates, store.facts())
  const choices = parseChoices(row.choices)
  const chosen = requestedPlan(choices.cartPlan, facts) ?? requestedPlan(null, facts)
  const rules = facts.rulesOf(row.dealer_id)
  const view = {
    ...viewOf({ actor: null, choices, locale: 'tr' }, facts),
    rules,
    promotions: facts.promotionsOf(row.dealer_id),
    priceListId: rules.priceListId ?? row.price_list_id ?? facts.defaultPriceListId,
    discount: row.discount ?? '0',
    seesPrices: true,
  }
  return { cartId: row.id, view, plan: row.user_id === null ? null : (chosen?.key ?? null) }
}

function loadCartRows(db: Db, { limit, offset, lines, cartId }: CartChoice): Promise<CartRow[]> {
  return db.query<CartRow>(
    `SELECT c.id, ${personNameSql} AS name, d.phone, c.user_id, u.choices, d.id AS dealer_id, d.price_list_id, d.discount, ${dealerRatesSql} AS rates, c.updated_at,
            (SELECT count(*) FROM cart_lines WHERE cart_id = c.id) AS line_count,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'code', p.code, 'quantity', l.quantity,
                      'unit', pu.name, 'seo', p.seo, 'id', p.id, 'ozelkod2', p.ozelkod2) ORDER BY l.created_at, l.id), '[]')
               FROM (SELECT * FROM cart_lines WHERE cart_id = c.id ORDER BY created_at, id LIMIT $3) l
               JOIN products p ON p.id = l.product_id JOIN product_units pu ON pu.id = l.unit_id) AS lines
       FROM (SELECT * FROM carts
              WHERE ($4::integer IS NULL OR id = $4) AND EXISTS (SELECT FROM cart_lines WHERE cart_id = carts.id)
              ORDER BY updated_at DESC, id DESC LIMIT $1 OFFSET $2) c
       LEFT JOIN users u ON u.id = c.user_id LEFT JOIN dealers d ON d.id = u.dealer_id
      ORDER BY c.updated_at DESC, c.id DESC`,
    [limit, offset, lines, cartId ?? null],
    'cart_all',
  )
}

/**
 * The number of carts with lines, and a version that changes with any cart: every change goes through `lockCart`, which
 * sets updated_at. The newest updated_at alone would not do, since transactions do not commit in the order in which
 * they start.
 */
export async function loadCartsState(db: Db): Promise<{ total: number; version: string }> {
  const row = await db.one<{ total: number; version: string }>(
    `SELECT count(*) FILTER (WHERE is_filled) AS total,
            concat_ws('-', count(*), count(*) FILTER (WHERE is_filled),
                      coalesce(sum(extract(epoch FROM updated_at) * 1000000), 0)::numeric(40, 0)) AS version
       FROM (SELECT updated_at, EXISTS (SELECT FROM cart_lines WHERE cart_id = carts.id) AS is_filled FROM carts) each`,
    [],
    'cart_all_state',
  )
  return row ?? { total: 0, version: '' }
}
