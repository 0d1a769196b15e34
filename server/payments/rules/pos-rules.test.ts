import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import type { ManagedPosRule, PosRuleValues, PreviewedRoute } from '#contract/admin/pos-rules.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { type CardShop, openCardShop } from '#testing/card-shop.ts'
import { codeOf, type Method, type TestVisitor } from '#testing/shop.ts'

let bank: CardShop
let staff: TestVisitor
const ids: Record<string, number> = {}

beforeAll(async () => {
  bank = await openCardShop()
  staff = await bank.shop.signedIn(await addAdmin(bank.pool))
  const rows = await bank.pool.query<{ id: number; code: string }>('SELECT id, code FROM pos_accounts')
  for (const { id, code } of rows) ids[code] = id
})
beforeEach(() => bank.pool.execute('DELETE FROM pos_rules'))
afterAll(() => bank.close())

const send = (method: Method, path: string, body?: object) =>
  staff.send(method, `/yonetim/pos-rules${path}`, body === undefined ? {} : { body })
const itemsOf = ({ body }: { body: unknown }) => (body as { items: ManagedPosRule[] }).items
const to = (...codes: string[]) => ({ accounts: codes.map((code) => ({ id: ids[code] ?? 0, share: '' })) })
const shares = (given: Record<string, string>) => ({
  target: 'shares' as const,
  accounts: Object.entries(given).map(([code, share]) => ({ id: ids[code] ?? 0, share })),
})
const empty: PosRuleValues = {
  name: 'Kural',
  isActive: true,
  bins: '',
  families: [],
  bankCodes: [],
  cardTypes: [],
  cardClass: '',
  minAmount: '',
  maxAmount: '',
  installments: [],
  currency: '',
  target: 'ordered',
  shareBy: 'amount',
  accounts: [],
}
async function add(values: Partial<PosRuleValues>): Promise<ManagedPosRule[]> {
  return itemsOf(await send('POST', '', { values: { ...empty, ...values } }))
}
const fieldsOf = async (values: Partial<PosRuleValues>) => {
  const { body } = await send('POST', '', { values: { ...empty, ...values } })
  return (body as { error: { fields: Record<string, string> } }).error.fields
}
const problemsOf = (items: readonly ManagedPosRule[]) => items.map(({ problems }) => problems)

/** The route of the demo bank's credit card, 499990, which the account demo-arti takes without rules. */
async function preview(query: Record<string, string> = {}): Promise<PreviewedRoute[]> {
  const params = new URLSearchParams({ digits: '49999000', amount: '100', installment: '1', currency: 'TRY', ...query })
  return ((await send('GET', `/preview?${params.toString()}`)).body as { routes: PreviewedRoute[] }).routes
}

describe('a rule', () => {
  test('is added, changed, ordered and removed, with every change in the audit log', async () => {
    const typed = { bins: '499990, 52659900', families: ['Artı'], minAmount: '1.000,5', currency: 'TRY' as const }
    const [rule] = await add({ name: ' Büyük ', ...typed, installments: [3, 2], ...to('demo-kule') })
    expect(rule?.values).toMatchObject({
      ...{ name: 'Büyük', bins: '499990, 52659900', minAmount: '1.000,50', installments: [2, 3] },
      ...to('demo-kule'),
    })
    const { id, values: before } = rule as ManagedPosRule
    const values = { ...before, bins: '', minAmount: '', target: 'cheapest' as const, ...to('demo-kule', 'demo-arti') }
    expect(itemsOf(await send('PATCH', `/${id}`, { before, values }))).toMatchObject([{ id, values }])
    // The first of two concurrent changes wins.
    const late = await send('PATCH', `/${id}`, { before, values: { ...before, minAmount: '5' } })
    expect(codeOf(late)).toBe('pos_rule_changed')
    const other = (await add({ name: 'Öbür', ...to('demo-arti') }))[1]?.id ?? 0
    const ordered = itemsOf(await send('POST', '/order', { ids: [other, id] }))
    expect(ordered.map(({ id: each }) => each)).toEqual([other, id])
    for (const wrong of [[other], [other, id, 0], [other, other]]) {
      expect(codeOf(await send('POST', '/order', { ids: wrong }))).toBe('pos_rules_changed')
    }
    expect(itemsOf(await send('DELETE', `/${other}`))).toHaveLength(1)
    expect(codeOf(await send('DELETE', `/${other}`))).toBe('not_found')
    expect(codeOf(await send('PATCH', `/${other}`, { before, values }))).toBe('not_found')

    const { items } = (await staff.send('GET', '/yonetim/audit?noun=pos_rule')).body as { items: AuditEntry[] }
    expect(items.map(({ action }) => action)).toEqual(['remove', 'change', 'create', 'change', 'create'])
    expect(items[1]).toMatchObject({ before: { order: ['Büyük', 'Öbür'] }, after: { order: ['Öbür', 'Büyük'] } })
    expect(items[3]).toMatchObject({ before: { target: 'ordered' }, after: { target: 'cheapest' } })
  })

  test.each<[string, string, Partial<PosRuleValues>]>([
    ['name', 'Bu alan', { name: ' ' }],
    ['bins', '12345 olmaz', { bins: '12345' }],
    ['bins', 'olmaz', { bins: '4999 9000' }],
    ['bins', 'olmaz', { bins: '4999900000' }],
    ['families', 'Olmayan', { families: ['Olmayan'] }],
    ['bankCodes', '9999', { bankCodes: ['9999'] }],
    ['minAmount', '', { minAmount: 'on', currency: 'TRY' }],
    ['maxAmount', 'küçük', { minAmount: '10', maxAmount: '9,99', currency: 'TRY' }],
    ['currency', 'para birimini', { maxAmount: '9' }],
    ['accounts', 'En az bir', {}],
    ['accounts', 'silinmiş', { accounts: [{ id: 999_999, share: '' }] }],
  ])('needs a valid %s: %s', async (field, text, values) => {
    expect((await fieldsOf(values))[field]).toContain(text)
  })

  test('with shares needs exactly 100 percent, each share above zero', async () => {
    const of = (given: Record<string, string>) => fieldsOf(shares(given))
    expect((await of({ 'demo-arti': '60', 'demo-kule': '39,99' }))['accounts']).toContain('şimdi 99,99')
    expect((await of({ 'demo-arti': '60', 'demo-kule': '60' }))['accounts']).toContain('şimdi 120')
    expect((await of({ 'demo-arti': '100', 'demo-kule': '0' }))[`share-${ids['demo-kule']}`]).toContain('0’dan büyük')
    expect((await of({ 'demo-arti': '33.333', 'demo-kule': '66.667' }))[`share-${ids['demo-arti']}`]).toBeDefined()
    const twice = [ids['demo-arti'], ids['demo-arti']].map((id = 0) => ({ id, share: '50' }))
    expect((await fieldsOf({ target: 'shares', accounts: twice }))['accounts']).toContain('iki kez')
    const [rule] = await add(shares({ 'demo-arti': '33,34 %', 'demo-kule': '66.66' }))
    expect(rule?.values.accounts.map(({ share }) => share)).toEqual(['33,34', '66,66'])
  })

  test('keeps its accounts: one that a rule names is not removed, and the refusal names the rules', async () => {
    await add({ name: 'Gece', ...to('demo-pusula') })
    const refused = await staff.send('DELETE', `/yonetim/pos-accounts/${ids['demo-pusula']}`)
    expect(codeOf(refused)).toBe('pos_in_rules')
    expect(JSON.stringify(refused.body)).toContain('Gece')
    expect(await bank.pool.one('SELECT FROM pos_accounts WHERE id = $1', [ids['demo-pusula']])).toBeDefined()
  })
})

describe('the list warns of', () => {
  test('rules that are never used, and those that others replace only at times', async () => {
    await add({ name: 'Artı', families: ['Artı'], ...to('demo-kule') })
    await add({ name: 'Üç taksit', families: ['Artı'], installments: [3], ...to('demo-kule') })
    await add({ name: 'Yedek', families: ['Artı'], ...to('demo-arti') })
    const items = await add({
      name: 'Taksitli banka kartı',
      cardTypes: ['debit'],
      installments: [3],
      ...to('demo-arti'),
    })
    expect(problemsOf(items)).toEqual([
      [],
      [{ kind: 'shadowed', rules: ['Artı'] }],
      [{ kind: 'reserve', rules: ['Artı'] }],
      [{ kind: 'impossible' }],
    ])
  })

  test('first digits of cards of several programs, and of cards that the rule excludes', async () => {
    await bank.pool.execute(
      `INSERT INTO card_bins (bin, bank, bank_code, scheme, type, family)
       VALUES ('40000001', 'Deneme', '9907', 'VISA', 'credit', 'Artı'), ('40000002', 'Deneme', '9907', 'VISA', 'credit', 'Kule')`,
    )
    await add({ bins: '400000', ...to('demo-arti') })
    await add({ bins: '40000001', ...to('demo-arti') })
    const items = await add({ bins: '40000001', families: ['Kule'], ...to('demo-arti') })
    expect(problemsOf(items)).toMatchObject([
      [{ kind: 'bin_programs', bin: '400000', families: ['Artı', 'Kule'] }],
      [{ kind: 'shadowed' }],
      [{ kind: 'shadowed' }, { kind: 'bin_excluded', bin: '40000001' }],
    ])
    const routes = await preview({ digits: '400000' })
    expect(routes.map(({ card }) => card?.family)).toEqual(['Artı', 'Kule'])
  })

  test('a rule without an active account', async () => {
    expect(problemsOf(await add(to('demo-pusula')))).toEqual([[{ kind: 'closed' }]])
  })
})

describe('the preview', () => {
  test('names the account, the rule that decides, and the accounts that were passed over with the reason', async () => {
    expect(await preview()).toMatchObject([
      { card: { family: 'Artı', type: 'credit' }, account: { name: 'Demo Bankası' }, rule: null, reason: 'family' },
    ])
    await add({ name: 'Kapalı', families: ['Artı'], ...to('demo-pusula') })
    await add({ name: 'Büyük', minAmount: '1000', currency: 'TRY', ...to('demo-arti') })
    await add({ name: 'Küçük', ...to('demo-kule') })
    expect(await preview()).toMatchObject([
      {
        account: { name: 'Örnek Bank' },
        rule: { name: 'Küçük' },
        reason: null,
        commission: 0,
        passed: [{ account: { name: 'Deneme Katılım' }, rule: { name: 'Kapalı' }, reason: 'inactive' }],
      },
    ])
    expect(await preview({ amount: '1000' })).toMatchObject([{ rule: { name: 'Büyük' } }])
    // The account of the rule does not take the card's program in installments.
    expect(await preview({ installment: '3' })).toMatchObject([
      { account: { name: 'Demo Bankası' }, rule: null, passed: [{ reason: 'inactive' }, { reason: 'program' }] },
    ])
    expect(await preview({ currency: 'USD' })).toMatchObject([{ account: null, passed: [{}, { reason: 'currency' }] }])
    expect(await preview({ digits: '499993' })).toMatchObject([{ card: null, rule: { name: 'Küçük' } }])
  })

  test.each([
    { digits: '49999' },
    { digits: '4999900000060000' },
    { amount: '0' },
    { amount: '' },
    { digits: 'abcdef' },
  ])('refuses %j', async (query) => {
    const params = { digits: '49999000', amount: '100', installment: '1', currency: 'TRY', ...query }
    const answer = await send('GET', `/preview?${new URLSearchParams(params).toString()}`)
    expect(codeOf(answer)).toBe('validation_failed')
  })
})
