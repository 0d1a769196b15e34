import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BankHttp, Charge, Gateway, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { card, charge as newCharge, posted } from '#server/payments/gateways/test-bank.ts'
import { paid } from '#server/payments/gateways/test-bank-visit.ts'
import { cutOff, withoutFields } from '#server/payments/gateways/test-damaged-answers.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { craftgateDialect } from '#server/sandbox-bank/dialects/craftgate/craftgate-dialect.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { craftgateSignature, isCraftgateSigned } from './craftgate-signature.ts'
import recorded from './test-answers.json' with { type: 'json' }

const secrets = { apiKey: 'shop-api-key', secretKey: 'shop-secret-key', callbackKey: 'shop-callback-key' }
const charge: Charge = { ...newCharge, bankReference: '415449' }
const proof = { paymentId: '415449' }
const receipt = {
  authCode: '301029',
  bankReference: '415449',
  transaction: '830899',
  cardFirst6: '450803',
  cardLast4: '4509',
}

function answerOf(id: string): { status: number; text: string } {
  const found = recorded.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No answer ${id}`)
  return { status: found.status, text: JSON.stringify(found.answer) }
}

type Sent = Parameters<BankHttp>[0]

/** A gateway whose requests are answered in order; `sent` has the requests. */
function answering(answers: { status: number; text: string }[], mode: PosTerms['mode'] = 'own_form') {
  const sent: Sent[] = []
  const terms: PosTerms = { id: 1, adapter: 'craftgate', mode, environment: 'test', settings: {}, secrets }
  const http: BankHttp = (request) => {
    const answer = answers[sent.push(request) - 1]
    return Promise.resolve(
      answer === undefined
        ? { ok: false, reason: 'timeout' }
        : { ok: true, contentType: 'application/json', ...answer },
    )
  }
  return { gateway: openGateway(terms, http, () => new Date('2026-11-20T12:00:00Z')), sent }
}

const changed = (id: string, from: string | RegExp, to: string) => {
  const { status, text } = answerOf(id)
  expect(text).toMatch(from)
  return { status, text: text.replace(from, to) }
}
const captured = (answer: { status: number; text: string }) => answering([answer]).gateway.capture(charge, proof)

describe('the signature of a request to Craftgate', () => {
  // craftgate/craftgate-php-client (Apache-2.0) unit-tests/Craftgate/Tests/Util/SignatureTest.php
  it.each([
    ['/installment/v1/installments', '', 'uK7LkWOEzVH+Px/YOiMuSXvPkHLR4KoA7PuykXcYovQ='],
    [
      '/payment/v1/cards',
      '{"cardUserKey":"de050909-39a9-473c-a81a-f186dd55cfef"}',
      'kQm62AfjXCw6rS6QBCLXta9tV1GqD/SXsAlYP+cEhG8=',
    ],
    [
      '/onboarding/v1/members?name=Zeytinya%C4%9F%C4%B1%20%C3%9Cretim',
      '',
      'vxYA+5LH3F4m8tHQA2LpVBwzVgCqGRHue4XAgcVjjYQ=',
    ],
  ])('is that of the published samples (%s)', (path, body, expected) => {
    const keys = { apiKey: 'api-key', secretKey: 'secret-key' }
    expect(craftgateSignature(keys, { url: `http://localhost:8000${path}`, random: '1234', body })).toBe(expected)
  })

  it('covers the address with its query and the body as sent', async () => {
    const { gateway, sent } = answering([answerOf('report-partly-refunded')])
    await gateway.inquire(charge, null)
    await gateway.capture(charge, proof)
    for (const { url, headers = {}, body = '' } of sent) {
      const text = `${decodeURIComponent(url)}${secrets.apiKey}${secrets.secretKey}${headers['x-rnd-key']}${body}`
      expect(headers).toMatchObject({ 'x-api-key': secrets.apiKey, 'x-auth-version': '1' })
      expect(headers['x-signature']).toBe(createHash('sha256').update(text).digest('base64'))
    }
    expect(sent.map(({ method, url }) => [method, url.replace('https://sandbox-api.craftgate.io', '')])).toEqual([
      ['GET', '/payment-reporting/v1/payments?conversationId=AB12CD34EF56GH78JK90&page=0&size=100'],
      ['GET', '/payment/v1/card-payments/415449'],
      ['POST', '/payment/v1/card-payments/3ds-complete'],
    ])
  })
})

describe('the hash of a return from Craftgate', () => {
  // craftgate/craftgate-node-client@95929f30 (Apache-2.0) samples/payment/Verify3DSCallback.js; the others are the two of
  // test/adapter/PaymentAdapter.test.js, recomputed with a made-up key and own numbers.
  it.each([
    [
      'merchantThreeDsCallbackKeySndbox',
      {
        hash: '1d3fa1e51fe7c350185c5a7f8c3ff513a991367b08c16a56f4ab9abeb738a1e1',
        paymentId: '5',
        conversationData: 'conversation-data',
        conversationId: 'conversation-id',
        status: 'SUCCESS',
        completeStatus: 'WAITING',
      },
    ],
    [
      'made-up-callback-key',
      {
        hash: '48ea5c4110374d349be4d3ef1446157106776da5ed94491dec524df75e279b05',
        paymentId: '415449',
        conversationId: 'AB12CD34EF56GH78JK90',
        status: 'SUCCESS',
        completeStatus: 'WAITING',
      },
    ],
    [
      'made-up-callback-key',
      {
        hash: '3d8baf886e78135bd97220ff491f15fab4ff5852fc61c0564ad53a0af9df8e17',
        status: 'FAILURE',
        completeStatus: '',
        paymentId: '415449',
        conversationData: '',
        conversationId: 'AB12CD34EF56GH78JK90',
        callbackStatus: 'ALREADY_RETURNED',
      },
    ],
  ])('is that of the samples (%s)', (key, fields: Record<string, string>) => {
    expect(isCraftgateSigned(key, (name) => fields[name] ?? '')).toBe(true)
    expect(isCraftgateSigned(`${key}x`, (name) => fields[name] ?? '')).toBe(false)
    expect(isCraftgateSigned(key, (name) => (name === 'paymentId' ? '6' : (fields[name] ?? '')))).toBe(false)
  })
})

/** A return as Craftgate signs it. */
function returned(change: Record<string, string> = {}) {
  const fields: Record<string, string> = {
    status: 'SUCCESS',
    completeStatus: 'WAITING',
    paymentId: '415449',
    conversationData: '',
    conversationId: 'AB12CD34EF56GH78JK90',
    callbackStatus: '',
    ...change,
  }
  const hash = createHash('sha256')
    .update([secrets.callbackKey, ...Object.values(fields)].join('###'))
    .digest('hex')
  return posted(Object.entries({ ...fields, hash }))
}

describe('a return from Craftgate', () => {
  const { gateway } = answering([])
  const read = async (callback: ReturnType<typeof posted>, of: Partial<Charge> = {}) =>
    gateway.readCallback(callback, { ...charge, ...of })

  it('is authenticated if the payment waits for its completion', async () => {
    expect(await read(returned())).toEqual({ kind: 'authenticated', proof })
  })

  it('triggers an inquiry if Craftgate completed the payment itself, or if it was returned before', async () => {
    expect(await read(returned({ completeStatus: 'SUCCESS' }))).toEqual({ kind: 'returned', ask: true })
    const repeated = returned({ status: 'FAILURE', completeStatus: '', callbackStatus: 'ALREADY_RETURNED' })
    expect(await read(repeated)).toEqual({ kind: 'returned', ask: true })
  })

  it('is declined if the cardholder was not authenticated', async () => {
    const failed = returned({ status: 'FAILURE', completeStatus: '' })
    expect(await read(failed)).toEqual({ kind: 'declined', code: '3D-FAILURE', text: '' })
  })

  it.each(['SUCCESS', 'FAILURE'])('is forged if anything in it is changed (%s)', async (status) => {
    const callback = returned({ status })
    const covered = ['status', 'completeStatus', 'paymentId', 'conversationData', 'conversationId', 'callbackStatus']
    const visit = { callback, read: (each: typeof callback) => read(each) }
    await expectForged(visit, [...covered, 'hash'], false)
  })

  it('is forged if it is signed for another payment or order, or with an unknown status', async () => {
    expect(await read(returned(), { bankReference: '415450' })).toEqual({ kind: 'forged', reason: 'paymentId' })
    expect(await read(returned(), { reference: 'ZZ12CD34EF56GH78JK90' })).toEqual({
      kind: 'forged',
      reason: 'conversationId',
    })
    expect(await read(returned({ status: 'WAITING' }))).toEqual({ kind: 'forged', reason: 'status' })
    expect(await read(returned({ paymentId: 'x' }), { bankReference: null })).toMatchObject({ kind: 'forged' })
  })

  it('from the payment page must contain the token of its start', async () => {
    const hosted = answering([], 'hosted').gateway
    const of = { ...charge, bankReference: 'd1811bb0-25a2' }
    expect(await hosted.readCallback(posted([['token', 'another']]), of)).toEqual({ kind: 'forged', reason: 'token' })
    expect(await hosted.readCallback(posted([['token', 'd1811bb0-25a2']]), of)).toEqual({ kind: 'returned', ask: true })
    expect(await hosted.readCallback(posted([['token', 'd1811bb0-25a2']]), charge)).toMatchObject({ kind: 'returned' })
  })
})

describe('the start of a payment at Craftgate', () => {
  const page = '<form action="https://acs.bank.example/3d" method="post"><input name="PaReq" value="a"></form>'
  const opened = (data: object) => ({ status: 200, text: JSON.stringify({ data }) })

  it('sends prices as numbers, one line for the whole basket, and reads the form of the page', async () => {
    const htmlContent = Buffer.from(page).toString('base64')
    const { gateway, sent } = answering([opened({ htmlContent, paymentId: 415449 })])
    const step = { kind: 'form', action: 'https://acs.bank.example/3d', fields: [['PaReq', 'a']] }
    expect(await gateway.start(newCharge, card)).toEqual({ ok: true, step, bankReference: '415449' })
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      price: 1200,
      paidPrice: 1234.5,
      installment: 3,
      currency: 'TRY',
      conversationId: charge.reference,
      callbackUrl: charge.callbackUrl,
      card: { cardNumber: card.number, expireYear: '2030', expireMonth: '12', cvc: card.cvc },
      items: [{ price: 1200, externalId: charge.reference }],
    })
  })

  it('in a foreign currency names it', async () => {
    const { gateway, sent } = answering([])
    await gateway.start({ ...newCharge, currency: 'EUR' }, card)
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ currency: 'EUR', paidPrice: 1234.5 })
  })

  it('on the payment page offers only the charge’s installments, at its total, with 3-D Secure', async () => {
    const pageUrl = 'https://sandbox-checkout.example/?token=d1811bb0'
    const { gateway, sent } = answering([opened({ token: 'd1811bb0', pageUrl })], 'hosted')
    const step = { kind: 'redirect', url: pageUrl }
    expect(await gateway.start(newCharge, null)).toEqual({ ok: true, step, bankReference: 'd1811bb0' })
    const body = JSON.parse(sent[0]?.body ?? '') as object
    expect(body).toMatchObject({
      enabledInstallments: [3],
      customInstallments: [{ number: 3, totalPrice: 1234.5 }],
      forceThreeDS: true,
      enabledPaymentMethods: ['CARD'],
    })
    expect(body).not.toHaveProperty('card')
  })

  it('is declined by the bank’s code, and unreachable otherwise', async () => {
    const start = (answer: { status: number; text: string }) => answering([answer]).gateway.start(newCharge, card)
    expect(await start(answerOf('payment-error'))).toMatchObject({ ok: false, kind: 'declined', code: '10051' })
    expect(await start(answerOf('validation-error'))).toMatchObject({ ok: false, kind: 'unreachable' })
    for (const text of cutOff(answerOf('payment-error').text))
      expect(await start({ status: 422, text })).toMatchObject({ ok: false, kind: 'unreachable' })
    expect(await start(opened({ htmlContent: '' }))).toEqual({ ok: false, kind: 'unreachable', text: 'page' })
  })
})

describe('the answer to a capture at Craftgate', () => {
  it('is captured only if payment, amount, currency, installments and authentication are those of the charge', async () => {
    expect(await captured(answerOf('complete-success'))).toEqual({ kind: 'captured', receipt })
    for (const [from, to] of [
      ['"paidPrice":1234.5', '"paidPrice":1234.4'],
      ['"currency":"TRY"', '"currency":"USD"'],
      ['"installment":3', '"installment":1'],
      ['"conversationId":"AB', '"conversationId":"BA'],
      ['"mdStatus":1', '"mdStatus":2'],
      ['"paymentStatus":"SUCCESS"', '"paymentStatus":"WAITING"'],
    ] as const) {
      expect([from, await captured(changed('complete-success', from, to))]).toMatchObject([from, { kind: 'unknown' }])
    }
  })

  it('is never declined, nor captured without a field that proves it, if it is damaged', async () => {
    const proving = ['data', 'paidPrice', 'currency', 'installment', 'conversationId', 'paymentStatus', 'id']
    const { text } = answerOf('complete-success')
    for (const { field, answer } of withoutFields(JSON.parse(text))) {
      const { kind } = await captured({ status: 200, text: JSON.stringify(answer) })
      expect([field, kind]).toEqual([field, proving.includes(field.replace(/^data\./, '')) ? 'unknown' : 'captured'])
    }
    for (const part of cutOff(text)) expect((await captured({ status: 200, text: part })).kind).toBe('unknown')
    expect((await captured({ status: 200, text: `${text}${text}` })).kind).toBe('unknown')
    expect((await captured({ status: 200, text: '<html>Hata</html>' })).kind).toBe('unknown')
    expect((await captured({ status: 502, text })).kind).toBe('unknown')
  })

  it('is declined by a payment error only', async () => {
    expect(await captured(answerOf('payment-error'))).toEqual({
      kind: 'declined',
      code: '10051',
      text: 'Kart limiti yetersiz, yetersiz bakiye',
    })
    expect(await captured(answerOf('failed-payment'))).toMatchObject({ kind: 'declined', code: '10054' })
    for (const answer of [
      answerOf('validation-error'),
      changed('payment-error', '10051', '10091'),
      changed('payment-error', '10051', '10096'),
      changed('payment-error', 'NOT_SUFFICIENT_FUNDS', 'SYSTEM_ERROR'),
      changed('payment-error', '"errorCode":"10051",', ''),
      { ...answerOf('payment-error'), status: 500 },
      changed('failed-payment', '"conversationId":"AB', '"conversationId":"BA'),
      changed('payment-error', '{"errors"', '{"data":{"paymentStatus":"SUCCESS"},"errors"'),
    ]) {
      expect(await captured(answer)).toMatchObject({ kind: 'unknown' })
    }
    for (const text of cutOff(answerOf('payment-error').text))
      expect((await captured({ status: 422, text })).kind).toBe('unknown')
  })
})

describe('an inquiry at Craftgate', () => {
  const inquire = (
    answer: { status: number; text: string },
    of: Partial<Charge> = {},
  ): ReturnType<Gateway['inquire']> =>
    answering([answer, answerOf('complete-success')]).gateway.inquire({ ...charge, ...of }, null)
  const report = (from: string | RegExp, to: string) => changed('report-partly-refunded', from, to)

  it('finds the payment, its line and what was refunded', async () => {
    const found = { kind: 'captured', amount: '1234.50', refunded: '34.50', receipt }
    expect(await inquire(answerOf('report-partly-refunded'))).toEqual(found)
    expect(await inquire(report('PARTIAL_REFUNDED', 'FULLY_REFUNDED'))).toMatchObject({ refunded: '1234.50' })
    expect(await inquire(report('PARTIAL_REFUNDED', 'NO_REFUND'))).toMatchObject({ refunded: '0.00' })
    expect(await inquire(report('"mdStatus":1', '"mdStatus":4'))).toMatchObject({ unwanted: 'mdStatus 4' })
    expect(await inquire(report('"paidPrice":1234.5', '"paidPrice":1250'))).toMatchObject({ amount: '1250.00' })
  })

  it('is pending while a refund waits, or if the report contradicts itself', async () => {
    for (const answer of [
      report('"status":"SUCCESS"', '"status":"WAITING"'),
      report('"refundablePrice":1200', '"refundablePrice":1234.5'),
      report('"refundablePrice":1200,', ''),
      report('PARTIAL_REFUNDED', 'NEW_STATE'),
      report('"currency":"TRY"', '"currency":"EUR"'),
      report('"conversationId":"AB', '"conversationId":"BA'),
      report(/"items":\[.*\]/, '"items":null'),
      report('"paymentStatus":"SUCCESS"', '"paymentStatus":"WAITING"'),
    ]) {
      expect((await inquire(answer)).kind).toBe('pending')
    }
    const { text } = answerOf('report-partly-refunded')
    for (const part of cutOff(text)) expect((await inquire({ status: 200, text: part })).kind).toBe('pending')
    for (const { answer } of withoutFields(JSON.parse(text)))
      expect(['pending', 'captured']).toContain((await inquire({ status: 200, text: JSON.stringify(answer) })).kind)
  })

  it('finds no money in a payment that was not completed, and a failed one', async () => {
    for (const state of ['INIT_THREEDS', 'CALLBACK_THREEDS'])
      expect(await inquire(report('"paymentStatus":"SUCCESS"', `"paymentStatus":"${state}"`))).toEqual({ kind: 'none' })
    expect(await inquire(report(/"items":\[.*\]/, '"items":[]'))).toEqual({ kind: 'none' })
    const failure = '"paymentStatus":"FAILURE","paymentError":{"errorCode":"10051","errorDescription":"Yetersiz"}'
    expect(await inquire(report('"paymentStatus":"SUCCESS"', failure))).toEqual({
      kind: 'declined',
      code: '10051',
      text: 'Yetersiz',
    })
    expect((await inquire({ status: 404, text: '{"errors":{"errorCode":"1"}}' })).kind).toBe('pending')
  })
})

describe('a refund at Craftgate', () => {
  it('names the line of the payment for a part, and the payment for all of it', async () => {
    const { gateway, sent } = answering([answerOf('refund-part'), answerOf('refund-whole')])
    expect(await gateway.refund(charge, receipt, '34.50')).toEqual({ kind: 'done', code: '' })
    expect(await gateway.void(charge, receipt)).toEqual({ kind: 'done', code: '' })
    const bodies = sent.map(({ body = '' }) => JSON.parse(body) as object)
    const common = { conversationId: charge.reference, refundDestinationType: 'PROVIDER' }
    expect(bodies).toEqual([
      { paymentTransactionId: 830899, refundPrice: 34.5, ...common },
      { paymentId: 415449, ...common },
    ])
  })

  it('of a sale from the list finds its line first', async () => {
    const listed = { ...receipt, transaction: null }
    const { gateway, sent } = answering([answerOf('complete-success'), answerOf('refund-part')])
    expect(await gateway.refund(charge, listed, '34.50')).toEqual({ kind: 'done', code: '' })
    expect(sent[0]?.url).toMatch(/card-payments\/415449$/)
    expect(JSON.parse(sent[1]?.body ?? '')).toMatchObject({ paymentTransactionId: 830899 })
    expect(await answering([]).gateway.refund(charge, listed, '34.50')).toMatchObject({ kind: 'refused' })
  })

  it('is refused by an error, and unknown while it waits or if its answer is damaged', async () => {
    const refund = (answer: { status: number; text: string }) =>
      answering([answer]).gateway.refund(charge, receipt, '34.50')
    expect(await refund(answerOf('validation-error'))).toMatchObject({ kind: 'refused', code: '4152' })
    expect(await refund(changed('refund-part', '"SUCCESS"', '"FAILURE"'))).toMatchObject({ kind: 'refused' })
    expect(await refund(changed('refund-part', '"SUCCESS"', '"WAITING"'))).toMatchObject({ kind: 'unknown' })
    expect(await refund(changed('payment-error', '10051', '10091'))).toMatchObject({ kind: 'unknown' })
    expect(await refund({ ...answerOf('validation-error'), status: 503 })).toMatchObject({ kind: 'unknown' })
    expect(await refund(changed('refund-whole', /\[.*\]/, '[]'))).toMatchObject({ kind: 'unknown' })
    for (const id of ['refund-part', 'refund-whole', 'validation-error']) {
      const { status, text } = answerOf(id)
      for (const part of cutOff(text)) expect(await refund({ status, text: part })).toMatchObject({ kind: 'unknown' })
    }
    expect(await refund(changed('refund-part', '"status":"SUCCESS",', ''))).toMatchObject({ kind: 'unknown' })
  })
})

describe('the list of a day at Craftgate', () => {
  it('of the bank that was paid has the sale and its refund', async () => {
    const { gateway, charge, receipt } = await paid(testDialectBank(craftgateDialect, 'own_form'))
    await gateway.refund(charge, receipt, '34.50')
    const list = await gateway.transactions?.('2026-11-21')
    const sale = { reference: charge.reference, currency: 'TRY', receipt: { bankReference: receipt.bankReference } }
    expect(list).toMatchObject({
      ok: true,
      transactions: [
        { ...sale, kind: 'sale', amount: '1234.50' },
        { ...sale, kind: 'refund', amount: '34.50' },
      ],
    })
    const voided = await paid(testDialectBank(craftgateDialect, 'own_form'))
    await voided.gateway.void(voided.charge, voided.receipt)
    const amounts = (await voided.gateway.transactions?.('2026-11-21')) ?? { ok: false, text: '' }
    expect(amounts).toMatchObject({ transactions: [{ kind: 'sale' }, { kind: 'refund', amount: '1234.50' }] })
  })

  const rows = (items: object[], totalSize = items.length) => ({
    status: 200,
    text: JSON.stringify({ data: { page: 0, size: 100, totalSize, items } }),
  })
  const sale = {
    id: 7,
    paymentStatus: 'SUCCESS',
    paidPrice: 100.1,
    currency: 'TRY',
    conversationId: 'FIRST',
    createdDate: '2026-11-20T10:11:12',
  }
  const back = { id: 1, status: 'SUCCESS', refundPrice: 100.1, paymentId: 7, createdDate: '2026-11-20T23:59:30' }
  const part = { ...back, id: 2, refundPrice: 5, paymentTransactionId: 70 }
  const list = async (...answers: { status: number; text: string }[]) => {
    const { gateway, sent } = answering(answers)
    return { list: await gateway.transactions?.('2026-11-20'), urls: sent.map(({ url }) => url) }
  }

  it('has paid payments, refunds of whole payments once, and of parts', async () => {
    const unpaid = { ...sale, id: 8, paymentStatus: 'FAILURE' }
    const refused = { ...back, id: 3, status: 'FAILURE' }
    const line = { ...back, id: 4, paymentTransactionId: 70 }
    const { list: read, urls } = await list(rows([sale, unpaid]), rows([back, refused]), rows([line, part]))
    if (read?.ok !== true) throw new Error('no list')
    expect(read.transactions.map(({ id, kind, reference, amount }) => [id, kind, reference, amount])).toEqual([
      ['SALE:7', 'sale', 'FIRST', '100.10'],
      ['REFUND:1', 'refund', 'FIRST', '100.10'],
      ['REFUND_TX:2', 'refund', 'FIRST', '5.00'],
    ])
    expect(read.transactions[0]?.at).toEqual(new Date('2026-11-20T10:11:00+03:00'))
    expect(read.transactions[0]?.receipt.bankReference).toBe('7')
    expect(urls[0]).toBe(
      'https://sandbox-api.craftgate.io/payment-reporting/v1/payments?minCreatedDate=2026-11-20T00:00:00&maxCreatedDate=2026-11-20T23:59:59&page=0&size=100',
    )
  })

  it('asks for the payment of a refund that was not paid on that day', async () => {
    const payment = { status: 200, text: JSON.stringify({ data: { ...sale, currency: 'USD' } }) }
    const { list: read, urls } = await list(rows([]), rows([]), rows([part]), payment)
    expect(read).toMatchObject({ ok: true, transactions: [{ kind: 'refund', currency: 'USD', reference: 'FIRST' }] })
    expect(urls.at(-1)).toMatch(/payment-reporting\/v1\/payments\/7$/)
    expect((await list(rows([]), rows([]), rows([part]))).list).toEqual({ ok: false, text: 'unreadable' })
  })

  it('is read to its last page', async () => {
    const { list: read, urls } = await list(rows([sale], 101), rows([{ ...sale, id: 9 }], 101), rows([]), rows([]))
    expect(read).toMatchObject({ ok: true, transactions: [{ id: 'SALE:7' }, { id: 'SALE:9' }] })
    expect(urls[1]).toContain('page=1&size=100')
  })

  it('is not read in part', async () => {
    const { paidPrice: _, ...priceless } = sale
    for (const answers of [
      [],
      [rows([sale])],
      [rows([sale]), rows([])],
      [rows([priceless]), rows([]), rows([])],
      [rows([sale]), { status: 200, text: '{"data":{}}' }],
      [{ status: 200, text: '{"data":{"items":[]}}' }],
      ...cutOff(rows([sale]).text).map((text) => [{ status: 200, text }]),
    ]) {
      expect((await list(...answers)).list).toMatchObject({ ok: false })
    }
  })
})
