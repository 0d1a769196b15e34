import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DealerDetail } from '#contract/admin/dealers.ts'
import type { PriceRuleDetail, PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { RuleProposal } from '#contract/admin/rule-proposals.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { ruleForm } from '#testing/price-rule-requests.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let first: TestVisitor
let second: TestVisitor
let dealer: TestVisitor
let actor: Actor
let drill: TestProduct
let group: number

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  actor = await addDealer(pool, { discount: 0 })
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 500, taxRate: 20 })
  await shop.settle()
  first = await shop.signedIn(await addAdmin(pool))
  second = await shop.signedIn(await addAdmin(pool))
  dealer = await shop.signedIn(actor)
  const values = { code: 'A', name: 'A bayileri' }
  group = ((await first.send('POST', '/yonetim/dealer-groups', { body: { values } })).body as { id: number }).id
  await shop.setSetting('pricesNeedTwoOver', 20)
})
afterAll(() => shop.close())

type Saved = PriceRuleDetail & { isWaiting: boolean }
const form: PriceRuleValues = { ...ruleForm, isActive: true }
const create = async (values: Partial<PriceRuleValues> = {}) =>
  (await first.send('POST', '/yonetim/price-rules', { body: { values: { ...form, ...values } } })).body as Saved
const change = (id: number, before: PriceRuleValues, values: PriceRuleValues) =>
  first.send('PATCH', `/yonetim/price-rules/${id}`, { body: { before, values } })
const turn = (id: number, isActive: boolean) =>
  first.send('POST', `/yonetim/price-rules/${id}/state`, { body: { isActive } })
const waiting = async () =>
  ((await second.send('GET', '/yonetim/rule-proposals')).body as { items: RuleProposal[] }).items
const decide = (by: TestVisitor, { id, stamp }: RuleProposal, decision: 'approve' | 'decline') =>
  by.send('POST', `/yonetim/rule-proposals/${id}/${decision}`, { ...(decision === 'approve' && { body: { stamp } }) })
const price = async () =>
  ((await dealer.send('GET', `/api/catalog/product/${drill.id}`)).body as { salePrice: { value: number } }).salePrice
    .value

/** Approves the only change that waits. */
async function approve(): Promise<void> {
  const [only, ...others] = await waiting()
  expect(others).toEqual([])
  expect((await decide(second, only!, 'approve')).status).toBe(200)
}

test('a new rule is switched off until somebody else approves it', async () => {
  const rule = await create()
  expect(rule).toMatchObject({ isWaiting: true, state: 'off' })
  expect(await price()).toBe(100)
  const [proposal] = await waiting()
  expect(proposal).toMatchObject({ kind: 'switch', isActive: true, rule: { id: rule.id, chain: '10' }, changes: [] })
  expect(codeOf(await decide(first, proposal!, 'approve'))).toBe('second_person_needed')
  expect(await price()).toBe(100)
  await approve()
  expect(await price()).toBe(90)
  expect(codeOf(await decide(second, proposal!, 'approve'))).toBe('proposal_decided')
  expect(await waiting()).toEqual([])
})

test('a change waits with what it changes, and is refused if the rule has changed since it was shown', async () => {
  const { id, values } = await create({ isActive: false, chain: '20', name: 'Kapalı' })
  expect(await waiting()).toEqual([])
  // Without an effect on prices nothing waits.
  const renamed = { ...values, name: 'Yeni ad', chain: '30' }
  expect((await change(id, values, renamed)).body).toMatchObject({ isWaiting: false })
  await turn(id, true)
  const [shown] = await waiting()
  await change(id, renamed, { ...renamed, chain: '40' })
  expect(codeOf(await decide(second, shown!, 'approve'))).toBe('price_rule_changed')
  expect(await price()).toBe(90)
  await approve()
  expect(await price()).toBe(60)

  const now = { ...renamed, chain: '40', isActive: true }
  expect((await change(id, now, { ...now, name: 'Başka ad' })).body).toMatchObject({ isWaiting: false })
  const named = { ...now, name: 'Başka ad' }
  expect((await change(id, named, { ...named, chain: '50', priority: '3' })).body).toMatchObject({
    isWaiting: true,
    values: { chain: '40' },
  })
  expect(await price()).toBe(60)
  expect(await waiting()).toMatchObject([
    {
      kind: 'change',
      changes: [
        { field: 'chain', before: '40', after: '50' },
        { field: 'priority', before: '0', after: '3' },
      ],
    },
  ])
  await approve()
  expect(await price()).toBe(50)

  await first.send('DELETE', `/yonetim/price-rules/${id}`)
  expect(await price()).toBe(50)
  expect(await waiting()).toMatchObject([{ kind: 'delete', rule: { name: 'Başka ad' } }])
  await approve()
  expect(await price()).toBe(90)
})

test('switching off waits; who requested it withdraws it', async () => {
  const [rule] = await shop.database.pool.query<{ id: number }>('SELECT id FROM price_rules WHERE is_active')
  expect((await turn(rule!.id, false)).body).toMatchObject({ isWaiting: true, state: 'now' })
  const [proposal] = await waiting()
  expect((await decide(first, proposal!, 'decline')).status).toBe(200)
  expect(await price()).toBe(90)
  await turn(rule!.id, false)
  await approve()
  expect(await price()).toBe(100)
})

test('the dealers of a group wait once an active rule names it', async () => {
  const code = actor.dealer?.code ?? ''
  const join = () => first.send('POST', `/yonetim/dealer-groups/${group}/dealers`, { body: { codes: [code] } })
  const leave = () => first.send('DELETE', `/yonetim/dealer-groups/${group}/dealers/${actor.dealer?.id}`)
  expect((await join()).body).toEqual({ added: 1, moved: 0, isWaiting: false })
  await leave()
  await create({ group: 'A', chain: '25' })
  await approve()
  expect((await join()).body).toEqual({ added: 0, moved: 0, isWaiting: true })
  expect(await price()).toBe(100)
  expect(await waiting()).toMatchObject([
    { kind: 'join', group: { id: group, code: 'A' }, dealers: [expect.stringContaining(code)] },
  ])
  await approve()
  expect(await price()).toBe(75)

  // The dealer's card cannot keep a change, so it names the page of the group.
  const path = `/yonetim/dealers/${actor.dealer?.id}`
  const { values } = (await first.send('GET', path)).body as DealerDetail
  const body = { before: values, values: { ...values, group: '' } }
  const refused = await first.send('PATCH', path, { body })
  expect((refused.body as ErrorBody).error.fields).toEqual({ group: expect.stringContaining('grubun sayfasından') })
  expect(
    (await first.send('PATCH', path, { body: { before: values, values: { ...values, city: 'Bolu' } } })).status,
  ).toBe(200)

  expect((await leave()).body).toEqual({ success: true, isWaiting: true })
  expect(await price()).toBe(75)
  await approve()
  expect(await price()).toBe(100)
})

test('the audit log has the request and the approval', async () => {
  const rule = await create({ code: 'IKI', product: 'MATKAP' })
  await approve()
  const entries = await shop.database.pool.query(
    "SELECT action, after->>'waiting' AS waiting, user_id FROM audit_log WHERE noun_id = 'IKI' ORDER BY id",
  )
  expect(entries).toMatchObject([
    { action: 'create', waiting: null },
    { action: 'activate', waiting: 'true' },
    { action: 'approve' },
    { action: 'activate', waiting: null },
  ])
  const users = entries.map(({ user_id }: { user_id?: number }) => user_id)
  expect(users[2]).not.toBe(users[1])
  expect(users[3]).toBe(users[2])
  await turn(rule.id, false)
  await approve()
})

test('rules of quantity, which leave prices alone, do not wait', async () => {
  const rule = await create({ kind: 'minimum', product: 'MATKAP', chain: '', quantity: '2' })
  expect(rule).toMatchObject({ isWaiting: false, state: 'now' })
  expect((await turn(rule.id, false)).body).toMatchObject({ isWaiting: false })
  expect(await waiting()).toEqual([])
})

test('without a limit nothing waits', async () => {
  await shop.setSetting('pricesNeedTwoOver', 0)
  const rule = await create({ product: 'MATKAP', chain: '5' })
  expect(rule).toMatchObject({ isWaiting: false, state: 'now' })
  expect(await price()).toBe(95)
})
