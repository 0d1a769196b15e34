import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkMapping } from '#domain/erp/check-mapping.ts'
import { mapRecord } from '#domain/erp/map-record.ts'
import { type InboundResource, inboundResources, type OutboundKind } from '#domain/erp/mapping.ts'
import { lineDiscounts } from '#domain/erp/line-discounts.ts'
import { withFreeGoods } from '#domain/erp/free-goods.ts'
import { withRates } from '#domain/erp/order-rates.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import { openTestErp, readAll, sandboxSettings, type TestErp } from '#testing/sandbox-erp.ts'
import { ErpError, type ErpAdapter, type ErpSession, type OutboundDocument, type Settings } from './adapter.ts'
import { adapters as all } from './adapters.ts'

/** Those whose dialects the sandbox ERP speaks. */
const adapters = all.filter(({ kind }) => Object.hasOwn(sandboxSettings, kind))

let erp: TestErp
beforeAll(async () => {
  erp = await openTestErp()
})
afterAll(() => erp.close())
beforeEach(async () => {
  await erp.change('faults/clear', {})
  await erp.pool.execute('DELETE FROM sandbox_erp_sessions')
  erp.setClock('2026-11-22T09:00:00Z')
  erp.notes.length = 0
  erp.sent()
})

const everything = { mark: null, pageSize: 1000 }

function open(adapter: ErpAdapter, changes: Settings = {}): ErpSession {
  const { http, now, notes } = erp
  const note = (text: string) => void notes.push(text)
  return adapter.open({ ...sandboxSettings[adapter.kind], ...changes }, { http, now, note })
}

/** The shop's rows of a resource, by the template. */
async function rowsOf(adapter: ErpAdapter, resource: InboundResource, session = open(adapter)) {
  const { records } = await readAll(session, resource, everything)
  const part = adapter.template.inbound?.[resource]
  if (part === undefined) throw new Error(resource)
  return records.flatMap((record) => {
    const mapped = mapRecord(adapter.template, { ...part, place: resource }, record)
    if (mapped.state === 'problem') throw new Error(JSON.stringify(mapped.problem))
    return mapped.state === 'row' ? [mapped.row] : []
  })
}

const failure = (promise: Promise<unknown>): Promise<ErpError> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => (error instanceof ErpError ? error : expect.fail(String(error))),
  )

let serial = 0
const orderNo = () => `S2026${String((serial += 1)).padStart(6, '0')}`

const orderRecord = (number: string) => ({
  orderNo: number,
  createdAt: '2026-11-21T22:30:00.000Z',
  dealer: { code: '120.01', name: 'Demirtepe Elektrik' },
  branch: null,
  note: 'Şantiyeye teslim. '.repeat(8),
  paymentPlan: null,
  currency: 'TRY',
  rates: { USD: '46.75' },
  total: '1735.20',
  lines: [
    {
      lineNo: 1,
      code: 'A-1',
      unit: 'KOLİ',
      multiplier: '48',
      quantity: 3,
      price: '100',
      priceCurrency: 'TRY',
      taxRate: '20',
      amount: '300.00',
    },
    {
      lineNo: 2,
      code: "Ç'3 Ğ",
      unit: 'ADET',
      multiplier: '1',
      quantity: 7,
      price: '163.714',
      priceCurrency: 'TRY',
      taxRate: '20',
      amount: '1146.00',
    },
  ],
  stock: [{ code: 'A-1', warehouse: 'MERKEZ', quantity: '144' }],
})
const paymentRecord = (reference: string) => ({
  reference,
  dealer: { code: '120.01', name: '' },
  capturedAt: '2026-11-22T08:00:00.000Z',
  amount: '1030.00',
  baseAmount: '1000.00',
  currency: 'TRY',
  pos: { code: 'GARANTI', name: 'Garanti' },
})
const refundRecord = (id: number) => ({
  id,
  paymentReference: 'K7XQ2M9PLRTA4WVB8ZCD',
  dealer: { code: '120.01', name: '' },
  amount: '250.50',
  currency: 'TRY',
  endedAt: '2026-11-22T08:00:00.000Z',
})

/** A document as the engine makes it of a record, by the template. */
function documentOf(
  adapter: ErpAdapter,
  kind: OutboundKind,
  number: string,
  record: object,
  parentNo: string | null = null,
): OutboundDocument {
  const part = adapter.template.outbound?.[kind] ?? { head: {} }
  const source = withFreeGoods(withRates(record as Record<string, unknown>))
  const map = (fields: typeof part.head, from: Record<string, unknown>) => {
    const mapped = mapRecord(adapter.template, { fields, place: kind }, from)
    return mapped.state === 'row' ? mapped.row : expect.fail(JSON.stringify(mapped))
  }
  const lines = part.lines === undefined ? [] : ((source['lines'] ?? []) as object[])
  return {
    kind,
    number,
    parentNo,
    head: map(part.head, { ...source }),
    lines: lines.map((line) => map(part.lines ?? {}, { ...source, line })),
  }
}
const order = (adapter: ErpAdapter, number: string, changes: object = {}) =>
  documentOf(adapter, 'order', number, { ...orderRecord(number), ...changes })

type Booked = {
  kind: string
  senderNo: string
  documentNo: string
  total: string
  lines: { code: string; unit: string }[]
  notes: string
  date: string
  account: string
}
async function booked(): Promise<Booked[]> {
  return (await erp.app.inject('/sandbox-erp/documents')).json<{ documents: Booked[] }>().documents
}
const ownPrice = { kind: 'agreement', name: 'A-1 · 120.01', dealer: '120.01', product: 'A-1' }
/** What each ERP knows of the terms in the books: prices of an account, prices of a group, or discounts of both. */
const rulesOfTerms: Readonly<Record<string, object[]>> = {
  logo: [
    {
      ...ownPrice,
      ...{ code: expect.stringMatching(/^PRC-\d+$/), price: '95.5', currency: 'TRY' },
      ...{ startsOn: '2026-01-01', endsOn: '2027-12-31' },
    },
  ],
  netsis: [
    {
      ...{ code: 'FYT-USTA-B-2', name: 'B-2 · USTA', kind: 'agreement', group: 'USTA', product: 'B-2' },
      ...{ price: '80', currency: 'USD' },
    },
  ],
  mikro: expect.arrayContaining([
    {
      ...{ code: 'ISK-A-1-120.01', name: 'A-1 · 120.01', kind: 'chain', dealer: '120.01', group: null },
      ...{ product: 'A-1', chain: '10+5+3' },
    },
    {
      ...{ code: 'ISK-B-2-USTA', name: 'B-2 · USTA', kind: 'chain', dealer: null, group: 'USTA' },
      ...{ product: 'B-2', chain: '12.5' },
    },
  ]) as object[],
}
/** The first discount of a chain of 10+5+3 on 1,000.00. */
const sentDiscounts: Readonly<Record<string, string>> = {
  logo: '"DISCOUNT_RATE":10',
  netsis: '"STra_SatIsk":10',
  mikro: '"sip_iskonto_1":100',
}
const numberOf = (documentNo: string | null) => async () =>
  (await booked()).filter((each) => each.documentNo === documentNo)

describe.each(adapters.map((adapter) => [adapter.kind, adapter] as const))('%s', (kind, adapter) => {
  test('the template has no problem with the fields that the adapter names', () => {
    const targets = Object.fromEntries([
      ...inboundResources.map((resource) => [`inbound.${resource}`, null] as const),
      ...Object.entries(adapter.knownFields).filter(([section]) => section.startsWith('outbound.')),
    ])
    const sources = Object.fromEntries(
      Object.entries(adapter.knownFields).filter(([section]) => section.startsWith('inbound.')),
    )
    expect(checkMapping(adapter.template, { targets, sources })).toEqual([])
  })

  test('check signs in and names the company and the clock; close frees the seat', async () => {
    const session = open(adapter)
    expect(await session.check()).toMatchObject({ clock: '2026-11-22 12:00:00' })
    await session.close()
    expect(await erp.pool.query('SELECT FROM sandbox_erp_sessions')).toHaveLength(0)
  })

  test('products have code, name, VAT in percent, and whether they are in use', async () => {
    const rows = await rowsOf(adapter, 'products')
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set(['A-1', 'B-2', 'D-4', "Ç'3 Ğ"]))
    const byCode = new Map(rows.map((row) => [row['code'], row]))
    expect(byCode.get('A-1')).toMatchObject({ name: 'Matkap ucu 8 mm', taxRate: '20', isActive: true })
    expect(byCode.get('B-2')).toMatchObject({ taxRate: '10' })
    expect(byCode.get('D-4')).toMatchObject({ isActive: false })
  })

  test('units have their base units and barcodes', async () => {
    const rows = (await rowsOf(adapter, 'units')).filter(({ code }) => code === 'A-1')
    expect(rows.toSorted((a, b) => Number(a['multiplier']) - Number(b['multiplier']))).toEqual([
      { code: 'A-1', unit: 'ADET', multiplier: '1', barcode: '8691' },
      { code: 'A-1', unit: 'PAKET', multiplier: '6', barcode: '8692' },
      { code: 'A-1', unit: 'KOLİ', multiplier: '48', barcode: '8693' },
    ])
  })

  test('prices of the chosen list only, with their currency and without VAT', async () => {
    const rows = (await rowsOf(adapter, 'prices')).filter(({ code }) => code === 'A-1' || code === 'B-2')
    const common = { unit: 'ADET', price: '120.5', vatIncluded: false }
    expect(new Set(rows)).toEqual(
      new Set([
        { code: 'A-1', currency: 'TRY', ...common },
        { code: 'B-2', currency: 'USD', ...common },
      ]),
    )
  })

  test('stock of the chosen warehouse only, not the sum of all', async () => {
    await erp.change('stock', { code: 'A-1', warehouse: 1, quantity: '96' })
    const rows = await rowsOf(adapter, 'stock')
    expect(rows.find(({ code }) => code === 'A-1')).toEqual({ code: 'A-1', warehouse: 'MERKEZ', quantity: '96' })
    expect(rows.filter(({ code }) => code === 'A-1')).toHaveLength(1)
  })

  test.each(kind === 'logo' ? [kind] : [])(
    '%s: stock leaves out what open orders wait for, until they are shipped',
    async () => {
      const session = open(adapter)
      const quantity = async () => {
        const row = (await rowsOf(adapter, 'stock', session)).find(({ code }) => code === 'A-1')
        return Number(row?.['quantity'] ?? Number.NaN)
      }
      const before = await quantity()
      const number = orderNo()
      await session.write(order(adapter, number))
      // Three boxes of 48.
      expect(await quantity()).toBe(before - 144)
      expect(await erp.change('invoices', { number })).toBe(true)
      expect(await quantity()).toBe(before - 144)
    },
  )

  test('dealers are customers, without suppliers', async () => {
    const rows = await rowsOf(adapter, 'dealers')
    expect(rows.map(({ code }) => code)).toEqual(['120.01', '120.02'])
    expect(rows[0]).toMatchObject({
      name: 'Demirtepe Elektrik',
      address: 'Sanayi Cad. 1',
      district: 'Başakşehir',
      city: 'İstanbul',
      taxOffice: 'İkitelli',
      taxNumber: '1234567890',
    })
  })

  test('the balance is the sum of the movements, without cancelled ones', async () => {
    const movements = await rowsOf(adapter, 'movements')
    const own = movements.filter(({ description }) => description === 'Açıklama')
    expect(
      new Set(own.map(({ dealer, kind: what, debit, credit, date }) => [dealer, what, debit, credit, date])),
    ).toEqual(
      new Set([
        ['120.01', 'invoice', '250.75', '0', '2026-09-01'],
        ['120.01', kind === 'mikro' ? 'debit' : 'opening', '100', '0', '2026-01-01'],
        ['120.01', 'payment', '0', '50.25', '2026-09-15'],
      ]),
    )
    const sum = movements.reduce((total, { debit, credit }) => total + Number(debit) - Number(credit), 0)
    const balance = (await rowsOf(adapter, 'balances')).find(({ dealer }) => dealer === '120.01')
    expect(Number(balance?.['balance'])).toBeCloseTo(sum, 2)
    expect(balance).toMatchObject({ currency: 'TRY' })
  })

  test('rates are lira for one unit', async () => {
    const rows = await rowsOf(adapter, 'rates')
    expect(new Set(rows)).toEqual(
      new Set([
        { currency: 'EUR', rate: '54.2' },
        { currency: 'USD', rate: '46.75' },
      ]),
    )
  })

  test('prices and discounts of accounts and groups are price rules', async () => {
    expect(await rowsOf(adapter, 'rules')).toEqual(rulesOfTerms[kind])
  })

  test('pages of any size have each record once, and a read goes on after its last page', async () => {
    const session = open(adapter)
    const whole = await readAll(session, 'products', everything)
    const pages = await readAll(session, 'products', { mark: null, pageSize: 1 })
    expect(pages.pages.length).toBeGreaterThan(3)
    expect(pages.records).toEqual(whole.records)
    const rest = await readAll(session, 'products', { mark: pages.pages[1]?.mark ?? null, pageSize: 1 })
    expect(rest.records).toEqual(whole.records.slice(2))
  })

  test('a run of changes reads what changed since the start of the run before, by the clock of the ERP', async () => {
    const session = open(adapter)
    const { mark } = await readAll(session, 'products', everything)
    expect((await readAll(session, 'products', { mark, pageSize: 10 })).records).toEqual([])
    await erp.pool.execute("UPDATE sandbox_erp_items SET changed_at = '2026-11-22T09:00:00Z' WHERE code = 'B-2'")
    erp.setClock('2026-11-22T10:00:00Z')
    const changed = await readAll(session, 'products', { mark, pageSize: 10 })
    expect(JSON.stringify(changed.records)).toContain('B-2')
    expect(changed.records).toHaveLength(1)
    erp.setClock('2026-11-24T09:00:00Z')
    const next = await readAll(session, 'products', { mark: changed.mark, pageSize: 10 })
    expect((await readAll(session, 'products', { mark: next.mark, pageSize: 10 })).records).toEqual([])
    await erp.pool.execute("UPDATE sandbox_erp_items SET changed_at = '2026-10-01T09:00:00Z'")
  })

  test.each([
    ['behind', 1],
    ['ahead of', -1],
  ])('a clock of the ERP that is an hour %s that of the shop misses no change', async (_name, hours) => {
    const now = () => new Date(erp.now().getTime() + hours * 3_600_000)
    const session = adapter.open({ ...sandboxSettings[adapter.kind] }, { http: erp.http, now, note() {} })
    const { mark } = await readAll(session, 'products', everything)
    await erp.pool.execute("UPDATE sandbox_erp_items SET changed_at = '2026-11-22T09:05:00Z' WHERE code = 'B-2'")
    erp.setClock('2026-11-22T09:10:00Z')
    const { records } = await readAll(session, 'products', { mark, pageSize: 10 })
    expect(JSON.stringify(records)).toContain('B-2')
    await erp.pool.execute("UPDATE sandbox_erp_items SET changed_at = '2026-10-01T09:00:00Z'")
  })

  test('an order is written with its lines, and is found by our number', async () => {
    const number = orderNo()
    const session = open(adapter)
    expect(await session.find('order', number)).toBeNull()
    const { documentNo } = await session.write(order(adapter, number))
    expect(await session.find('order', number)).toEqual({ documentNo })
    const [document] = await numberOf(documentNo)()
    expect(document).toMatchObject({ kind: 'order', account: '120.01', date: '2026-11-22', total: '1735.20' })
    const inBase = kind !== 'logo'
    expect(document?.lines).toMatchObject([
      { code: 'A-1', unit: inBase ? 'ADET' : 'KOLİ', quantity: inBase ? '144' : '3', vat: '20', warehouseNo: 1 },
      { code: "Ç'3 Ğ", unit: 'ADET', quantity: '7', vat: '20', warehouseNo: 1 },
    ])
  })

  test('a free line is written with price 0, and the payer of the carrier in the note', async () => {
    const number = orderNo()
    const [first] = orderRecord(number).lines
    const free = { ...first, lineNo: 2, quantity: 1, price: '0.0000', amount: '0.00', isFree: true }
    const lines = [first, { ...free, promotion: { code: 'ON-BIR', name: '10+1' } }]
    const changes = { lines, note: 'Kapıda', carrierPayer: 'sender' }
    const { documentNo } = await open(adapter).write(order(adapter, number, changes))
    const [document] = await numberOf(documentNo)()
    expect(document).toMatchObject({ total: '360.00', lines: [{ code: 'A-1' }, { code: 'A-1', price: '0' }] })
    const goods = kind === 'logo' ? '' : 'Mal fazlası: A-1 1 KOLİ (10+1), '
    expect(document?.notes).toBe(`Gönderici ödemeli, ${goods}Kapıda`)
  })

  test('a discounted line has its list price and discounts, and its amount to the kuruş', async () => {
    const number = orderNo()
    const [first] = orderRecord(number).lines
    const rule = { id: 1, name: 'Zincir' }
    const steps: PriceStep[] = [
      { kind: 'list', value: '100', currency: 'TRY' },
      { kind: 'chain', chain: '10+5+3', rule, value: '82.935', currency: 'TRY' },
    ]
    // 66.6667 less 33.33 % is 44.4467: by rates one line is a kuruş away from its amount, so that it goes by its net price.
    const uneven: PriceStep[] = [
      { kind: 'list', value: '66.6667', currency: 'TRY' },
      { kind: 'discount', chain: '33.33', value: '44.4467', currency: 'TRY' },
    ]
    const priced = (lineNo: number, lineSteps: PriceStep[], quantity: number, amount: string) => {
      const terms = { price: lineSteps.at(-1)?.value ?? '', priceCurrency: 'TRY', quantity, amount }
      return { ...first, ...terms, lineNo, ...lineDiscounts({ ...terms, steps: lineSteps, currency: 'TRY' }) }
    }
    const lines = [priced(1, steps, 10, '829.35'), priced(2, uneven, 1000, '44446.70')]
    const { documentNo } = await open(adapter).write(order(adapter, number, { lines }))
    expect((await numberOf(documentNo)())[0]).toMatchObject({ total: '54331.26' })
    const body = erp.sent().find((sent) => sent.body?.includes(number) || sent.body?.includes(number.slice(1)))?.body
    expect(body).toContain(sentDiscounts[kind])
  })

  test('an order in another currency has lira prices by its own rate', async () => {
    const number = orderNo()
    const [line] = orderRecord(number).lines
    const usd = { currency: 'USD', lines: [{ ...line, quantity: 1, amount: '10.00', priceCurrency: 'USD' }] }
    const { documentNo } = await open(adapter).write(order(adapter, number, usd))
    expect((await numberOf(documentNo)())[0]).toMatchObject({ total: '561.00' })
  })

  test.each(['lost_answer', 'error_500_after', 'restart_after'])(
    'after %s the outcome is unknown, and the document is found',
    async (fault) => {
      const number = orderNo()
      const session = open(adapter)
      await session.check()
      await erp.fault(fault, { dialect: kind })
      expect((await failure(session.write(order(adapter, number)))).reason).toBe('unknown')
      const found = await session.find('order', number)
      expect(found).not.toBeNull()
      expect(await numberOf(found?.documentNo ?? null)()).toHaveLength(1)
    },
  )

  test.each(['html', 'null_answer', 'error_500', 'restart'])(
    '%s instead of an answer: unknown for a write, unavailable for a read',
    async (fault) => {
      const number = orderNo()
      const session = open(adapter)
      await session.check()
      const document = order(adapter, number)
      await erp.fault(fault, { dialect: kind, number: kind === 'netsis' ? `WEB00${number.slice(1)}` : number })
      expect((await failure(session.write(document))).reason).toBe('unknown')
      expect(await session.find('order', number)).toBeNull()
      await erp.fault(fault, { dialect: kind })
      expect((await failure(readAll(session, 'stock', everything))).reason).toBe('unavailable')
      await session.write(document)
    },
  )

  test('a locked record is tried again later; a closed period is refused with the ERP’s own words', async () => {
    const number = orderNo()
    const session = open(adapter)
    await erp.fault('locked', { dialect: kind })
    expect((await failure(session.write(order(adapter, number)))).reason).toBe('unavailable')
    await erp.fault('period_closed', { dialect: kind })
    const refused = await failure(session.write(order(adapter, number)))
    expect(refused.reason).toBe('refused')
    expect(refused.message).toMatch(/dönem/i)
    expect(await session.find('order', number)).toBeNull()
  })

  test('an unknown account, item or unit is refused with the ERP’s own words', async () => {
    const session = open(adapter)
    const [line] = orderRecord('').lines
    const account = await failure(session.write(order(adapter, orderNo(), { dealer: { code: '120.02' } })))
    expect([account.reason, account.message]).toEqual(['refused', expect.stringContaining('120.02')])
    const item = await failure(session.write(order(adapter, orderNo(), { lines: [{ ...line, code: 'YOK-1' }] })))
    expect([item.reason, item.message]).toEqual(['refused', expect.stringContaining('YOK-1')])
  })

  test('an order without an account or a price is refused before anything is sent', async () => {
    const session = open(adapter)
    const document = order(adapter, orderNo())
    const { reason } = await failure(session.write({ ...document, head: {} }))
    const withoutPrice = await failure(session.write({ ...document, lines: [{}] }))
    expect([reason, withoutPrice.reason]).toEqual(['refused', 'refused'])
    expect(erp.sent().filter(({ body }) => body?.includes(document.number))).toEqual([])
  })

  test('a cancelled order is gone, and cancelling again changes nothing', async () => {
    const number = orderNo()
    const session = open(adapter)
    const { documentNo } = await session.write(order(adapter, number))
    expect(await session.find('cancellation', number)).toBeNull()
    const cancellation = documentOf(adapter, 'cancellation', number, { orderNo: number }, documentNo)
    await session.write(cancellation)
    expect(await session.find('order', number)).toBeNull()
    expect(await session.find('cancellation', number)).not.toBeNull()
    expect(await session.write(cancellation)).toEqual({ documentNo })
    expect(await numberOf(documentNo)()).toEqual([])
  })

  test('a cancellation whose answer is lost has happened; a shipped order is not cancelled', async () => {
    const session = open(adapter)
    const number = orderNo()
    await session.write(order(adapter, number))
    await erp.fault('lost_answer', { dialect: kind })
    const cancel = (no: string) => session.write(documentOf(adapter, 'cancellation', no, { orderNo: no }))
    expect((await failure(cancel(number))).reason).toBe('unknown')
    expect(await session.find('cancellation', number)).not.toBeNull()
    const shipped = orderNo()
    const second = await session.write(order(adapter, shipped))
    expect(await erp.change('invoices', { number: second.documentNo })).toBe(true)
    const refused = await failure(cancel(shipped))
    expect([refused.reason, refused.message]).toEqual(['refused', expect.stringContaining('sevk')])
    expect(
      (await booked()).filter(({ senderNo, lines }) => lines.length > 0 && senderNo.endsWith(number.slice(1))),
    ).toEqual([])
  })

  test('a card payment credits the account without its fee, a refund charges it; each is found by its own number', async () => {
    const session = open(adapter)
    const balance = async () =>
      Number((await rowsOf(adapter, 'balances', session)).find(({ dealer }) => dealer === '120.01')?.['balance'])
    const before = await balance()
    const reference = `K7XQ2M9PLRTA4WVB8Z${String((serial += 1)).padStart(2, '0')}`
    const paid = await session.write(documentOf(adapter, 'payment', reference, paymentRecord(reference)))
    expect(await session.find('payment', reference)).toEqual(paid)
    expect(await session.find('refund', reference)).toBeNull()
    expect(await balance()).toBeCloseTo(before - 1000, 2)
    const id = (serial += 1)
    await erp.fault('lost_answer', { dialect: kind })
    const document = documentOf(adapter, 'refund', String(id), refundRecord(id), paid.documentNo)
    expect((await failure(session.write(document))).reason).toBe('unknown')
    expect(await session.find('refund', String(id))).not.toBeNull()
    expect(await balance()).toBeCloseTo(before - 1000 + 250.5, 2)
  })

  test('a wrong password, and no password in messages and notes', async () => {
    const session = open(adapter, { password: 'wrong-password-7' })
    const { reason, message } = await failure(session.check())
    expect(reason).toBe('settings')
    expect(`${message} ${erp.notes.join(' ')}`).not.toMatch(/wrong-password-7|SELECT|[0-9a-f]{32}/)
  })
})

describe.each(adapters.filter(({ kind }) => kind !== 'mikro').map((adapter) => [adapter.kind, adapter] as const))(
  '%s has sessions',
  (kind, adapter) => {
    test('requests at the same time share one sign-in', async () => {
      const session = open(adapter)
      await Promise.all([session.check(), session.find('order', 'S1'), session.find('order', 'S2')])
      expect(erp.sent().filter(({ url }) => url.endsWith('/token'))).toHaveLength(1)
    })

    test('an expired token is renewed once, for reads and for writes', async () => {
      const session = open(adapter)
      await session.check()
      erp.setClock('2026-11-22T12:00:00Z')
      await session.check()
      const number = orderNo()
      await erp.fault('session_end', { dialect: kind })
      const { documentNo } = await session.write(order(adapter, number))
      expect(await numberOf(documentNo)()).toHaveLength(1)
      expect(erp.sent().filter(({ url }) => url.endsWith('/token'))).toHaveLength(3)
    })

    test('tokens that end at once are given up after one new sign-in', async () => {
      const session = open(adapter)
      await erp.fault('session_end', { dialect: kind, times: 10 })
      expect((await failure(session.check())).reason).toBe('unavailable')
      expect(erp.sent().filter(({ url }) => url.endsWith('/token'))).toHaveLength(2)
    })

    test('without a free seat the ERP is unavailable, until another session ends', async () => {
      const [first, second, third] = [open(adapter), open(adapter), open(adapter)]
      await first.check()
      await second.check()
      expect((await failure(third.check())).reason).toBe('unavailable')
      await first.close()
      await third.check()
    })
  },
)
