import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { dealerKeyEndpoints } from '#testing/endpoints.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import { type Method, openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'

/** Two dealers with the same product, other prices, and documents of their own. */
type Party = { program: Program; listId: number; orderNo: string; offerNo: string; prices: number[] }

let shop: TestShop
let parties: [Party, Party]
const db = () => shop.database.pool

/** For one piece without VAT, for six, and both with VAT; the invoice. No figure of one is a figure of the other. */
const figures = [
  [77.31, 463.86, 92.77, 556.63, 1111.17],
  [58.47, 350.82, 70.16, 420.98, 2222.23],
]

let serial = 0
const idempotent = () => ({ 'idempotency-key': `two-dealers-${(serial += 1)}` })
const lines = [{ code: 'IKI-1', quantity: 1 }]

beforeAll(async () => {
  shop = await openTestShop()
  const [list] = await db().query<{ id: number }>("INSERT INTO price_lists (code, name) VALUES ('B', 'B') RETURNING id")
  const product = await addProduct(db(), { code: 'IKI-1', price: 85.9, stock: 500, units: { KOLİ: 6 }, taxRate: 20 })
  await db().execute(
    "INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 73.0875, 'TRY')",
    [list?.id, product.unitId],
  )
  await shop.settle()
  const first = await addParty({ discount: 10 }, figures[0] ?? [])
  parties = [first, await addParty({ discount: 20, priceListId: list?.id ?? 0 }, figures[1] ?? [])]
})
afterAll(() => shop.close())

async function addParty(conditions: Parameters<typeof addDealer>[1], prices: number[]): Promise<Party> {
  const actor = await addDealer(db(), conditions)
  const program = await addDealerProgram(shop, await shop.signedIn(actor), dealerScopes)
  await db().execute(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, debit, currency, reference)
     VALUES ($1, $2, $3, $4, 'invoice', $5, 'TRY', $4)`,
    [actor.dealer?.id, dayInTurkey(new Date()), addDays(dayInTurkey(new Date()), 30), `FTR-${prices[4]}`, prices[4]],
  )
  const post = async (url: string, body: object) =>
    (await program.send('POST', url, { body, headers: idempotent() })).body as { orderNo: string; offerNo: string }
  const { orderNo } = await post('/orders', { lines })
  const { offerNo } = await post('/offers', { lines })
  const list = await db().one<{ id: number }>(
    `WITH made AS (INSERT INTO lists (dealer_id, user_id, name) VALUES ($1, $2, 'Liste') RETURNING id)
     INSERT INTO list_lines (list_id, place, product_id, code, name, unit, quantity)
     SELECT made.id, 1, p.id, p.code, p.name, 'ADET', 3 FROM made, products p RETURNING list_id AS id`,
    [actor.dealer?.id, actor.userId],
  )
  return { program, listId: list?.id ?? 0, orderNo, offerNo, prices }
}

type Row = {
  url: (own: Party, other: Party) => string
  body?: object
  /** The answer has a price, or an amount, of its dealer. */
  hasOwn: boolean
}

/** How each call is made. `other` is in the address where a call takes the number of a document. */
const rows: Record<string, Row[]> = {
  'GET /api/dealer/v1/me': [{ url: () => '/me', hasOwn: false }],
  'GET /api/dealer/v1/products': [{ url: () => '/products', hasOwn: true }],
  'GET /api/dealer/v1/products/:code': [{ url: () => '/products/IKI-1', hasOwn: true }],
  'GET /api/dealer/v1/products/:code/price-reasons': [{ url: () => '/products/IKI-1/price-reasons', hasOwn: true }],
  'GET /api/dealer/v1/prices': [{ url: () => '/prices', hasOwn: true }],
  'GET /api/dealer/v1/stock': [{ url: () => '/stock', hasOwn: false }],
  'POST /api/dealer/v1/cart/lines': [{ url: () => '/cart/lines', body: { lines }, hasOwn: true }],
  'GET /api/dealer/v1/cart': [{ url: () => '/cart', hasOwn: true }],
  'DELETE /api/dealer/v1/cart': [{ url: () => '/cart', hasOwn: false }],
  'POST /api/dealer/v1/orders': [
    { url: () => '/orders', body: { lines }, hasOwn: false },
    { url: () => '/orders', body: { lines, total: '1.00' }, hasOwn: true },
  ],
  'GET /api/dealer/v1/orders': [
    { url: () => '/orders', hasOwn: true },
    { url: (_, other) => `/orders?q=${other.orderNo}`, hasOwn: false },
  ],
  'GET /api/dealer/v1/orders/:orderNo': [
    { url: (own) => `/orders/${own.orderNo}`, hasOwn: true },
    { url: (_, other) => `/orders/${other.orderNo}`, hasOwn: false },
  ],
  // Requests for approval have no amounts for programs.
  'GET /api/dealer/v1/approvals/:id': [{ url: () => '/approvals/1', hasOwn: false }],
  'POST /api/dealer/v1/offers': [{ url: () => '/offers', body: { lines }, hasOwn: false }],
  'GET /api/dealer/v1/offers': [
    { url: () => '/offers', hasOwn: true },
    { url: (_, other) => `/offers?q=${other.offerNo}`, hasOwn: false },
  ],
  'GET /api/dealer/v1/lists': [{ url: () => '/lists', hasOwn: false }],
  'GET /api/dealer/v1/lists/:id': [
    { url: (own) => `/lists/${own.listId}`, hasOwn: false },
    { url: (_, other) => `/lists/${other.listId}`, hasOwn: false },
  ],
  'GET /api/dealer/v1/statement': [
    { url: () => '/statement', hasOwn: true },
    // The balance of the account is its own.
    { url: (_, other) => `/statement?q=FTR-${other.prices[4]}`, hasOwn: true },
  ],
  'GET /api/dealer/v1/invoices': [
    { url: () => '/invoices', hasOwn: true },
    { url: (_, other) => `/invoices?q=FTR-${other.prices[4]}`, hasOwn: false },
  ],
}

/** Numbers as they are, in either language, and in texts: 77.31, "77.31", "77,31 ₺". */
const figuresIn = (text: string): Set<number> =>
  new Set(
    [...text.matchAll(/\d[\d.]*,\d\d(?!\d)|\d+(?:\.\d+)?/g)].map(([digits]) =>
      Number(digits.includes(',') ? digits.replaceAll('.', '').replace(',', '.') : digits),
    ),
  )

test('every call of a dealer’s program has a row here', () => {
  expect(Object.keys(rows).toSorted()).toEqual([...dealerKeyEndpoints.keys()].toSorted())
})

describe.each(Object.entries(rows).flatMap(([name, each]) => each.map((row, at) => ({ name, row, at }))))(
  '$name ($at)',
  ({ name, row }) => {
    test.each([
      [0, 1],
      [1, 0],
    ] as const)('shows dealer %s no price and no amount of dealer %s', async (at, otherAt) => {
      const [own, other] = [parties[at], parties[otherAt]]
      const [method = 'GET'] = name.split(' ')
      // The echo of a search is no answer: it is what the program sent.
      const url = row.url(own, other)
      const { body } = row
      const { text } = await own.program.send(method as Method, url, {
        ...(body !== undefined && { body }),
        ...(method === 'POST' && { headers: idempotent() }),
      })
      const found = figuresIn(text.replaceAll(new URL(url, 'http://x').searchParams.get('q') || '\0', ''))
      expect(other.prices.filter((price) => found.has(price))).toEqual([])
      expect(own.prices.some((price) => found.has(price))).toBe(row.hasOwn)
    })
  },
)
