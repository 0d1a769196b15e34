import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPeople, type People } from '#testing/people.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { loadShopRows } from './shop-rows.ts'

let shop: TestShop
let people: People
let dealer: string

/** A movement of the shop for the payment of the dealer. */
async function post(reference: string, debit: number, credit: number): Promise<number> {
  const { payment } = people
  const row = await shop.database.pool.one<{ id: number }>(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, debit, credit, currency, reference)
     SELECT dealer_id, '2026-11-30', '2026-11-30', $2, CASE WHEN $3 > 0 THEN 'debit' ELSE 'payment' END, $3, $4, 'TRY', $5
       FROM payments WHERE id = $1 RETURNING id`,
    [payment.id, payment.reference, debit, credit, reference],
  )
  return row?.id ?? 0
}

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  dealer = people.dealer.dealer?.code ?? ''
  const { pool } = shop.database
  const { id, reference } = people.payment
  await pool.execute('UPDATE payments SET movement_id = $2 WHERE id = $1', [
    id,
    await post(`KART-${reference}`, 0, 250),
  ])
  const refund = await pool.one<{ id: number }>(
    `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, state, movement_id)
     VALUES ($1, gen_random_uuid()::text, 'refund', 40, 'done', $2) RETURNING id`,
    [id, await post(`KART-${reference}-1`, 40, 0)],
  )
  await pool.execute(
    "INSERT INTO erp_documents (kind, subject_id, document_no) VALUES ('payment', $1, 'KKF-481'), ('refund', $2, 'KKI-482')",
    [id, refund?.id],
  )
})
afterAll(() => shop.close())

const row = (reference: string, documentNo: string, amounts: object) => ({
  ...{ dealer, reference, date: '2026-12-01', documentNo, kind: 'payment', currency: 'TRY' },
  ...amounts,
})

test('the ERP’s bookings of card payments and refunds are movements that the shop has', async () => {
  const rows = [
    row('481', 'KKF-481', { debit: '0', credit: '250.0000' }),
    row('482', 'KKI-482', { debit: 40, credit: 0 }),
    row('KKF-481', '', { credit: '250' }),
  ]
  const found = await loadShopRows(shop.database.pool, 'movements', rows)
  expect([...found]).toEqual(['481', '482', 'KKF-481'].map((reference) => [`${dealer} · ${reference}`, {}]))
})

test('movements of another amount, document or dealer are not', async () => {
  const rows = [
    row('483', 'KKF-481', { credit: '249' }),
    row('484', 'KKF-484', { credit: '250' }),
    row('485', 'KKF-481', { debit: '250' }),
    { ...row('486', 'KKF-481', { credit: '250' }), dealer: people.other.dealer?.code },
  ]
  expect(await loadShopRows(shop.database.pool, 'movements', rows)).toEqual(new Map())
})
