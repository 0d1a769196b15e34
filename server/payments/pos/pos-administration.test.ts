import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import type { ListedPos, PosDetail, PosPlan, PosValues } from '#contract/admin/pos.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { demoBins, sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import { changePos } from '#server/payments/payments.ts'
import { addBuyer, type CardShop, openCardShop, pay } from '#testing/card-shop.ts'
import { codeOf, type Method, openTestShop, sentenceOf, type TestVisitor } from '#testing/shop.ts'

let bank: CardShop
let staff: TestVisitor
let dealer: TestVisitor

beforeAll(async () => {
  bank = await openCardShop()
  staff = await bank.shop.signedIn(await addAdmin(bank.pool))
  dealer = await bank.shop.signedIn(await addDealer(bank.pool))
})
afterAll(() => bank.close())

const send = (method: Method, path: string, body?: object) =>
  staff.send(method, `/yonetim/pos-accounts${path}`, body === undefined ? {} : { body })
const list = async () => ((await send('GET', '')).body as { items: ListedPos[] }).items
const idOf = async (code: string) => (await list()).find((account) => account.code === code)?.id ?? 0
const detail = async (id: number) => (await send('GET', `/${id}`)).body as PosDetail
const audit = async (code: string) =>
  ((await staff.send('GET', `/yonetim/audit?noun=pos_account&id=${code}`)).body as { items: AuditEntry[] }).items
const fieldsOf = (answer: { body: unknown }) =>
  Object.keys((answer.body as { error: { fields?: object } }).error.fields ?? {}).toSorted()

const { clientId, userName, password, storeKey } = sandboxMerchants.arti
const settings = {
  api: '/sandbox-bank/fim/api',
  clientId,
  gateway: '/sandbox-bank/fim/est3Dgate',
  name: userName,
}
const nothing: PosValues = {
  name: 'Yeni Banka',
  mode: 'own_form',
  environment: 'sandbox',
  bankCode: '9909',
  families: ['Artı'],
  currency: 'TRY',
  minAmount: '',
  maxAmount: '',
  isDefault: false,
  position: '9',
  logo: '',
  image: '',
  settings: {},
}

/** What a dealer is offered before a card is typed. */
async function offered(name: string, amount = '1000'): Promise<Record<string, { commisionFee: number }> | undefined> {
  const { body } = await dealer.send('GET', `/api/catalog/installments?type=pay&amount=${amount}`)
  const { banks } = body as { banks: { name: string; posPlans: Record<string, { commisionFee: number }> }[] }
  return banks.find((each) => each.name === name)?.posPlans
}

test('a logo that was uploaded is shown in the list and with the plans of a card; an SVG drawing is refused', async () => {
  const png = await sharp({ create: { width: 40, height: 16, channels: 3, background: '#005f73' } })
    .png()
    .toBuffer()
  const upload = (content: Buffer) =>
    staff.send('POST', '/yonetim/settings/pictures', { body: { picture: content.toString('base64') } })
  const { file } = (await upload(png)).body as { file: string }
  const logo = `/images/${file}`
  const id = await idOf('demo-arti')
  const { values: before } = await detail(id)
  expect((await send('PATCH', `/${id}`, { before, values: { ...before, logo } })).status).toBe(200)
  expect((await list()).find(({ code }) => code === 'demo-arti')?.logo).toBe(logo)
  const body = { binNumber: `${demoBins.arti.bin}00`, type: 'pay', amount: '1000' }
  const card = await dealer.send('POST', '/api/catalog/bin-control', { body })
  expect(card.body).toMatchObject({ bank: { logo } })
  const svg = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'))
  expect(codeOf(svg)).toBe('logo_invalid')
  expect(sentenceOf(svg)).toMatch(/PNG, JPEG, WebP/)
})

test('an account with payments keeps merchant, terminal, environment and card form; the rest may change', async () => {
  const buyer = await addBuyer(bank)
  await pay(bank, buyer)
  const { id } = await paidAccount()
  const { values: before, choices, hasPayments } = await detail(id)
  expect(hasPayments).toBe(true)
  expect(choices.adapters.find(({ name }) => name === 'nestpay')?.identity).toEqual(['clientId', 'storetype'])
  const changes: [string, PosValues][] = [
    ['mode', { ...before, mode: 'hosted' }],
    ['environment', { ...before, environment: 'test' }],
    ['settings.clientId', { ...before, settings: { ...before.settings, clientId: '1' } }],
    ['settings.storetype', { ...before, settings: { ...before.settings, storetype: '3d_host' } }],
  ]
  for (const [field, values] of changes) {
    const answer = await send('PATCH', `/${id}`, { before, values })
    expect([answer.status, codeOf(answer), fieldsOf(answer)]).toEqual([409, 'pos_frozen', [field]])
  }
  expect((await detail(id)).values).toEqual(before)
  const renamed = { ...before, name: 'Artı Yeni Ad' }
  expect((await send('PATCH', `/${id}`, { before, values: renamed })).status).toBe(200)
  await send('PATCH', `/${id}`, { before: renamed, values: before })
  const { code } = await detail(id)
  expect(await changePos(bank.pool, code, { environment: 'live' })).toEqual({
    ok: false,
    problem: 'frozen',
    names: ['environment'],
  })
})

/** The account that took the payments. */
async function paidAccount(): Promise<{ id: number }> {
  const row = await bank.pool.one<{ id: number }>('SELECT pos_account_id AS id FROM payments ORDER BY id DESC LIMIT 1')
  if (row === undefined) throw new Error('There is no payment.')
  return row
}

test('an account is created, given keys, activated and takes payments, and its keys are never returned', async () => {
  const created = await send('POST', '', { code: ' Yeni-Banka ', adapter: 'nestpay', values: nothing })
  expect(created.status).toBe(200)
  const { id } = created.body as { id: number }
  expect(await detail(id)).toMatchObject({
    code: 'yeni-banka',
    isActive: false,
    hasPayments: false,
    values: nothing,
    missing: ['gateway', 'api', 'clientId', 'name', 'password', 'storeKey'],
    plans: [{ installment: 1, commission: '0', minAmount: '', isDefault: true }],
  })
  const early = await send('POST', `/${id}/state`, { isActive: true })
  expect({ code: codeOf(early), sentence: sentenceOf(early) }).toEqual({
    code: 'pos_incomplete',
    sentence: 'POS hesabında eksik var: gateway, api, clientId, name, password, storeKey.',
  })
  expect(codeOf(await send('POST', `/${id}/trial`))).toBe('pos_incomplete')

  const values = { ...nothing, minAmount: '10', maxAmount: '50.000', settings }
  const changed = await send('PATCH', `/${id}`, { before: nothing, values })
  expect(changed.body).toMatchObject({ values: { minAmount: '10,00', maxAmount: '50.000,00', settings } })
  await send('POST', `/${id}/secrets`, { secrets: { password: ` ${password} `, storeKey: '' } })
  expect((await detail(id)).secrets).toEqual([
    { name: 'password', isSet: true },
    { name: 'storeKey', isSet: false },
  ])
  await send('POST', `/${id}/secrets`, { secrets: { storeKey } })
  expect((await send('POST', `/${id}/trial`)).body).toEqual({ answer: 'known', text: '' })
  expect((await send('POST', `/${id}/state`, { isActive: true })).body).toMatchObject({ isActive: true, missing: [] })
  expect(await offered('Yeni Banka')).toEqual({ 1: expect.objectContaining({ commisionFee: 0 }) })

  const log = await audit('yeni-banka')
  expect(log.map(({ action }) => action)).toEqual(['activate', 'set_secrets', 'set_secrets', 'change', 'create'])
  expect(log[1]?.after).toMatchObject({ keys: ['storeKey'] })
  const outputs = [JSON.stringify(log), (await send('GET', `/${id}`)).text, (await send('GET', '')).text].join()
  expect(outputs).not.toContain(password)
  expect(outputs).not.toContain(storeKey)
})

test('the installment table is replaced as a whole, and dealers see it at once', async () => {
  const id = await idOf('yeni-banka')
  const { plans: before } = await detail(id)
  const [single] = before as [PosPlan]
  const nine = { installment: 9, commission: '%12,375', minAmount: '500', isDefault: false }
  const three = { installment: 3, commission: '3.5', minAmount: '', isDefault: true }
  const saved = await send('PATCH', `/${id}/plans`, { before, plans: [{ ...single, isDefault: false }, nine, three] })
  expect((saved.body as PosDetail).plans).toEqual([
    { installment: 1, commission: '0', minAmount: '', isDefault: false },
    { installment: 3, commission: '3,5', minAmount: '', isDefault: true },
    { installment: 9, commission: '12,375', minAmount: '500,00', isDefault: false },
  ])
  expect(await offered('Yeni Banka')).toMatchObject({ 3: { commisionFee: 3.5 }, 9: { commisionFee: 12.375 } })
  expect(Object.keys((await offered('Yeni Banka', '100')) ?? {})).toEqual(['1', '3'])
  expect((await audit('yeni-banka'))[0]).toMatchObject({
    action: 'change',
    after: { plans: { 1: '0 %', 3: '3.5 % · ✓', 9: '12.375 % · ≥ 500.00 TL' } },
  })

  const { plans } = await detail(id)
  expect(codeOf(await send('PATCH', `/${id}/plans`, { before, plans: before }))).toBe('pos_changed')
  await send('PATCH', `/${id}/plans`, { before: plans, plans: [{ ...single, isDefault: true }] })
  expect(Object.keys((await offered('Yeni Banka')) ?? {})).toEqual(['1'])
})

test.each([
  ['an invalid percentage', [{ installment: 1, commission: 'yüz', minAmount: '', isDefault: true }], ['commission-1']],
  [
    'a commission above 100 percent',
    [{ installment: 1, commission: '100,5', minAmount: '', isDefault: true }],
    ['commission-1'],
  ],
  ['a negative amount', [{ installment: 1, commission: '0', minAmount: '-1', isDefault: true }], ['minAmount-1']],
  ['no single payment', [{ installment: 2, commission: '0', minAmount: '', isDefault: true }], ['plans']],
  ['no default', [{ installment: 1, commission: '0', minAmount: '', isDefault: false }], ['plans']],
])('an installment table with %s is refused', async (_what, plans, fields) => {
  const id = await idOf('yeni-banka')
  const { plans: before } = await detail(id)
  const answer = await send('PATCH', `/${id}/plans`, { before, plans })
  expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({ status: 422, fields })
  expect((await detail(id)).plans).toEqual(before)
})

test.each([
  [{ name: ' ' }, ['name']],
  [{ minAmount: '100', maxAmount: '99,90' }, ['maxAmount']],
  [{ minAmount: 'çok' }, ['minAmount']],
  [{ bankCode: '46' }, ['bankCode']],
  [{ position: '-1' }, ['position']],
  [{ logo: 'javascript:alert(1)' }, ['logo']],
  [{ environment: 'live', settings }, ['settings.api', 'settings.gateway']],
  [
    { environment: 'live', settings: { ...settings, gateway: 'http://x.example', api: 'https://x.example' } },
    ['settings.gateway'],
  ],
  [
    { environment: 'test', settings: { ...settings, gateway: 'https://169.254.169.254/', api: 'https://localhost/' } },
    ['settings.api', 'settings.gateway'],
  ],
  [{ settings: { shop: '1' } }, ['settings.shop']],
] as [Partial<PosValues>, string[]][])('a form with %j is refused at its field', async (part, fields) => {
  const id = await idOf('yeni-banka')
  const { values: before } = await detail(id)
  const answer = await send('PATCH', `/${id}`, { before, values: { ...before, ...part } })
  expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({ status: 422, fields })
})

test('an active account cannot lose what its protocol needs', async () => {
  const id = await idOf('yeni-banka')
  const { values: before } = await detail(id)
  const { clientId: _left, ...rest } = before.settings
  const answer = await send('PATCH', `/${id}`, { before, values: { ...before, settings: rest } })
  expect(codeOf(answer)).toBe('pos_incomplete')
  expect(sentenceOf(answer)).toContain('clientId')
  expect((await detail(id)).values).toEqual(before)
})

test('the second of two administrators is shown what the first one saved', async () => {
  const id = await idOf('yeni-banka')
  const { values: before } = await detail(id)
  await send('PATCH', `/${id}`, {
    before,
    values: { ...before, name: 'Önce', settings: { ...settings, clientId: '7' } },
  })
  const late = { ...before, name: 'Sonra', position: '3' }
  const answer = await send('PATCH', `/${id}`, { before, values: late })
  expect(codeOf(answer)).toBe('pos_changed')
  expect(fieldsOf(answer)).toEqual(['name', 'settings.clientId'])
  expect((await detail(id)).values).toMatchObject({ name: 'Önce', position: '9' })
})

test('one account is the default, and codes are unique', async () => {
  const id = await idOf('yeni-banka')
  const { values: before } = await detail(id)
  await send('PATCH', `/${id}`, { before, values: { ...before, isDefault: true } })
  expect((await list()).filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['yeni-banka'])
  for (const code of ['demo-arti', 'Türkçe']) {
    const answer = await send('POST', '', { code, adapter: 'paytr', values: { ...nothing, mode: 'hosted' } })
    expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({ status: 422, fields: ['code'] })
  }
  const wrong = await send('POST', '', { code: 'garanti', adapter: 'garanti', values: { ...nothing, mode: 'hosted' } })
  expect(fieldsOf(wrong)).toEqual(['mode'])
})

test('an account with payments can only be deactivated, one without can be removed', async () => {
  const used = await idOf('demo-arti')
  await bank.pool.execute(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, amount)
     SELECT 'TEST0000000000000001', 'account', 'account:1', 'declined', dealer_id, id, $1, 1, 10, 10
       FROM users WHERE dealer_id IS NOT NULL LIMIT 1`,
    [used],
  )
  expect(codeOf(await send('DELETE', `/${used}`))).toBe('pos_has_payments')
  expect((await send('POST', `/${used}/state`, { isActive: false })).body).toMatchObject({
    isActive: false,
    hasPayments: true,
  })
  expect(await offered('Demo Bankası')).toBeUndefined()
  const id = await idOf('yeni-banka')
  expect((await send('DELETE', `/${id}`)).status).toBe(200)
  expect((await audit('yeni-banka'))[0]).toMatchObject({ action: 'remove' })
  expect(codeOf(await send('DELETE', `/${id}`))).toBe('pos_not_found')
})

test('keys under another secret are reported and can be entered again', async () => {
  const id = await idOf('demo-kule')
  await bank.pool.execute('UPDATE pos_accounts SET secrets = $2, is_active = false WHERE id = $1', [
    id,
    Buffer.alloc(64, 1),
  ])
  expect(await detail(id)).toMatchObject({ isSealed: true, secrets: [{ isSet: false }, { isSet: false }] })
  expect(codeOf(await send('POST', `/${id}/secrets`, { secrets: { password } }))).toBe('pos_keys_sealed')
  expect(codeOf(await send('POST', `/${id}/state`, { isActive: true }))).toBe('pos_keys_sealed')
  const { status, body } = await send('POST', `/${id}/secrets`, { secrets: { password, storeKey } })
  expect({ status, body }).toMatchObject({ status: 200, body: { isSealed: false, missing: [] } })
  expect((await send('POST', `/${id}/secrets`, { secrets: { other: '1' } })).status).toBe(422)
})

test('in production the sandbox bank is neither offered nor tested nor activated', async () => {
  const shop = await openTestShop({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://toptan.example' } })
  try {
    const admin = await shop.signedIn(await addAdmin(shop.database.pool))
    const ask = (method: Method, path: string, body?: object) =>
      admin.send(method, `/yonetim/${path}`, body === undefined ? {} : { body })
    expect((await ask('GET', 'pos-form')).body).toMatchObject({ hasSandbox: false })
    const made = (environment: string) =>
      ask('POST', 'pos-accounts', {
        code: `bank-${environment}`,
        adapter: 'nestpay',
        values: { ...nothing, environment },
      })
    expect(fieldsOf(await made('sandbox'))).toEqual(['environment'])
    const { id } = (await made('test')).body as { id: number }
    await shop.database.pool.execute("UPDATE pos_accounts SET environment = 'sandbox'")
    expect(codeOf(await ask('POST', `pos-accounts/${id}/state`, { isActive: true }))).toBe('pos_sandbox_off')
    expect(codeOf(await ask('POST', `pos-accounts/${id}/trial`))).toBe('pos_sandbox_off')
  } finally {
    await shop.close()
  }
})
