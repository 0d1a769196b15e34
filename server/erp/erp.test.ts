import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erpDifferencesPath } from '#contract/core/admin-pages.ts'
import type { ErpDetail, ErpDocumentRow, ErpMappingProblem, ErpRun } from '#contract/admin/erp.ts'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import type { ErpAdapter } from '#server/erp/adapters/adapter.ts'
import { ErpError } from '#server/erp/adapters/adapter.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { acceptedSecrets } from '#server/platform/http/secrets.ts'
import { codeOf, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { enqueueAlerts, sendErpMail } from './alerts/alerts.ts'
import { resealErpSecrets, sealedErpSecrets } from './connections/connection-rows.ts'
import { httpDesk } from './desk/http-desk.ts'
import { runTurn } from './engine/connector.ts'
import { TestErp } from './engine/test-erp.ts'

let shop: TestShop
let admin: TestVisitor
let buyer: Buyer
let erp = new TestErp()
/** The settings with which the last session was opened. */
let opened: Record<string, string> = {}
let checkFails: ErpError | null = null

const adapter: ErpAdapter = {
  kind: 'test',
  settings: [
    { name: 'url', type: 'url', isNeeded: true, isTarget: true },
    { name: 'firm', type: 'number', standard: '1' },
    { name: 'password', type: 'secret', isNeeded: true },
    { name: 'database', type: 'choice', choices: ['a', 'b'] },
    { name: 'key', type: 'secretArea', isNeeded: true, shownIf: { field: 'database', choice: 'b' } },
  ],
  inbound: { products: { changes: 'counter' }, stock: { changes: 'all' } },
  outbound: ['order', 'cancellation'],
  template: {
    tables: { units: { AD: 'ADET' } },
    inbound: {
      products: { fields: { code: 'CODE', name: 'NAME', unit: { path: 'UNIT', table: 'units', otherwise: 'ADET' } } },
      stock: { fields: { code: 'CODE', quantity: { path: 'QTY', convert: 'number' } } },
    },
    outbound: { order: { head: { NO: 'orderNo' }, lines: { CODE: 'line.code' } } },
  },
  knownFields: { 'outbound.order.head': ['NO', 'NOTE'], 'outbound.order.lines': ['CODE'] },
  open(settings, tools) {
    opened = { ...settings }
    const session = erp.adapter.open(settings, tools)
    return {
      ...session,
      async check() {
        if (checkFails !== null) throw checkFails
        return { version: '9', firm: settings['firm'] ?? '1' }
      },
    }
  },
}

beforeAll(async () => {
  shop = await openTestShop({ erpAdapters: [adapter] })
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  erp = new TestErp()
  checkFails = null
  await shop.database.pool.execute('DELETE FROM erp_connections')
})

const form = {
  name: 'Merkez Logo',
  kind: 'test',
  settings: { url: 'http://10.0.0.5:32001', password: 'gizli' },
  runsBeside: false,
}
const add = async (more: object = {}) => {
  const answer = await admin.send('POST', '/yonetim/erp-connections', { body: { ...form, ...more } })
  expect(answer.status).toBe(200)
  return answer.body as { id: number; key: string | null }
}
const detail = async (id: number) => (await admin.send('GET', `/yonetim/erp-connections/${id}`)).body as ErpDetail
const valuesOf = ({ version, name, settings, sends, sendAfterMinutes, lagMinutes, feeds }: ErpDetail) => ({
  version,
  name,
  settings,
  sends,
  sendAfterMinutes,
  lagMinutes,
  feeds: feeds.map(({ resource, isActive, everyMinutes, fullEveryHours }) => ({
    resource,
    isActive,
    everyMinutes,
    fullEveryHours,
  })),
})
const change = async (id: number, more: object = {}) =>
  admin.send('PATCH', `/yonetim/erp-connections/${id}`, { body: { ...valuesOf(await detail(id)), ...more } })
const feeds = (isActive = true) => [
  { resource: 'products', isActive, everyMinutes: 15, fullEveryHours: 24 },
  { resource: 'stock', isActive, everyMinutes: 5, fullEveryHours: null },
]
const fieldsOf = (answer: { body: unknown }) => (answer.body as { error: { fields?: object } }).error.fields

describe('a connection', () => {
  test('is added switched off, with the mapping of its kind; its secret is stored encrypted and never shown', async () => {
    const { id, key } = await add()
    expect(key).toBeNull()
    const found = await detail(id)
    expect(found).toMatchObject({
      name: 'Merkez Logo',
      state: 'paused',
      isActive: false,
      settings: { url: 'http://10.0.0.5:32001' },
      secrets: ['password'],
      sends: [],
      feeds: [
        { resource: 'products', isActive: false },
        { resource: 'stock', isActive: false },
      ],
    })
    expect(JSON.parse(found.mapping)).toEqual(adapter.template)
    expect(JSON.stringify(found)).not.toContain('gizli')
    const row = await shop.database.pool.one<{ secrets: Buffer }>('SELECT secrets FROM erp_connections WHERE id = $1', [
      id,
    ])
    expect(row?.secrets.toString('latin1')).not.toContain('gizli')
  })

  test('names what is wrong in its form, all at once', async () => {
    const settings = { url: 'ftp://erp', firm: 'bir', database: 'c' }
    const answer = await admin.send('POST', '/yonetim/erp-connections', { body: { ...form, name: ' ', settings } })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    expect(Object.keys(fieldsOf(answer) ?? {}).toSorted()).toEqual([
      'name',
      'settings.database',
      'settings.firm',
      'settings.password',
      'settings.url',
    ])
    const { id } = await add()
    const wrong = await change(id, {
      sendAfterMinutes: -1,
      lagMinutes: 1,
      feeds: [{ resource: 'stock', isActive: true, everyMinutes: 0, fullEveryHours: 5000 }],
    })
    expect(Object.keys(fieldsOf(wrong) ?? {}).toSorted()).toEqual([
      'feeds.stock.everyMinutes',
      'feeds.stock.fullEveryHours',
      'lagMinutes',
      'sendAfterMinutes',
    ])
  })

  test('needs a field only with the choice that shows it', async () => {
    const settings = { url: 'http://erp.example', password: 'gizli' }
    const post = (more: object) =>
      admin.send('POST', '/yonetim/erp-connections', { body: { ...form, settings: { ...settings, ...more } } })
    expect(Object.keys(fieldsOf(await post({ database: 'b' })) ?? {})).toEqual(['settings.key'])
    const answer = await post({ database: 'b', key: 'çok\ngizli' })
    expect(answer.status).toBe(200)
    const { id } = answer.body as { id: number }
    const { body } = await admin.send('GET', `/yonetim/erp-connections/${id}`)
    expect(body).toMatchObject({ secrets: ['password', 'key'] })
    expect(JSON.stringify(body)).not.toContain('gizli')
    expect((await post({ database: 'a' })).status).toBe(200)
  })

  test('keeps its secret when the field is empty, and refuses a form that somebody else has changed since', async () => {
    const { id } = await add()
    const old = valuesOf(await detail(id))
    expect((await change(id, { name: 'Yeni ad' })).status).toBe(200)
    const late = await admin.send('PATCH', `/yonetim/erp-connections/${id}`, { body: old })
    expect([late.status, codeOf(late)]).toEqual([409, 'erp_changed_meanwhile'])
    await admin.send('POST', `/yonetim/erp-connections/${id}/check`, { body: {} })
    expect(opened).toMatchObject({ password: 'gizli' })
    expect(await detail(id)).toMatchObject({ name: 'Yeni ad' })
  })

  test('asks for its secrets again when they would go to another address', async () => {
    const both = { ...form.settings, database: 'b', key: 'anahtar' }
    const { id } = await add({ settings: both })
    const elsewhere = { url: 'http://10.0.0.66:32001', database: 'b' }
    const refused = await change(id, { settings: elsewhere })
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      expect.objectContaining({ 'settings.password': expect.anything(), 'settings.key': expect.anything() }),
    ])
    expect(refused.text).toContain('yeniden yazın')
    expect((await detail(id)).settings).toMatchObject({ url: form.settings.url })
    expect((await change(id, { settings: { ...elsewhere, password: 'yeni', key: 'yeni' } })).status).toBe(200)
    await admin.send('POST', `/yonetim/erp-connections/${id}/check`, { body: {} })
    expect(opened).toMatchObject({ url: elsewhere.url, password: 'yeni', key: 'yeni' })
    // A secret that the chosen way of signing in does not need is forgotten.
    expect((await change(id, { settings: { url: form.settings.url, database: 'a', password: 'p' } })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ secrets: ['password'] })
  })

  test('reads a resource, or sends a kind of document, that no other active connection does', async () => {
    const [first, second] = [await add(), await add({ name: 'Şube Logo' })]
    for (const { id } of [first, second]) await change(id, { feeds: feeds(), sends: ['order'] })
    expect(
      (await admin.send('POST', `/yonetim/erp-connections/${first.id}/state`, { body: { isActive: true } })).status,
    ).toBe(200)
    const taken = await admin.send('POST', `/yonetim/erp-connections/${second.id}/state`, { body: { isActive: true } })
    expect([taken.status, codeOf(taken)]).toEqual([409, 'erp_resource_taken'])
    expect(await detail(second.id)).toMatchObject({ isActive: false })
    await change(second.id, { feeds: feeds(false), sends: ['cancellation'] })
    expect(
      (await admin.send('POST', `/yonetim/erp-connections/${second.id}/state`, { body: { isActive: true } })).status,
    ).toBe(200)
    expect(codeOf(await change(second.id, { sends: ['order'] }))).toBe('erp_resource_taken')
  })

  test('is tried: it shows what the ERP tells, or the ERP’s own words', async () => {
    const { id } = await add({ settings: { ...form.settings, firm: '7' } })
    expect((await admin.send('POST', `/yonetim/erp-connections/${id}/check`, { body: {} })).body).toEqual({
      facts: { version: '9', firm: '7' },
    })
    checkFails = new ErpError('settings', 'Şifre hatalı')
    const failed = await admin.send('POST', `/yonetim/erp-connections/${id}/check`, { body: {} })
    expect([failed.status, codeOf(failed)]).toEqual([502, 'erp_failed'])
    expect(failed.text).toContain('Şifre hatalı')
    expect(erp.sessions).toMatchObject({ opened: 2, closed: 2 })
  })

  test('is removed with its log; what it wrote stays', async () => {
    const { id } = await add()
    expect((await admin.send('DELETE', `/yonetim/erp-connections/${id}`)).status).toBe(200)
    expect((await admin.send('GET', `/yonetim/erp-connections/${id}`)).status).toBe(404)
  })

  test('keeps its secret over a change of the session secret', async () => {
    const { id } = await add()
    const { pool } = shop.database
    const [current = ''] = acceptedSecrets(testSecret)
    await resealErpSecrets(pool, ['another secret of thirty-two letters', current])
    expect(await countUnreadable('another secret of thirty-two letters', await sealedErpSecrets(pool))).toBe(0)
    expect(await countUnreadable(current, await sealedErpSecrets(pool))).toBeGreaterThan(0)
    await resealErpSecrets(pool, [current, 'another secret of thirty-two letters'])
    await admin.send('POST', `/yonetim/erp-connections/${id}/check`, { body: {} })
    expect(opened).toMatchObject({ password: 'gizli' })
  })
})

describe('a mapping', () => {
  const save = async (id: number, mapping: unknown, version?: number) => {
    const body = {
      version: version ?? (await detail(id)).version,
      mapping: typeof mapping === 'string' ? mapping : JSON.stringify(mapping),
    }
    return admin.send('PATCH', `/yonetim/erp-connections/${id}/mapping`, { body })
  }
  const problemsOf = ({ body }: { body: unknown }) => (body as { problems: ErpMappingProblem[] }).problems

  test('with problems is not stored; each is named at its place in the reader’s language', async () => {
    const { id } = await add()
    const wrong = {
      inbound: {
        products: { fields: { code: 'CODE', colour: 'X', price: { divide: ['A'] } } },
        prices: { fields: {} },
      },
      values: { a: { use: 'a' } },
      outbound: { order: { head: { ARP: 'dealer.code' } } },
    }
    const answer = await save(id, wrong)
    expect(problemsOf(answer).map(({ place, code }) => `${place}: ${code}`)).toEqual([
      'values.a: value_cycle',
      'inbound.prices: field_unknown',
      'inbound.products.fields.colour: field_unknown',
      'inbound.products.fields.price: shape',
      'outbound.order.head.fields.ARP: field_unknown',
    ])
    expect(problemsOf(answer)[2]?.message).toBe('“colour” adında bir alan yok.')
    const broken = ['{\n"inbound":', '{\n\n"inbound" 1}']
    const found = await Promise.all(broken.map(async (text) => problemsOf(await save(id, text))))
    expect(found.map(([one]) => [one?.place, one?.code, one?.message])).toEqual([
      ['', 'json', 'JSON okunamadı: 2. satırda bir hata var.'],
      ['', 'json', 'JSON okunamadı: 3. satırda bir hata var.'],
    ])
    expect(JSON.parse((await detail(id)).mapping)).toEqual(adapter.template)
  })

  test('without problems is stored once: a second editor is told', async () => {
    const { id } = await add()
    const { version } = await detail(id)
    const mapping = { ...adapter.template, tables: { units: { AD: 'ADET', KL: 'KOLİ' } } }
    expect((await save(id, mapping, version)).body).toEqual({ problems: [], version: version + 1 })
    expect(codeOf(await save(id, mapping, version))).toBe('erp_changed_meanwhile')
    expect(JSON.parse((await detail(id)).mapping)).toEqual(mapping)
    expect(
      JSON.parse(
        ((await admin.send('GET', `/yonetim/erp-connections/${id}/template`)).body as { mapping: string }).mapping,
      ),
    ).toEqual(adapter.template)
  })

  test('is previewed on ten records of the ERP, and nothing is stored', async () => {
    const { id } = await add()
    erp.records.products = Array.from({ length: 12 }, (_, n) => ({
      CODE: `ÖN-${n}`,
      NAME: `Ad ${n}`,
      ...(n === 1 && { UNIT: 'XX' }),
    }))
    const mapping = JSON.stringify({
      tables: { units: { AD: 'ADET' } },
      inbound: { products: { fields: { code: 'CODE', unit: { path: 'UNIT', table: 'units' } } } },
    })
    const { body } = await admin.send('POST', `/yonetim/erp-connections/${id}/preview`, {
      body: { resource: 'products', mapping },
    })
    const { rows } = body as { rows: { record: string; row: string | null; problem: ErpMappingProblem | null }[] }
    expect(rows).toHaveLength(10)
    expect(JSON.parse(rows[0]?.row ?? '')).toEqual({ code: 'ÖN-0' })
    expect(rows[1]).toMatchObject({
      row: null,
      problem: { place: 'inbound.products.fields.unit', message: 'Tabloda “XX” için bir karşılık yok.' },
    })
    expect(await shop.database.pool.one(`SELECT FROM products WHERE code LIKE 'ÖN-%'`)).toBeUndefined()
  })

  test('is previewed with a warning at each field that none of the ERP’s records has', async () => {
    const { id } = await add()
    erp.records.products = [
      { CODE: 'UY-1', NAME: 'Bir' },
      { CODE: 'UY-2', BRAND: 'Voltaris' },
    ]
    const fields = { code: 'CODE', name: 'NAME', unit: 'UNIT', brand: 'BRAND', taxRate: { path: 'VATT' } }
    const preview = async (locale: string) => {
      const { body } = await admin.send('POST', `/yonetim/erp-connections/${id}/preview`, {
        body: { resource: 'products', mapping: JSON.stringify({ inbound: { products: { fields } } }) },
        headers: { 'accept-language': locale },
      })
      return body as { problems: ErpMappingProblem[]; warnings: ErpMappingProblem[]; rows: object[] }
    }
    // UNIT is in no record either, but the template of this ERP reads it: it is optional there.
    const { problems, warnings, rows } = await preview('tr')
    expect([problems, rows.length]).toEqual([[], 2])
    expect(warnings).toEqual([
      {
        place: 'inbound.products.fields.taxRate',
        code: 'source_absent',
        about: 'VATT',
        message: 'Alan ERP kaydında yok: “VATT” (okunan kayıtların hiçbirinde bulunmadı).',
      },
    ])
    expect((await preview('en')).warnings[0]?.message).toContain('Field not in the record of the ERP: “VATT”')
  })
})

/** A connection that a program beside the ERP runs, and its turn over the API. */
async function beside() {
  const { id, key } = await add({ runsBeside: true })
  await change(id, { feeds: feeds(), sends: ['order'] })
  await admin.send('POST', `/yonetim/erp-connections/${id}/state`, { body: { isActive: true } })
  const send = (async (url: URL, { method, headers, body }: RequestInit) => {
    const answer = await shop.app.inject({
      method: method as 'POST',
      url: url.pathname,
      headers: headers as Record<string, string>,
      payload: body as string,
    })
    return new Response(answer.body, { status: answer.statusCode })
  }) as typeof fetch
  const desk = httpDesk({ url: 'https://shop.example', key: key ?? '', fetch: send })
  const tools = { http: () => Promise.reject(new Error('no network')), now: () => new Date(), note: () => {} }
  return { id, turn: () => runTurn(desk, { adapters: new Map([['test', adapter]]), tools }) }
}

describe('a program beside the ERP', () => {
  test('reads and sends by the API with its key, by the same rules', async () => {
    const { id, turn } = await beside()
    erp.records = {
      products: [{ CODE: 'YAN-1', NAME: 'Yan ürün' }, { CODE: 'YAN-2' }],
      stock: [{ CODE: 'YAN-1', QTY: 4 }],
    }
    const order = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
    expect(await turn()).toEqual({ isBusy: true, failure: null })
    expect(opened).toEqual({ url: 'http://10.0.0.5:32001', password: 'gizli' })
    expect(erp.documents).toMatchObject([{ number: order.orderNo, head: { NO: order.orderNo } }])
    expect(await detail(id)).toMatchObject({
      state: 'fine',
      refusedRows: 1,
      feeds: [
        { resource: 'products', rowsRead: 2, rowsChanged: 1, rowsRefused: 1 },
        { resource: 'stock', rowsRead: 1 },
      ],
    })
    expect(await turn()).toEqual({ isBusy: false, failure: null })
    const preview = await admin.send('POST', `/yonetim/erp-connections/${id}/preview`, {
      body: { resource: 'products', mapping: '{}' },
    })
    expect(codeOf(preview)).toBe('erp_runs_beside')
  })

  test('switches off what is gone, and compares', async () => {
    const { id, turn } = await beside()
    const records = Array.from({ length: 12 }, (_, n) => ({ CODE: `KRŞ-${n}`, NAME: `Ad ${n}` }))
    erp.records = { products: records, stock: [] }
    await turn()
    erp.records = {
      products: records.slice(1).map((record, n) => (n === 0 ? { ...record, NAME: 'Başka' } : record)),
      stock: [],
    }
    const run = (kind: string) =>
      admin.send('POST', `/yonetim/erp-connections/${id}/runs`, { body: { resource: 'products', kind } })
    await run('compare')
    await turn()
    const { body } = await admin.send('GET', `/yonetim/erp-connections/${id}/differences`)
    const items = (body as { items: { key: string }[] }).items.filter(({ key }) => key.startsWith('KRŞ-'))
    expect(items).toEqual([
      { resource: 'products', key: 'KRŞ-0', field: '', inErp: null, inShop: 'KRŞ-0' },
      { resource: 'products', key: 'KRŞ-1', field: 'name', inErp: 'Başka', inShop: 'Ad 1' },
    ])
    const file = await admin.send('GET', erpDifferencesPath(id))
    expect(file.text).toContain('"KRŞ-1";"Ad";"Başka";"Ad 1"')
    await run('full')
    await turn()
    expect(await shop.database.pool.one(`SELECT is_active FROM products WHERE code = 'KRŞ-0'`)).toEqual({
      is_active: false,
    })
    const runs = await admin.send('GET', `/yonetim/erp-connections/${id}/runs?resource=products`)
    expect((runs.body as { items: object[] }).items).toMatchObject([
      { kind: 'full', rowsMissing: 1 },
      { kind: 'compare', rowsChanged: 1 },
      { kind: 'full' },
    ])
  })

  test('reports fields of the mapping that no record has, until the mapping changes', async () => {
    const { id, turn } = await beside()
    const save = async (taxRate: string) => {
      const { products } = adapter.template.inbound ?? {}
      const mapping = { ...adapter.template, inbound: { products: { fields: { ...products?.fields, taxRate } } } }
      await admin.send('PATCH', `/yonetim/erp-connections/${id}/mapping`, {
        body: { version: (await detail(id)).version, mapping: JSON.stringify(mapping) },
      })
    }
    await save('VATT')
    erp.records = {
      products: [
        { CODE: 'OLM-1', NAME: 'A', VAT: 20 },
        { CODE: 'OLM-2', NAME: 'B' },
      ],
      stock: [],
    }
    const warnings = async () => (await detail(id)).feeds.map((feed) => feed.warnings.map(({ place }) => place))
    await turn()
    expect(await warnings()).toEqual([['inbound.products.fields.taxRate'], []])
    await save('VAT')
    expect(await warnings()).toEqual([[], []])
    await admin.send('POST', `/yonetim/erp-connections/${id}/runs`, { body: { resource: 'products', kind: 'compare' } })
    await turn()
    expect(await warnings()).toEqual([[], []])
  })

  test('lists runs that refused records as partly refused, and finds them by that state', async () => {
    const { id, turn } = await beside()
    erp.records = { products: [{ CODE: 'KSM-1', NAME: 'A' }, { CODE: 'KSM-2' }], stock: [] }
    await turn()
    const states = async (state: string) =>
      (
        (await admin.send('GET', `/yonetim/erp-connections/${id}/runs?state=${state}`)).body as { items: ErpRun[] }
      ).items.map((run) => [run.resource, run.state, run.rowsRefused])
    expect(await states('')).toEqual([
      ['stock', 'done', 0],
      ['products', 'partly', 1],
    ])
    expect(await states('partly')).toEqual([['products', 'partly', 1]])
    expect(await states('done')).toEqual([['stock', 'done', 0]])
  })

  test('opens nothing once its connection is removed', async () => {
    const { id, turn } = await beside()
    await admin.send('DELETE', `/yonetim/erp-connections/${id}`)
    expect((await turn()).isBusy).toBe(false)
    expect(erp.sessions.opened).toBe(0)
  })
})

describe('what needs a person', () => {
  test('refused rows are written again with the mapping as it is now', async () => {
    const { id, turn } = await beside()
    erp.records = {
      products: [
        { CODE: 'RED-1', NAME: 'Bir', UNIT: 'PK' },
        { CODE: 'RED-2', NAME: 'İki', UNIT: 'PK' },
      ],
      stock: [],
    }
    const strict = {
      ...adapter.template,
      inbound: { products: { fields: { code: 'CODE', name: 'NAME', unit: { path: 'UNIT', table: 'units' } } } },
    }
    const save = async (mapping: object) =>
      admin.send('PATCH', `/yonetim/erp-connections/${id}/mapping`, {
        body: { version: (await detail(id)).version, mapping: JSON.stringify(mapping) },
      })
    await save(strict)
    await turn()
    const retry = (body: object) => admin.send('POST', `/yonetim/erp-connections/${id}/refused/retry`, { body })
    expect((await retry({ resource: null, key: null })).body).toMatchObject({ accepted: 0, refused: 2, total: 2 })
    await save({ ...strict, tables: { units: { PK: 'PAKET' } } })
    expect((await retry({ resource: 'products', key: 'RED-1' })).body).toMatchObject({
      accepted: 1,
      refused: 0,
      total: 1,
    })
    expect((await retry({ resource: null, key: null })).body).toMatchObject({ accepted: 1, total: 0, items: [] })
    expect(await shop.database.pool.one(`SELECT name FROM products WHERE code = 'RED-2'`)).toEqual({ name: 'İki' })
  })

  test('a refused order is sent again after a look into the ERP, or booked by hand', async () => {
    const { id, turn } = await beside()
    const orders = []
    for (let n = 0; n < 2; n += 1) orders.push(await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 }))
    erp.faults = ['refuse', 'refuse']
    await turn()
    const list = async (state = '') =>
      (
        (await admin.send('GET', `/yonetim/erp-connections/${id}/documents?state=${state}`)).body as {
          items: ErpDocumentRow[]
        }
      ).items
    expect((await list('refused')).map(({ message, orderId }) => [message, orderId !== null])).toEqual([
      ['Cari hesap kilitli', true],
      ['Cari hesap kilitli', true],
    ])
    expect(await detail(id)).toMatchObject({ refusedDocuments: 2 })
    const [first, second] = orders
    const act = (orderId: number | undefined, what: string, body: object = {}) =>
      admin.send('POST', `/yonetim/erp-connections/${id}/documents/order/${orderId}/${what}`, { body })
    expect((await act(first?.id, 'retry')).status).toBe(200)
    await turn()
    expect(erp.sessions.found).toBe(1)
    expect(erp.documents.map(({ number }) => number)).toEqual([first?.orderNo])
    expect(codeOf(await act(first?.id, 'retry'))).toBe('erp_document_booked')
    expect(codeOf(await act(second?.id, 'book', { documentNo: ' ' }))).toBe('validation_failed')
    expect((await act(second?.id, 'book', { documentNo: 'ELLE-7' })).status).toBe(200)
    expect(await list('booked')).toMatchObject([
      { number: second?.orderNo, documentNo: 'ELLE-7' },
      { documentNo: 'FIS-1' },
    ])
    const { body } = await admin.send('GET', `/yonetim/orders/${second?.id}`)
    expect(body).toMatchObject({ isSent: true, erpDocumentNo: 'ELLE-7' })
  })

  test('a connection that fails three times, or is late, is reported by one email until it is in order again', async () => {
    const { id, turn } = await beside()
    const { pool } = shop.database
    erp.records = { products: [{ CODE: 'UYR-1', NAME: 'A' }], stock: [] }
    erp.beforePage = () => Promise.reject(new ErpError('unavailable', 'Sunucu kapalı'))
    const fail = async () => {
      await pool.execute("UPDATE erp_feeds SET next_at = now() - interval '1 second'")
      await turn()
      await enqueueAlerts(pool)
    }
    const mails = () => pool.query<{ data: object }>(`SELECT data FROM outbox WHERE name = 'erp-mail'`)
    await fail()
    await fail()
    expect(await mails()).toEqual([])
    await fail()
    await fail()
    expect(await mails()).toEqual([{ data: { id, isLate: false } }])
    await shop.setSetting('storeEmail', 'magaza@example.com')
    const sent: { subject: string; text: string; to: string }[] = []
    const mailer = { send: async (mail: object) => void sent.push(mail as (typeof sent)[number]) }
    await sendErpMail({ pool, mailer, publicUrl: 'https://b2b.example' }, { id, isLate: false }, 'k')
    expect(sent).toMatchObject([{ to: 'magaza@example.com', subject: 'ERP bağlantısı çalışmıyor: Merkez Logo' }])
    expect(sent[0]?.text).toContain('Sunucu kapalı')
    expect(sent[0]?.text).toContain(`https://b2b.example/yonetim/erp/${id}`)

    erp.beforePage = () => {}
    await pool.execute("UPDATE erp_feeds SET next_at = now() - interval '1 second'")
    await turn()
    await enqueueAlerts(pool)
    await pool.execute("UPDATE erp_feeds SET last_ok_at = now() - interval '1 day'")
    expect(await detail(id)).toMatchObject({ state: 'late' })
    await enqueueAlerts(pool)
    await enqueueAlerts(pool)
    expect(await mails()).toEqual([{ data: { id, isLate: false } }, { data: { id, isLate: true } }])
  })
})
