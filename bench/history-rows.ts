import type { Pool } from '#server/platform/db/pool.ts'
import { movementCount, offerCount, orderCount, writeHistory } from './history.ts'
import { measure } from './load.ts'
import type { Shot } from './send.ts'
import type { BenchRow, RunOptions } from './report.ts'
import type { BenchShop } from './shop.ts'
import { type BenchUser, headersOf } from './visitors.ts'

const named = (count: number) => count.toLocaleString('en-US')
const orders = `order list of ${named(orderCount)}`
const offers = `offer list of ${named(offerCount)}`
const statement = `statement of ${named(movementCount)}`
const monthsBack = (months: number) => new Date(Date.now() - months * 30 * 86_400_000).toISOString().slice(0, 10)

/** Paths of a measured kind; `i` runs through its pages and search words. */
const kinds: Record<string, (i: number) => string> = {
  [`${orders}, page`]: (i) => `/siparis/liste?page=${1 + (i % 20)}`,
  [`${orders}, call`]: (i) => `/api/catalog/orders?page=${1 + (i % 20)}`,
  [`${orders}, its last pages`]: (i) => `/api/catalog/orders?page=${orderCount / 20 - (i % 20)}`,
  [`${orders}, by total`]: (i) => `/api/catalog/orders?sort=-total&page=${1 + (i % 20)}`,
  [`${orders}, a number's part`]: (i) => `/api/catalog/orders?q=${1000 + i}`,
  [`${orders}, a month`]: (i) => `/api/catalog/orders?from=${monthsBack(i % 30)}&to=${monthsBack((i % 30) - 1)}`,
  [`${offers}, page`]: (i) => `/teklif/liste?page=${1 + (i % 20)}`,
  [`${offers}, call`]: (i) => `/api/catalog/offers?page=${1 + (i % 20)}`,
  [`${offers}, by customer`]: (i) => `/api/catalog/offers?sort=customer&page=${1 + (i % 20)}`,
  [`${offers}, a customer`]: (i) => `/api/catalog/offers?q=${encodeURIComponent(`müşteri ${i % 300}`)}`,
  [`${statement}, page`]: (i) => `/account/statement?page=${1 + (i % 20)}`,
  [`${statement}, call`]: (i) => `/api/account/statement?page=${1 + (i % 20)}`,
  [`${statement}, its last pages`]: (i) => `/api/account/statement?page=${900 - (i % 20)}`,
  [`${statement}, words`]: (i) => `/api/account/statement?q=havale+${i % 1000}`,
  [`${statement}, a month`]: (i) => `/api/account/statement?from=${monthsBack(i % 30)}&to=${monthsBack((i % 30) - 1)}`,
}

/** The pages of a user with a long history: orders, offers, the account. */
export async function historyRows(
  shop: BenchShop,
  pool: Pool,
  user: BenchUser,
  options: RunOptions,
): Promise<BenchRow[]> {
  const wanted = Object.entries(kinds).filter(([name]) => name.includes(options.only))
  if (wanted.length > 0) await writeHistory(pool, user)
  const rows: BenchRow[] = []
  for (const [name, pathOf] of wanted) {
    const shots = Array.from({ length: 100 }, (_, i): Shot => {
      return { method: 'GET', path: pathOf(i), headers: headersOf(user) }
    })
    const figures = await measure(shop.shop, shots, options)
    rows.push({ name, figures })
    options.log(`${name}: ${figures.p50.toFixed(0)} ms`)
  }
  return rows
}
