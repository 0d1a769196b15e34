import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DealerDetail } from '#contract/admin/dealers.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import type { UserDetail } from '#contract/admin/users.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { type Answer, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

export let shop: TestShop
export let admin: Actor
export let staff: TestVisitor
export let dealer: Actor

/** Opens a shop with an administrator for the file's tests. Each test has a new dealer. */
export function useTestUsers(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    admin = await addAdmin(shop.database.pool)
    await signInStaff()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    dealer = await addDealer(shop.database.pool)
  })
}

/** Signs the administrator in, for the first time or after its sessions have ended. */
export async function signInStaff(): Promise<void> {
  staff = await shop.signedIn(admin)
}

export const fieldsOf = (answer: Answer) => (answer.body as ErrorBody).error.fields ?? {}
export const dealerOf = async (id = dealer.dealer?.id) =>
  (await staff.send('GET', `/yonetim/dealers/${id}`)).body as DealerDetail
export const userOf = async (id = dealer.userId) => (await staff.send('GET', `/yonetim/users/${id}`)).body as UserDetail
export const lastAudit = async () =>
  shop.database.pool.one('SELECT user_id, action, noun, noun_id, before, after FROM audit_log ORDER BY id DESC LIMIT 1')
