import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { card, charge, formOf, posted } from '#server/payments/gateways/test-bank.ts'
import { opened, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { cutOff, withoutFields } from '#server/payments/gateways/test-damaged-answers.ts'
import { expectForged, withValue } from '#server/payments/gateways/test-forged-callbacks.ts'
import { ccpaymentDialect } from '#server/sandbox-bank/dialects/ccpayment/ccpayment-dialect.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { hashKey, readHashKey } from './ccpayment-hash.ts'
import recorded from './test-answers.json' with { type: 'json' }

const settings = { api: 'https://pos.example/ccpayment', appId: 'shop-app', merchantKey: '$2y$10$shop' }
const secrets = { appSecret: 'shop-app-secret' }
const orderId = '166254527653758'
const token = { status_code: 100, data: { token: 'bearer-of-the-shop', is_3d: 4 } }

function answerOf(id: string, parts = ['1', '1234.50', charge.reference, orderId, 'TRY']): string {
  const found = recorded.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No answer ${id}`)
  return JSON.stringify(found.answer).replace('HASH', hashKey(parts, secrets.appSecret))
}

/** A gateway whose provider gives a token and then this answer; `sent` has the other requests. */
function answering(text: string, status = 200, mode: PosTerms['mode'] = 'own_form') {
  const sent: Parameters<BankHttp>[0][] = []
  const terms: PosTerms = { id: 1, adapter: 'ccpayment', mode, environment: 'test', settings, secrets }
  const http: BankHttp = (request) => {
    if (request.url.endsWith('/api/token')) return answered(200, JSON.stringify(token))
    sent.push(request)
    return answered(status, text)
  }
  return { gateway: openGateway(terms, http, () => new Date('2026-11-20T12:00:00Z')), sent }
}
const answered = (status: number, text: string) =>
  Promise.resolve({ ok: true as const, status, text, contentType: 'application/json' })

const capture = (text: string, status?: number) => answering(text, status).gateway.capture(charge, { orderId })
const inquire = (text: string, status?: number) => answering(text, status).gateway.inquire(charge, null)
const refund = (text: string, status?: number) =>
  answering(text, status).gateway.refund(charge, { authCode: null, bankReference: null, transaction: null }, '34.50')

describe('the hash key of CCPayment', () => {
  it('is read as the samples of the documentation make it', () => {
    // Made with OpenSSL from the rule of QNBpay's documentation: key SHA-256(SHA-1(secret) + salt), 32 characters.
    const text = '97c0cf085f6b80d4:6bfd:hoJX8SmkhPqNGqk11caI4RyTdV0__XiF094aAe4nvc8ZKeZSi8ojj+bAgA05+QW7u'
    expect(readHashKey(text, 'made-up-app-secret')).toEqual(['1', '20.00', 'test-invoice-id', '63888713', 'TRY'])
    expect(readHashKey(text.replace('6bfd', '6bfe'), 'made-up-app-secret')).toBeNull()
    expect(readHashKey(text, 'another-secret')).toBeNull()
  })

  it('returns its parts with the same secret only, and contains no slash', () => {
    const part = fc.string().filter((text) => !text.includes('|'))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.string(), (parts, secret) => {
        const text = hashKey(parts, secret)
        expect(text).not.toContain('/')
        expect(readHashKey(text, secret)).toEqual(parts)
        expect(readHashKey(text, `${secret}x`)).not.toEqual(parts)
      }),
    )
  })

  it.each(['', 'x', 'a:b', ':::', '97c0cf085f6b80d4:6bfd:', '97c0cf085f6b80d:6bfd:AAAA', 'a:b:c:d'])(
    'is unreadable as %j',
    (text) => expect(readHashKey(text, 'secret')).toBeNull(),
  )
})

describe('the form of CCPayment', () => {
  it('leaves the completion to the shop and adds up to the total', async () => {
    const started = await answering('').gateway.start(charge, card)
    if (!started.ok) throw new Error('not started')
    const form = formOf(started.step)
    expect(started.step).toMatchObject({ action: 'https://pos.example/ccpayment/api/paySmart3D' })
    expect(Object.fromEntries(form)).toMatchObject({
      total: '1234.50',
      currency_code: 'TRY',
      installments_number: '3',
      invoice_id: charge.reference,
      payment_completed_by: 'merchant',
      response_method: 'POST',
      is_comission_from_user: '2',
      cc_no: card.number,
      expiry_year: '2030',
    })
    expect(JSON.parse(form.get('items') ?? '')).toMatchObject([{ price: '1234.50', quantity: 1 }])
    const signed = ['1234.50', '3', 'TRY', settings.merchantKey, charge.reference]
    expect(readHashKey(form.get('hash_key') ?? '', secrets.appSecret)).toEqual(signed)
  })

  it('names the currency of a foreign charge, and 1 for a single payment', async () => {
    const started = await answering('').gateway.start({ ...charge, currency: 'USD', installment: 1 }, card)
    const form = started.ok ? formOf(started.step) : new Map()
    expect([form.get('currency_code'), form.get('installments_number')]).toEqual(['USD', '1'])
    expect(form.has('is_comission_from_user')).toBe(false)
  })

  it('of the provider’s own page is a link, without a card', async () => {
    const link = JSON.stringify({
      status: true,
      status_code: 100,
      link: 'https://pos.example/pay/1',
      order_id: orderId,
    })
    const { gateway, sent } = answering(link, 200, 'hosted')
    const step = { kind: 'redirect', url: 'https://pos.example/pay/1' }
    expect(await gateway.start(charge, null)).toEqual({ ok: true, step, bankReference: orderId })
    expect(sent[0]?.body).toContain('"selected_installments":[3]')
    expect(sent[0]?.body).not.toContain('cc_no')
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer bearer-of-the-shop' })
    for (const text of ['{"status_code":36}', '{"status_code":100}', ...cutOff(link)])
      expect(await answering(text, 200, 'hosted').gateway.start(charge, null)).toMatchObject({ kind: 'unreachable' })
  })
})

describe('a return from CCPayment', () => {
  it.each(['own_form', 'hosted'] as const)('is forged if a compared field is changed (%s)', async (mode) => {
    const visit = await visitBank(testDialectBank(ccpaymentDialect, mode))
    await expectForged(visit, ['invoice_id', 'hash_key'], false)
    for (const name of ['order_id', 'amount', 'installment']) {
      const changed = posted(withValue(name, '7')(visit.callback.fields))
      expect([name, await visit.read(changed)]).toMatchObject([name, { kind: 'forged', reason: name }])
    }
  })

  it('is forged with a hash key of another order, amount or currency', async () => {
    const visit = await visitBank(testDialectBank(ccpaymentDialect, 'own_form'))
    const order = visit.callback.fields.find(([name]) => name === 'order_id')?.[1] ?? ''
    const good = ['1', '1234.50', charge.reference, order, 'TRY']
    const { appSecret = '' } = visit.bank.terms.secrets
    const read = (parts: string[], secret = appSecret) =>
      visit.read(posted(withValue('hash_key', hashKey(parts, secret))(visit.callback.fields)))
    expect((await read(good)).kind).toBe('authenticated')
    for (const [i, value] of [
      [1, '1234.51'],
      [2, 'ZZ12CD34EF56GH78JK90'],
      [3, '1'],
      [4, 'USD'],
    ] as const) {
      expect([i, await read(good.with(i, value))]).toMatchObject([i, { kind: 'forged' }])
    }
    expect(await read(good, 'another')).toEqual({ kind: 'forged', reason: 'hash_key' })
    expect((await read(good.slice(0, 4))).kind).toBe('forged')
  })

  it('that claims an authentication takes nothing: the provider refuses to complete it', async () => {
    const visit = await visitBank(testDialectBank(ccpaymentDialect, 'own_form'), '0')
    expect(visit.result).toEqual({ kind: 'returned', ask: true })
    const claimed = await visit.read(posted(withValue('md_status', '1')(visit.callback.fields)))
    if (claimed.kind !== 'authenticated') throw new Error(claimed.kind)
    expect((await visit.gateway.capture(visit.charge, claimed.proof)).kind).toBe('unknown')
    expect(await visit.gateway.inquire(visit.charge, null)).toMatchObject({ kind: 'declined', code: '3D-0' })
    expect(visit.bank.orders.get(charge.reference)?.isPaid ?? false).toBe(false)
  })

  it('of a form that a payer changed so that it is charged at once is found by the inquiry', async () => {
    const bank = testDialectBank(ccpaymentDialect, 'own_form')
    const gateway = opened(bank)
    const started = await gateway.start(charge, card)
    if (!started.ok || started.step.kind !== 'form') throw new Error('no form')
    const fields = started.step.fields.filter(([name]) => name !== 'payment_completed_by')
    const callback = await bank.finish({ ...started.step, fields }, '1')
    const read = await gateway.readCallback(callback, charge)
    if (read.kind !== 'authenticated') throw new Error(read.kind)
    expect((await gateway.capture(charge, read.proof)).kind).toBe('unknown')
    expect(await gateway.inquire(charge, null)).toMatchObject({ kind: 'captured', amount: '1234.50' })
  })
})

describe('the answer to a completion at CCPayment', () => {
  const success = answerOf('complete-success')

  it('is captured if state, invoice and hash key are those of the charge', async () => {
    const receipt = { authCode: '287679', bankReference: orderId, transaction: null }
    expect(await capture(success)).toEqual({
      kind: 'captured',
      receipt: { ...receipt, cardFirst6: '450803', cardLast4: '4509' },
    })
    for (const text of [
      answerOf('complete-success', ['1', '1234.40', charge.reference, orderId, 'TRY']),
      answerOf('complete-success', ['1', '1234.50', charge.reference, orderId, 'EUR']),
      answerOf('complete-success', ['1', '1234.50', charge.reference, '7', 'TRY']),
      success.replace('"invoice_id":"AB', '"invoice_id":"BA'),
      success.replace('"payment_status":1', '"payment_status":0'),
      success.replace('"payment_status":1', '"amount":1234.4,"payment_status":1'),
      success.replace('"payment_status":1', '"installment":1,"payment_status":1'),
    ]) {
      expect(text).not.toBe(success)
      expect(await capture(text)).toMatchObject({ kind: 'unknown' })
    }
  })

  it('is unknown if it is damaged', async () => {
    const proving = [
      'status_code',
      'data',
      'data.invoice_id',
      'data.status_code',
      'data.payment_status',
      'data.hash_key',
    ]
    for (const { field, answer } of withoutFields(JSON.parse(success))) {
      const { kind } = await capture(JSON.stringify(answer))
      expect([field, kind]).toEqual([field, proving.includes(field) ? 'unknown' : 'captured'])
    }
    for (const text of [...cutOff(success), success + success, `[${success}]`, '<html>Hata</html>'])
      expect((await capture(text)).kind).toBe('unknown')
    expect((await capture(success, 502)).kind).toBe('unknown')
  })

  it('is declined by a failed payment only, with the issuing bank’s code', async () => {
    const declined = answerOf('complete-declined')
    expect(await capture(declined, 400)).toEqual({ kind: 'declined', code: '51', text: 'Kart limiti yetersiz' })
    expect(await capture(declined.replace('"51"', '"91"'), 400)).toMatchObject({ kind: 'unknown' })
    expect(await capture(answerOf('complete-unknown-order'), 400)).toMatchObject({ kind: 'unknown' })
    for (const code of ['3', '31', '68', '69', '99', ''])
      expect(await capture(declined.replace('"status_code":41', `"status_code":"${code}"`), 400)).toMatchObject({
        kind: 'unknown',
      })
    for (const text of cutOff(declined)) expect((await capture(text, 400)).kind).toBe('unknown')
  })
})

describe('an inquiry at CCPayment', () => {
  const completed = answerOf('status-completed')

  it('finds the charge, what the card was charged, and what was refunded', async () => {
    expect(await inquire(completed)).toEqual({
      kind: 'captured',
      amount: '1234.50',
      taken: '1250.10',
      refunded: '34.50',
      receipt: {
        authCode: null,
        bankReference: orderId,
        transaction: 'SXY0m-o3kb-TC10-98950-220621',
        cardFirst6: '450803',
        cardLast4: '4509',
      },
    })
    expect(await inquire(completed.replace('"md_status":1', '"md_status":2'))).toMatchObject({ unwanted: 'mdStatus 2' })
  })

  it('finds a failed and an open payment, and none', async () => {
    expect(await inquire(answerOf('status-failed'), 400)).toMatchObject({ kind: 'declined', code: '3D-0' })
    expect(await inquire(completed.replace('"Completed"', '"Pending"'))).toEqual({ kind: 'none' })
    expect(await inquire('{"status_code":31}', 400)).toEqual({ kind: 'none' })
    expect(await inquire('{"status_code":32}', 400)).toEqual({ kind: 'none' })
  })

  it('is pending for anything else', async () => {
    for (const text of [
      completed.replace('"status_code":100', '"status_code":69'),
      completed.replace('"Completed"', '"Unknown"'),
      completed.replace('"invoice_id":"AB', '"invoice_id":"BA'),
      completed.replace('"product_price":1234.5,', ''),
      completed.replace('"total_refunded_amount":34.5', '"total_refunded_amount":1250.11'),
      '{"status_code":30}',
      ...cutOff(completed),
      ...cutOff(answerOf('status-failed')),
    ]) {
      expect([text, (await inquire(text)).kind]).toEqual([text, 'pending'])
    }
    for (const { answer } of withoutFields(JSON.parse(completed)))
      expect(['captured', 'pending']).toContain((await inquire(JSON.stringify(answer))).kind)
  })
})

describe('a refund at CCPayment', () => {
  it('signs the amount; 0 returns all of it', async () => {
    const { gateway, sent } = answering(answerOf('refund-done'))
    const of = { ...charge } satisfies Charge
    const receipt = { authCode: null, bankReference: orderId, transaction: null }
    expect(await gateway.refund(of, receipt, '34.50')).toEqual({ kind: 'done', code: '100' })
    expect(await gateway.void(of, receipt)).toMatchObject({ kind: 'done' })
    const bodies = sent.map(({ body = '' }) => JSON.parse(body) as { amount: string; hash_key: string })
    expect(bodies.map(({ amount }) => amount)).toEqual(['34.50', '0'])
    for (const { amount, hash_key } of bodies) {
      expect(readHashKey(hash_key, secrets.appSecret)).toEqual([amount, charge.reference, settings.merchantKey])
    }
  })

  it('is refused by a code, and unknown if it was only requested or its answer is damaged', async () => {
    const done = answerOf('refund-done')
    expect(await refund(answerOf('refund-failed'), 400)).toEqual({ kind: 'refused', code: '49', text: 'Refund failed' })
    for (const code of ['99', '101', '112', ''])
      expect(await refund(done.replace('"status_code":100', `"status_code":"${code}"`))).toMatchObject({
        kind: 'unknown',
      })
    for (const text of [
      ...cutOff(done),
      ...cutOff(answerOf('refund-failed')),
      done.replace('"invoice_id":"AB', '"x":"AB'),
    ])
      expect(await refund(text)).toMatchObject({ kind: 'unknown' })
    expect(await refund(answerOf('refund-failed'), 503)).toMatchObject({ kind: 'unknown' })
  })
})
