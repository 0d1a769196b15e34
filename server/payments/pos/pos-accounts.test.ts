import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { choosePlan, loadPosTerms, openCardPayment, type PlanChoice } from './pos-accounts.ts'
import { openSecrets, sealSecrets, SecretsError } from './pos-secrets.ts'
import { fillCardBins } from '#server/payments/bins/shipped-bins.ts'
import { addPosAccount } from './test-pos.ts'

const secret = 'a secret of at least thirty-two letters'
const keys = { name: 'API', password: 'gizli-parola', storeKey: 'depo-anahtarı' }
let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createTestDatabase()
  store = await createStore(database.pool, { pollMilliseconds: 20 })
  await fillCardBins(database.pool)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

describe('the keys of an account', () => {
  test('are decrypted with the same secret for the same account, and are encrypted differently each time', () => {
    const sealed = sealSecrets(secret, 'akbank', keys)
    expect(openSecrets(secret, 'akbank', sealed)).toEqual(keys)
    expect(sealSecrets(secret, 'akbank', keys).equals(sealed)).toBe(false)
    expect(sealed.toString('latin1')).not.toContain('gizli')
    expect(openSecrets(secret, 'akbank', null)).toEqual({})
  })

  test.each([
    ['another secret', `${secret}!`, 'akbank', (sealed: Buffer) => sealed],
    ['another account', secret, 'ziraat', (sealed: Buffer) => sealed],
    [
      'a changed byte',
      secret,
      'akbank',
      (sealed: Buffer) => Buffer.from(sealed.map((byte, at) => (at === sealed.length - 1 ? byte ^ 1 : byte))),
    ],
    ['a truncated value', secret, 'akbank', (sealed: Buffer) => sealed.subarray(0, 20)],
  ])('%s cannot be decrypted, and the error says what to do', (_what, other, code, change) => {
    const sealed = change(sealSecrets(secret, 'akbank', keys))
    const open = () => openSecrets(other, code, sealed)
    expect(open).toThrow(SecretsError)
    expect(open).toThrow(/SESSION_SECRET.*toptan pos secret/s)
    expect(open).not.toThrow(/gizli|depo/)
  })
})

test('pages show a new first account within a second, and its removal too', async () => {
  const cardPayment = openCardPayment({ pool: database.pool, store, hasSandbox: false })
  const none = { hasCardPayment: false, hasCardForm: false, foreignCards: [] }
  expect(await cardPayment.facts()).toEqual(none)
  await addPosAccount(database.pool, { code: 'sandbox', environment: 'sandbox' })
  const id = await addPosAccount(database.pool, { code: 'hosted', mode: 'hosted' })
  await expect.poll(() => cardPayment.facts()).toEqual({ ...none, hasCardPayment: true })
  await database.pool.execute('UPDATE pos_accounts SET is_active = false WHERE id = $1', [id])
  await expect.poll(() => cardPayment.facts()).toEqual(none)
  await database.pool.execute('DELETE FROM pos_accounts')
})

test('the terms of an account include its keys, whether it is active or not', async () => {
  const id = await addPosAccount(database.pool, { code: 'closed', isActive: false, secrets: { secret, keys } })
  expect(await loadPosTerms(database.pool, id, secret)).toEqual({
    id,
    adapter: 'nestpay',
    mode: 'own_form',
    environment: 'test',
    settings: {},
    secrets: keys,
  })
  await expect(loadPosTerms(database.pool, id, `${secret}!`)).rejects.toThrow(SecretsError)
})

describe('choosing the account and plan of a payment', () => {
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    const { pool } = database
    const plans = [[1], [3, 4.5], [6, 9.25]] as const
    ids.garanti = await addPosAccount(pool, { code: 'garanti', bankCode: '0062', families: ['Bonus'], plans })
    ids.akbank = await addPosAccount(pool, {
      code: 'akbank',
      bankCode: '0046',
      families: ['Axess'],
      plans,
      isDefault: true,
    })
    ids.page = await addPosAccount(pool, { code: 'page', mode: 'hosted', plans: [[1], [2, 1]] })
    ids.box = await addPosAccount(pool, { code: 'box', environment: 'sandbox', families: ['Maximum'], plans })
  })
  const choice: PlanChoice = {
    bin8: '43550843',
    installment: 1,
    planId: null,
    amount: '1000',
    currency: 'TRY' as const,
    categoryIds: [],
    today: '2026-11-21',
    installmentLimit: 0,
    hasSandbox: false,
  }
  const choose = (change: Partial<PlanChoice>) => choosePlan(database.pool, { ...choice, ...change })
  const planOf = async (code: string, installment: number) =>
    (
      await database.pool.one<{ id: number }>(
        'SELECT p.id FROM pos_plans p JOIN pos_accounts a ON a.id = p.pos_account_id WHERE a.code = $1 AND installment = $2',
        [code, installment],
      )
    )?.id ?? 0

  test('gives a credit card of a program the chosen plan with the fee of our own table', async () => {
    expect(await choose({ installment: 6, planId: await planOf('akbank', 6) })).toEqual({
      ok: true,
      posAccountId: ids.akbank,
      posRuleId: null,
      planId: await planOf('akbank', 6),
      feePercent: '9.250',
      installment: 6,
      bank: 'Akbank',
      scheme: 'VISA',
      family: 'Axess',
      isCommercial: false,
      extraInstallments: 0,
      mode: 'own_form',
      card: {
        bank: 'Akbank',
        bankCode: '0046',
        scheme: 'VISA',
        type: 'credit',
        family: 'Axess',
        isCommercial: false,
      },
    })
    expect(await choose({ bin8: '45435900' })).toMatchObject({ ok: true, posAccountId: ids.akbank })
    expect(await choose({ bin8: '45435900', hasSandbox: true })).toMatchObject({ posAccountId: ids.box })
  })

  test.each([
    ['a plan of another account', { installment: 6, planId: -6 }],
    ['a plan with another number of installments', { installment: 3, planId: -3 }],
    ['installments of a foreign card', { bin8: '40000000', installment: 3 }],
    ['installments of a debit card', { bin8: '01610299', installment: 3 }],
    ['a number of installments that no plan has', { installment: 2 }],
    ['installments up to installmentLimit', { installment: 3, installmentLimit: 1000 }],
  ])('refuses %s', async (_what, change) => {
    const foreign: Record<number, number> = { [-6]: await planOf('garanti', 6), [-3]: await planOf('akbank', 6) }
    const planId = 'planId' in change ? (foreign[change.planId] ?? null) : null
    expect(await choose({ ...change, planId })).toMatchObject({ ok: false, code: 'installment_unknown' })
  })

  test('applies a category’s limit to all categories below it', async () => {
    const { pool } = database
    const category = (slug: string, parent: number | null) =>
      pool.one<{ id: number }>('INSERT INTO categories (name, slug, parent_id) VALUES ($1, $1, $2) RETURNING id', [
        slug,
        parent,
      ])
    const top = await category('elektronik', null)
    const below = await category('telefon', top?.id ?? 0)
    await pool.execute("INSERT INTO installment_limits (card_class, category_id, most) VALUES ('personal', $1, 4)", [
      top?.id,
    ])
    const bought = { categoryIds: [below?.id ?? 0] }
    expect(await choose({ ...bought, installment: 3 })).toMatchObject({ ok: true })
    expect(await choose({ ...bought, installment: 6 })).toMatchObject({ code: 'installment_unknown' })
    expect(await choose({ installment: 6 })).toMatchObject({ ok: true })
  })

  test('offers plans of hosted accounts for cards typed on the provider’s page', async () => {
    expect(await choose({ bin8: null })).toMatchObject({ posAccountId: ids.page, mode: 'hosted', bank: '' })
    expect(await choose({ bin8: null, installment: 2 })).toMatchObject({ feePercent: '1.000' })
    expect(await choose({ bin8: null, installment: 3 })).toMatchObject({ code: 'installment_unknown' })
  })

  test('refuses an amount that no account takes', async () => {
    await database.pool.execute('UPDATE pos_accounts SET max_amount = 500')
    expect(await choose({})).toMatchObject({ code: 'card_payment_off' })
  })
})
