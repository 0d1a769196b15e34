import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Order } from '#contract/shop/orders.ts'
import { findBroken } from '#faults/invariants.ts'
import { paymentSubjects } from '#server/shop/payment-subjects.ts'
import type { StartRequest } from '#server/payments/payments.ts'
import type { Actor, Choices } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { drivePayments, type PaymentDriver, type Started } from '#testing/payments.ts'
import { actor, pool, run, store, summary } from './test-checkout.ts'

/** Drives payments of the test checkout's carts without a bank. */
export let driver: PaymentDriver

/** Call after `useTestCheckout`. Adds a plan for cards, and checks the books of all payments at the end. */
export function usePaidCarts(): void {
  beforeAll(async () => {
    await pool.execute("INSERT INTO payment_plans (key, name, is_virtual) VALUES ('advencePrice3', 'Kart', true)")
    await store.refresh()
    driver = await drivePayments({ pool, subjects: paymentSubjects({ store, now: () => new Date() }) })
  })
  beforeEach(() => store.refresh())
  afterAll(async () => expect(await findBroken(pool)).toEqual([]))
}

export type Way = { who?: Actor | null; choices?: Choices } & Partial<StartRequest>

export const start = ({ who = actor, choices = {}, ...request }: Way = {}) =>
  driver.start('order', testContext({ actor: who, choices }), request)

export async function started(way: Way = {}): Promise<Started> {
  const answer = await start(way)
  if (!answer.ok) throw new Error(`The payment was refused: ${JSON.stringify(answer)}`)
  return answer
}

/** Starts and completes a payment, and returns the order as its dealer sees it. */
export async function paid(way: Way = {}): Promise<{ payment: Started; order: Order }> {
  const payment = await started(way)
  expect(await driver.confirm(payment.id)).toBeNull()
  expect(await driver.capture(payment.id)).toMatchObject({ kind: 'order', attention: null })
  return { payment, order: await summary() }
}

export const reasons = (id: number) =>
  pool.query('SELECT reason, quantity FROM stock_movements WHERE payment_id = $1 ORDER BY id', [id])

export const cancel = (id: number) =>
  run('PATCH', '/api/catalog/order/:id', { params: { id: String(id) }, body: { cancel: true } })
