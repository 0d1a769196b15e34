import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EarlyPaymentValues, ManagedEarlyStep } from '#contract/admin/early-payment.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { earlyPaymentSteps } from './early-payment.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: Actor

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  dealer = await addDealer(pool)
  await pool.execute("INSERT INTO dealer_groups (code, name) VALUES ('ALTIN', 'Altın bayiler')")
  await pool.execute('UPDATE dealers SET group_id = (SELECT id FROM dealer_groups) WHERE id = $1', [dealer.dealer?.id])
})
beforeEach(() => shop.database.pool.execute('DELETE FROM early_payment_steps'))
afterAll(() => shop.close())

const path = '/yonetim/early-payment'
const add = (values: Partial<EarlyPaymentValues>) =>
  staff.send('POST', path, { body: { values: { scope: 'everyone', code: '', days: '10', percent: '3', ...values } } })
const list = async () => ((await staff.send('GET', path)).body as { items: ManagedEarlyStep[] }).items
const stepsOf = (who = dealer) => earlyPaymentSteps(shop.database.pool, who.dealer?.id ?? 0)

test('a step is for everyone, a group or a dealer, and the nearest steps take the place of the others', async () => {
  await add({ days: '20', percent: '%1,5' })
  await add({ days: '10', percent: '3' })
  expect(await stepsOf()).toEqual([
    { days: 10, percent: '3' },
    { days: 20, percent: '1.5' },
  ])
  await add({ scope: 'group', code: 'ALTIN', days: '15', percent: '4' })
  expect(await stepsOf()).toEqual([{ days: 15, percent: '4' }])
  await add({ scope: 'dealer', code: dealer.dealer?.code ?? '', days: '5', percent: '5' })
  expect(await stepsOf()).toEqual([{ days: 5, percent: '5' }])
  expect(await stepsOf(await addDealer(shop.database.pool))).toHaveLength(2)
  expect((await list()).map((step) => [step.dealer?.code ?? step.group?.code ?? null, step.days])).toEqual([
    [null, 10],
    [null, 20],
    ['ALTIN', 15],
    [dealer.dealer?.code, 5],
  ])
})

test('a removed step is gone, and both are in the audit log', async () => {
  await add({})
  const [step] = await list()
  expect(await staff.send('DELETE', `${path}/${step?.id}`)).toMatchObject({ status: 200, body: { items: [] } })
  expect(codeOf(await staff.send('DELETE', `${path}/${step?.id}`))).toBe('not_found')
  const audited = await shop.database.pool.query(
    "SELECT action, noun_id FROM audit_log WHERE noun = 'early_payment' ORDER BY id DESC LIMIT 2",
  )
  expect(audited).toEqual([
    { action: 'remove', noun_id: '*' },
    { action: 'create', noun_id: '*' },
  ])
})

test.each([
  ['no days', { days: '' }, 'days'],
  ['no whole days', { days: '1,5' }, 'days'],
  ['days below 1', { days: '0' }, 'days'],
  ['days above 365', { days: '366' }, 'days'],
  ['a negative percentage', { percent: '-3' }, 'percent'],
  ['a percentage of 0', { percent: '0' }, 'percent'],
  ['a percentage above 50', { percent: '50,01' }, 'percent'],
  ['letters', { percent: 'üç' }, 'percent'],
  ['an unknown dealer', { scope: 'dealer', code: 'YOK' }, 'code'],
  ['an unknown group', { scope: 'group', code: '' }, 'code'],
  ['the days of another step', { days: '30' }, 'days'],
  ['less for paying earlier', { days: '20', percent: '1' }, 'percent'],
  ['more for paying later', { days: '40', percent: '2,5' }, 'percent'],
] as const)('refuses %s with its field', async (_what, values, field) => {
  await add({ days: '30', percent: '2' })
  const answer = await add(values)
  expect(codeOf(answer)).toBe('validation_failed')
  expect(Object.keys((answer.body as { error: { fields: object } }).error.fields)).toEqual([field])
  expect(await list()).toHaveLength(1)
})
