import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Purchase } from '#contract/shop/purchases.ts'
import { followPurchases } from './follow.ts'
import { sendPurchaseMail } from './purchase-email.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { type Answer, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addColleague, addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'

export let shop: TestShop
/** Of one dealer, new for each test: its owner, and a buyer who may order for 1,000 lira. */
export let owner: Person
export let buyer: Person
/** Costs 100 lira with tax; 100 in stock. */
export let drill: TestProduct

export type Person = TestVisitor & { actor: Actor }

export function useTestPurchasing(): void {
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    owner = await signedIn(await addDealer(pool()))
    buyer = await colleague('buyer')
    drill = await addProduct(pool(), { price: 100, taxRate: 0, stock: 100 })
    await limit(buyer, { perOrder: 1000 })
  })
}

export const pool = () => shop.database.pool

async function signedIn(actor: Actor): Promise<Person> {
  return { ...(await shop.signedIn(actor)), actor }
}

/** Another user of the dealer with a ready-made role. */
export async function colleague(role: string): Promise<Person> {
  const { dealer } = owner.actor
  if (dealer === null) throw new Error('The owner has no dealer.')
  const actor = await addColleague(pool(), dealer)
  await pool().execute('UPDATE users SET user_role = $2 WHERE id = $1', [actor.userId, role])
  return signedIn(actor)
}

type Limits = { perOrder?: number | null; perMonth?: number | null; categoryIds?: number[] }

export async function limit(
  { actor }: Person,
  { perOrder = null, perMonth = null, categoryIds = [] }: Limits,
): Promise<void> {
  await pool().execute(
    `INSERT INTO purchase_limits (user_id, per_order, per_month, category_ids) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET per_order = excluded.per_order, per_month = excluded.per_month,
       category_ids = excluded.category_ids`,
    [actor.userId, perOrder, perMonth, categoryIds],
  )
}

export const fill = (quantity: number, { actor }: Person = buyer, product = drill) =>
  fillCart(pool(), actor, [{ unitId: product.unitId, quantity }])

export function order(who: Person = buyer, key?: string, body: object = {}): Promise<Answer> {
  return who.send('POST', '/api/catalog/cart', { body, headers: { 'idempotency-key': key } })
}

/** Orders so many drills, which must become a request, and returns its id. */
export async function sent(quantity = 11, who: Person = buyer): Promise<number> {
  await fill(quantity, who)
  const { body } = await order(who)
  const { requestId } = body as { requestId?: number }
  if (requestId === undefined) throw new Error(`No request was made: ${JSON.stringify(body)}`)
  return requestId
}

export const path = (id: number, action = '') => `/api/account/approvals/${id}${action && `/${action}`}`

export async function show(id: number, who: Person = owner): Promise<Purchase> {
  const answer = await who.send('GET', path(id))
  if (answer.status !== 200) throw new Error(`The request is not shown: ${answer.text}`)
  return answer.body as Purchase
}

/** Approves what the page shows now, or what it showed before. */
export async function approve(id: number, who: Person = owner, shown?: string): Promise<Answer> {
  return who.send('POST', path(id, 'approve'), { body: { shown: shown ?? (await show(id, who)).shown } })
}

export const refusing = (id: number, who: Person = owner, reason = 'Bütçe yok') =>
  who.send('POST', path(id, 'refuse'), { body: { reason } })

export const withdraw = (id: number, who: Person = buyer) => who.send('POST', path(id, 'withdraw'))

export const orders = async ({ actor }: Person = buyer) =>
  pool().query<{ id: number; order_no: string; total: string }>(
    'SELECT id, order_no, total FROM orders WHERE user_id = $1 ORDER BY id',
    [actor.userId],
  )

export const cart = async ({ actor }: Person = buyer) =>
  pool().query<{ unit_id: number; quantity: number }>(
    'SELECT l.unit_id, l.quantity FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.user_id = $1 ORDER BY l.id',
    [actor.userId],
  )

export const requestCount = async ({ actor }: Person = buyer) =>
  (await pool().query('SELECT FROM purchase_requests WHERE user_id = $1', [actor.userId])).length

/** Whom the enqueued emails about a request are for, as `kind email`, and removes them. */
export async function mails(id: number): Promise<string[]> {
  const rows = await pool().query<{ kind: string; user_id: number }>(
    `DELETE FROM outbox WHERE name = 'purchase-mail' AND (data ->> 'requestId')::bigint = $1
     RETURNING data ->> 'kind' AS kind, (data ->> 'userId')::integer AS user_id`,
    [id],
  )
  const users = await pool().query<{ id: number; name: string }>('SELECT id, name FROM users WHERE id = ANY ($1)', [
    rows.map((row) => row.user_id),
  ])
  return rows.map((row) => `${row.kind} ${users.find((user) => user.id === row.user_id)?.name}`).toSorted()
}

/** The email as it is sent; undefined if it is not sent. */
export async function emailOf(data: object): Promise<{ to: string; subject: string; text: string } | undefined> {
  const sent: { to: string; subject: string; text: string }[] = []
  const mailer = { send: async (mail: { to: string; subject: string; text: string }) => void sent.push(mail) }
  await sendPurchaseMail({ pool: pool(), mailer, publicUrl: 'https://toptan.example' }, data, 'key')
  return sent[0]
}

export const follow = (now: Date) => followPurchases(pool(), now)
