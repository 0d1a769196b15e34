import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import { planKeys } from '#contract/core/money.ts'
import type { ManagedPlan } from '#contract/admin/plans.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(() => shop.close())

type List = { items: ManagedPlan[]; stamp: string }
const list = async () => (await staff.send('GET', '/yonetim/payment-plans')).body as List
async function save(parts: Partial<Record<ManagedPlan['key'], Partial<ManagedPlan>>>, stamp?: string) {
  const now = await list()
  const items = now.items.map((plan) => ({ ...plan, isEnabled: false, isDefault: false, ...parts[plan.key] }))
  return staff.send('PATCH', '/yonetim/payment-plans', { body: { items, stamp: stamp ?? now.stamp } })
}

test('lists five payment plans, and offers enabled ones at once', async () => {
  expect((await list()).items.map(({ key }) => key)).toEqual([...planKeys])
  const answer = await save({
    advencePrice1: { name: ' Peşin ', isEnabled: true, isDefault: true },
    advencePrice3: { name: '60 gün', isEnabled: true, isVirtual: true },
  })
  expect(answer.status).toBe(200)
  const dealer = await shop.signedIn(await addDealer(shop.database.pool))
  expect((await dealer.send('GET', '/api/visitor')).body).toMatchObject({
    plans: [
      { priceName: 'advencePrice1', name: 'Peşin', varsayilan: true, isVirtual: false },
      { priceName: 'advencePrice3', name: '60 gün', varsayilan: false, isVirtual: true },
    ],
  })
})

test('writes the differences to the audit log', async () => {
  await save({ advencePrice1: { name: 'Nakit', isEnabled: true, isDefault: true } })
  const { items } = (await staff.send('GET', '/yonetim/audit?noun=payment_plan')).body as { items: AuditEntry[] }
  const byKey = new Map(items.toReversed().map((entry) => [entry.nounId, entry]))
  expect(byKey.get('advencePrice1')).toMatchObject({ before: { name: 'Peşin' }, after: { name: 'Nakit' } })
  expect(byKey.get('advencePrice3')).toMatchObject({ before: { is_enabled: true }, after: { is_enabled: false } })
})

test('returns 409 to the second of two administrators', async () => {
  const { stamp } = await list()
  await save({ advencePrice1: { name: 'Önce', isEnabled: true } })
  expect(codeOf(await save({ advencePrice1: { name: 'Sonra', isEnabled: true } }, stamp))).toBe('settings_changed')
  expect((await list()).items[0]).toMatchObject({ name: 'Önce' })
})

test.each([
  ['no name', { advencePrice2: { name: '  ', isEnabled: true } }],
  [
    'two defaults',
    {
      advencePrice1: { isEnabled: true, isDefault: true, name: 'A' },
      advencePrice2: { isEnabled: true, isDefault: true, name: 'B' },
    },
  ],
  ['a default that is not enabled', { advencePrice1: { name: 'A', isDefault: true } }],
])('rejects %s', async (_name, parts) => {
  const answer = await save(parts)
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 422, code: 'validation_failed' })
})
