import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoardTask, getBoard } from '#contract/admin/board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { moveTo } from '#server/shipping/test-shipping.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, fillCart, setStock } from '#testing/store-rows.ts'

let shop: TestShop
let pool: Pool
let staff: TestVisitor
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  staff = await shop.signedIn(await addAdmin(pool))
  buyer = await addBuyer(shop)
  await shop.setSetting('cartStockControl', '1')
})
afterAll(() => shop.close())

const taskOf = async (task: BoardTask) =>
  ((await staff.send('GET', '/yonetim/board')).body as Reply<typeof getBoard>).tasks[task] ?? -1
type Item = Record<string, unknown>
const listOf = async (path: string) => (await staff.send('GET', path)).body as { items: Item[]; total: number }

describe("a figure of today's board is the number of rows of its list", () => {
  test('payments in doubt', async () => {
    const account = await pool.one<{ id: number }>(
      `INSERT INTO pos_accounts (code, name, adapter, mode, is_active)
       VALUES ('pano', 'Pano', 'nestpay', 'own_form', false) RETURNING id`,
    )
    await pool.execute(
      `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment,
                             base_amount, amount, captured_at, attention, attention_settled_at)
       SELECT 'PANO' || lpad(n::text, 16, '0'), 'account', 'pano-' || n,
              CASE WHEN n > 1 THEN 'captured' ELSE 'declined' END, $1, $2, $3, 1, 10, 10, CASE WHEN n > 1 THEN now() END,
              CASE WHEN n > 1 THEN 'difference' END, CASE WHEN n = 2 THEN now() END FROM generate_series(1, 4) n`,
      [buyer.actor.dealer?.id, buyer.actor.userId, account?.id],
    )
    expect(await taskOf('paymentsInDoubt')).toBe(2)
    expect(await listOf('/yonetim/payments?state=attention')).toMatchObject({ total: 2 })
  })

  test('transfers that dealers have reported', async () => {
    await pool.execute(
      `INSERT INTO transfer_notices (dealer_id, user_id, request_key, amount, sent_on, bank, iban, sender, state, settled_at)
       SELECT $1, $2, 'pano-' || s.state || n, 10, now(), 'Banka', 'TR', 'Ad', s.state,
              CASE WHEN s.state <> 'waiting' THEN now() END
         FROM unnest(ARRAY['waiting', 'waiting', 'matched', 'withdrawn']) WITH ORDINALITY AS s (state, n)`,
      [buyer.actor.dealer?.id, buyer.actor.userId],
    )
    expect(await taskOf('transferNotices')).toBe(2)
    expect(await listOf('/yonetim/transfer-notices')).toMatchObject({ total: 2 })
  })

  test('lines of bank statements without a payer', async () => {
    await pool.execute(
      `WITH statement AS (
         INSERT INTO bank_statements (name, format, iban, lines, new_lines) VALUES ('Pano', 'mt940', 'TR', 5, 5) RETURNING id)
       INSERT INTO bank_lines (statement_id, iban, booked_on, amount, fingerprint, occurrence, state, reason, settled_at)
       SELECT statement.id, 'TR', now(), s.amount, encode(sha256(n::text::bytea), 'hex'), 1, s.state,
              CASE WHEN s.state = 'ignored' THEN 'Pano' ELSE '' END, CASE WHEN s.state <> 'open' THEN now() END
         FROM statement, (VALUES (1, 'open', 10), (2, 'open', 20), (3, 'open', -5), (4, 'booked', 7), (5, 'ignored', 8))
              AS s (n, state, amount)`,
    )
    expect(await taskOf('bankLines')).toBe(2)
    expect(await listOf('/yonetim/bank-lines')).toMatchObject({ total: 2 })
  })

  test('webhooks with messages that were given up, or stopped by their receiver', async () => {
    const ids = await pool.query<{ id: number }>(
      `INSERT INTO webhook_targets (name, url, types, expanded_seq, dealer_id, user_id, is_active, stopped_reason)
       SELECT 'Hedef ' || n, 'https://erp.example/' || n, '{order.created}', 0, CASE WHEN n = 4 THEN $1::integer END, CASE WHEN n = 4 THEN $2::integer END,
              n <> 3, CASE WHEN n = 3 THEN 'gone' END FROM generate_series(1, 4) n RETURNING id`,
      [buyer.actor.dealer?.id, buyer.actor.userId],
    )
    // Two for the first one; the second delivers, the third is stopped, the fourth belongs to a dealer.
    await pool.execute(
      `INSERT INTO webhook_deliveries (target_id, type, subject, subject_id, state, ended_at)
       SELECT t.id, 'order.created', 'order', n, CASE WHEN t.place = 2 THEN 'delivered' ELSE 'dead' END, now()
         FROM unnest($1::integer[]) WITH ORDINALITY AS t (id, place), generate_series(1, 2) n WHERE t.place <> 3`,
      [ids.map(({ id }) => id)],
    )
    expect(await taskOf('failedWebhooks')).toBe(2)
    const { items } = await listOf('/yonetim/webhooks')
    expect(items.filter(({ dead, isGone }) => Number(dead) > 0 || isGone === true)).toHaveLength(2)
  })

  test('ERP connections that fail or are late', async () => {
    await pool.execute(
      `WITH made AS (
         INSERT INTO erp_connections (name, kind, settings, mapping, is_active, expanded_seq, created_at)
         SELECT 'ERP ' || n, 'json', '{}', '{}', n <> 4, 0, now() - interval '30 days' FROM generate_series(1, 4) n
         RETURNING id, substr(name, 5)::integer AS n)
       INSERT INTO erp_feeds (connection_id, resource, every_minutes, failures, last_ok_at)
       SELECT id, 'products', 15, CASE WHEN n = 2 THEN 1 ELSE 0 END,
              CASE WHEN n IN (3, 4) THEN now() - interval '20 days' ELSE now() END FROM made`,
    )
    expect(await taskOf('erpLag')).toBe(2)
    const { items } = await listOf('/yonetim/erp-connections')
    expect(items.filter(({ state }) => state === 'failing' || state === 'late')).toHaveLength(2)
  })

  test('returns that wait for a decision', async () => {
    const { id } = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
    await pool.execute(
      `INSERT INTO returns (return_no, order_id, dealer_id, user_id, state, reason, locale)
       SELECT 'RPANO' || s.state, o.id, o.dealer_id, o.user_id, s.state, 'damaged', 'tr'
         FROM orders o, unnest(ARRAY['requested', 'accepted', 'closed']) AS s (state) WHERE o.id = $1`,
      [id],
    )
    expect(await taskOf('returns')).toBe(1)
    expect(await listOf('/yonetim/returns?state=requested')).toMatchObject({ total: 1 })
  })

  test('offers whose dealers wait for prices', async () => {
    const goods = await product(shop)
    await pool.execute(
      `WITH made AS (INSERT INTO offers (offer_no, dealer_id, user_id, description, currency, rates, negotiation, agreed_until, is_cancel, cancelled_at)
       SELECT 'TPANO' || n, $1, $2, '', 'TRY', '{"TRY": "1"}', s.state, CASE WHEN s.state = 'agreed' THEN now() END,
              n = 2, CASE WHEN n = 2 THEN now() END
         FROM unnest(ARRAY['asked', 'asked', 'answered', 'agreed', NULL, 'asked']) WITH ORDINALITY AS s (state, n) RETURNING id)
       INSERT INTO offer_items (offer_id, line_no, product_id, unit_id, code, name, unit, multiplier, quantity, price_value,
                                price_currency, tax_rate)
       SELECT id, 1, $3, $4, 'P', 'P', 'ADET', 1, 1, 100, 'TRY', 20 FROM made`,
      [buyer.actor.dealer?.id, buyer.actor.userId, goods.id, goods.unitId],
    )
    expect(await taskOf('askedOffers')).toBe(2)
    expect(await listOf('/yonetim/offers?status=asked')).toMatchObject({ total: 2 })
    const own = await buyer.send('GET', '/api/catalog/offers?status=asked')
    expect(own.body).toMatchObject({ total: 2, status: 'asked' })
  })

  test('applications of new dealers that wait for the store', async () => {
    await pool.execute(
      `INSERT INTO applications (application_no, form, request_hash, token_hash, state, company, tax_office, tax_number,
         address, district, city, contact_name, email, phone, business, locale, network, decided_at)
       SELECT 'BPANO' || s.state, 'form of the application ' || s.state, '', sha256(s.state::bytea), s.state, 'A', '',
              '1234567890', '', '', '', '', '', '', 'other', 'tr', '::', CASE WHEN s.state = 'refused' THEN now() END
         FROM unnest(ARRAY['new', 'asked', 'answered', 'refused']) AS s (state)`,
    )
    expect(await taskOf('applications')).toBe(2)
    expect(await listOf('/yonetim/applications?state=waiting')).toMatchObject({ total: 2 })
  })

  test('back-orders that stock covers, shared out by age among units that are completed as a whole', async () => {
    const [enough, scarce, none] = [
      await product(shop, { stock: 1 }),
      await product(shop, { stock: 1 }),
      await product(shop, { stock: 1 }),
    ]
    const order = async (unitId: number, quantity: number) =>
      moveTo(staff, await placeOrder(shop, buyer, { [unitId]: quantity }), 'received', 'confirmed')
    for (const goods of [enough, scarce, none]) {
      await order(goods.unitId, 4)
      await order(goods.unitId, 3)
    }
    await setStock(pool, enough.id, 6)
    await setStock(pool, scarce.id, 2)
    expect(await taskOf('backOrdersReady')).toBe(3)
    expect(await listOf('/yonetim/back-orders?ready=1')).toMatchObject({ total: 3 })
  })

  test('emails that could not be delivered', async () => {
    const before = await taskOf('failedEmails')
    await pool.execute(
      `INSERT INTO failed_emails (job_id, name, data, recipient, error)
       SELECT gen_random_uuid(), 'order-mail', '{}', 's…@example.com', '550 unknown' FROM generate_series(1, 3)`,
    )
    expect(await taskOf('failedEmails')).toBe(before + 3)
    expect(await listOf('/yonetim/failed-emails')).toMatchObject({ total: before + 3 })
    await staff.send('POST', '/yonetim/failed-emails/retry', { body: { id: randomUUID() } })
    expect(await taskOf('failedEmails')).toBe(before + 3)
  })

  test('dealers with overdue debts, in any currency and by whoever gave the figure', async () => {
    const dealers = await Promise.all(Array.from({ length: 6 }, () => addDealer(pool)))
    const [due, notDue, foreign, given, imported] = dealers.map(({ dealer }) => dealer?.id ?? 0)
    await pool.execute(
      `INSERT INTO account_movements (dealer_id, posted_on, due_on, kind, description, debit, credit, currency, reference, unpaid)
       SELECT d.id, now() - interval '40 days', now() + d.days * interval '1 day', 'invoice', '-', 100, 0, d.currency,
              'PANO' || d.id, 100
         FROM (VALUES ($1::integer, -2, 'TRY'), ($2, 2, 'TRY'), ($3, -2, 'USD')) AS d (id, days, currency)`,
      [due, notDue, foreign],
    )
    await pool.execute(
      `INSERT INTO dealer_balances (dealer_id, currency, balance, overdue_balance, is_overdue_imported, as_of)
       SELECT d.id, d.currency, 100, d.overdue, d.overdue > 0, now()::date
         FROM (VALUES ($1::integer, 'TRY', 0), ($2, 'TRY', 0), ($3, 'USD', 0), ($4, 'TRY', 50)) AS d (id, currency, overdue)`,
      [due, notDue, foreign, imported],
    )
    await pool.execute('UPDATE dealers SET overdue_balance = 10, balance = 10 WHERE id = $1', [given])
    const { items, total } = await listOf('/yonetim/dealers?show=overdue&limit=100')
    expect(total).toBe(await taskOf('overdueDealers'))
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set([due, foreign, given, imported]))
    const all = (await listOf('/yonetim/dealers?limit=100')).items as {
      id: number
      overdueBalance: number
      foreignOverdue: unknown[]
    }[]
    const owing = all.filter(({ overdueBalance, foreignOverdue }) => overdueBalance > 0 || foreignOverdue.length > 0)
    expect(owing).toHaveLength(total)
  })

  test('products that ran out today while a back-order, a watching user or a cart waits for them', async () => {
    const before = await taskOf('ranOut')
    const sold = async (parts = {}) => {
      const goods = await product(shop, { stock: 2, ...parts })
      // The stock is of yesterday.
      await pool.execute("UPDATE stock_movements SET created_at = now() - interval '1 day' WHERE product_id = $1", [
        goods.id,
      ])
      return goods
    }
    const [ordered, watched, inCart, forgotten, stocked] = [
      await sold(),
      await sold(),
      await sold(),
      await sold(),
      await sold({ stock: 9 }),
    ]
    await placeOrder(shop, buyer, { [ordered.unitId]: 5 })
    const other = await addBuyer(shop)
    for (const { unitId } of [watched, inCart, forgotten, stocked]) await placeOrder(shop, other, { [unitId]: 2 })
    await pool.execute('INSERT INTO stock_watches (user_id, product_id) VALUES ($1, $2)', [
      other.actor.userId,
      watched.id,
    ])
    await fillCart(
      pool,
      buyer.actor,
      [inCart, stocked].map(({ unitId }) => ({ unitId, quantity: 1 })),
    )
    // New today: it had no stock when the day began.
    const newcomer = await product(shop, { stock: 1 })
    await placeOrder(shop, other, { [newcomer.unitId]: 3 })
    expect((await taskOf('ranOut')) - before).toBe(3)
    const { items, total } = await listOf('/yonetim/products?state=ranOut&limit=100')
    expect(total).toBe(before + 3)
    const ids = items.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([ordered.id, watched.id, inCart.id]))
    for (const { id } of [forgotten, stocked, newcomer]) expect(ids).not.toContain(id)
    expect(await listOf(`/yonetim/products?state=ranOut&q=${watched.code}`)).toMatchObject({
      total: 1,
      items: [{ id: watched.id, stock: 0 }],
    })
  })
})
