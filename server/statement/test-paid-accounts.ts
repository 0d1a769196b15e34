import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { paymentSubjects } from '#server/shop/payment-subjects.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { drivePayments, type PaymentDriver } from '#testing/payments.ts'

export const today = '2026-11-21'
export const moment = new Date(`${today}T10:00:00Z`)
export let pool: TestDatabase['pool']
let database: TestDatabase
export let store: Store
export let driver: PaymentDriver
export let withFee: PaymentDriver
export let actor: Actor

/** Opens a store where dealers pay on account, with a fee of 50 or none. Each test has a dealer of its own. */
export function usePaidAccounts(): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    pool = database.pool
    store = await createStore(pool)
    const deps = { pool, subjects: paymentSubjects({ store, now: () => moment }), now: () => moment }
    driver = await drivePayments(deps)
    withFee = await drivePayments({ ...deps, fee: '50.00' })
  })
  beforeEach(async () => {
    actor = await addDealer(pool)
  })
  afterAll(async () => {
    expect(await findBroken(pool)).toEqual([])
    await store.close()
    await database.drop()
  })
}

export const dealerId = () => actor.dealer?.id ?? 0
export const start = (amount: string | null, who: Actor | null = actor, description = '') =>
  driver.start('account', testContext({ actor: who }), { amount, description })

export async function pay(amount: string, by = driver): Promise<number> {
  const started = await by.start('account', testContext({ actor }), { amount })
  if (!started.ok) throw new Error(started.code)
  await by.confirm(started.id)
  await by.capture(started.id)
  return started.id
}
