import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { cartsState, listCarts, WatchedCart } from '#contract/admin/monitoring.ts'
import { productPath } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type ListedCart, listAllCarts, loadCartsState } from '#server/cart/cart.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { nameIn } from './search-dashboard.ts'

const limit = 20
/** Lines of a long cart in the list; a single requested cart has all of its lines. */
const firstLines = 50
const allLines = 10_000

export type CartsQuery = { page?: string | undefined; cart?: string | undefined; locale: Locale }

/** A page of carts, or one complete cart. */
export async function loadCarts(
  pool: Pool,
  store: Store,
  query: CartsQuery,
): Promise<Reply<typeof listCarts> | Refusal> {
  if (query.cart !== undefined) {
    const cartId = /^cart-(\d{1,9})$/.exec(query.cart)?.[1]
    if (cartId === undefined) return refuse('not_found')
    const carts = await listAllCarts(pool, store, { limit: 1, offset: 0, lines: allLines, cartId: Number(cartId) })
    return carts.length === 0 ? refuse('not_found') : byKey(carts, query.locale)
  }
  const page = /^\d{1,6}$/.test(query.page ?? '') ? Math.max(1, Number(query.page)) : 1
  const choice = { limit, offset: (page - 1) * limit, lines: firstLines }
  return byKey(await listAllCarts(pool, store, choice), query.locale)
}

/** Non-numeric keys keep their order in an object. */
function byKey(carts: readonly ListedCart[], locale: Locale): Record<string, WatchedCart> {
  return Object.fromEntries(carts.map((cart) => [`cart-${cart.id}`, present(cart, locale)]))
}

function present({ name, phone, total, updated_at, line_count, lines }: ListedCart, locale: Locale): WatchedCart {
  return {
    userName: nameIn(locale)(name),
    items: lines.map((line) => ({
      productName: line.name,
      productCode: line.code,
      productQuantity: line.quantity,
      unit: line.unit,
      link: productPath(line),
    })),
    lineCount: line_count,
    total,
    phone,
    updatedAt: updated_at.toISOString(),
  }
}

export async function loadState(pool: Pool): Promise<Reply<typeof cartsState>> {
  const { total, version } = await loadCartsState(pool)
  return { version, total, pages: Math.max(1, Math.ceil(total / limit)) }
}
