import { csrfTokenIn } from '#contract/core/csrf.ts'
import { openShop } from '#e2e/support/shop.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { type Goods, plentifulGoods } from './order-stream.ts'
import type { Pool } from '#server/platform/db/pool.ts'

/** What one address may leave in a day, in rows of each table that strangers can write. */
const maxRows = { searches: 100, carts: 60, cart_lines: 6_000, login_failures: 100, password_requests: 10 }
const maxMegabytes = 4

const calls = 2_800

/**
 * One address without an account sends as many searches, carts, sign-ins and requests for passwords as it can. What it
 * leaves in the database must be bounded, however many calls it makes.
 */
export async function floodAsStranger({ log }: Run): Promise<Figures> {
  const shop = await openShop({ demo: 'small' })
  try {
    await shop.toptan('settings', 'guestCarts', '1')
    await shop.start()
    const database = await shop.database()
    try {
      const before = await measure(database.pool)
      const [goods] = await plentifulGoods(database)
      const answers = await flood(shop.url, goods)
      const after = await measure(database.pool)
      const megabytes = (after.bytes - before.bytes) / 2 ** 20
      log(
        `${calls} calls, answered ${JSON.stringify(answers)}: ${JSON.stringify(after.rows)}, ${megabytes.toFixed(1)} MB`,
      )
      for (const [table, max] of Object.entries(maxRows)) {
        const added = (after.rows[table] ?? 0) - (before.rows[table] ?? 0)
        if (added > max) throw new Error(`A stranger left ${added} rows in ${table}; at most ${max} are allowed.`)
      }
      if (megabytes > maxMegabytes) throw new Error(`A stranger left ${megabytes.toFixed(1)} MB.`)
      return { counts: { calls, 'refused with 429': answers['429'] ?? 0 }, notes: [`${megabytes.toFixed(1)} MB left`] }
    } finally {
      await database.close()
    }
  } finally {
    await shop.remove()
  }
}

/** Sends the calls, each as a new guest. Returns how many were answered with which status. */
async function flood(url: string, goods: Goods | undefined): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const words = (i: number) => Array.from({ length: 15 }, (_, n) => `kelime${i}x${n}`).join(' ')
  const sendAt = async (i: number) => {
    const guest = await newGuest(url)
    const requests = [
      guest('GET', `/api/catalog/products/search?q=${encodeURIComponent(words(i))}`),
      guest('POST', `/api/catalog/cart/${goods?.productId}`, { quantity: 1, productValue: goods?.unitId }),
      guest('POST', '/api/account/forgotten', { email: `biri${i}@example.com` }),
      guest('POST', '/api/account/login', { username: `biri${i}@example.com`, password: 'wrong-password' }),
    ]
    for (const { status } of await Promise.all(requests)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (let i = 0; i < calls / 5; i += 4) await Promise.all([i, i + 1, i + 2, i + 3].map(sendAt))
  // Searches are written within a second.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  return statuses
}

/** A guest whose CSRF token is that of a page; without one every call that writes is refused. */
async function newGuest(url: string) {
  const page = await fetch(`${url}/account/login`)
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const headers = {
    cookie,
    'x-csrf-token': csrfTokenIn(cookie),
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }
  return (method: string, path: string, body?: object) =>
    fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

async function measure(pool: Pool): Promise<{ bytes: number; rows: Record<string, number> }> {
  const size = await pool.one<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes')
  const rows: Record<string, number> = {}
  for (const table of Object.keys(maxRows)) {
    const counted = await pool.one<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
    rows[table] = counted?.count ?? 0
  }
  return { bytes: size?.bytes ?? 0, rows }
}
