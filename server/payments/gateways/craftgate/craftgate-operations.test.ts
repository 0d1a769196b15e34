import { describe, expect, it } from 'vitest'
import type { Charge, Gateway } from '#server/payments/gateways/gateway.ts'
import { paid } from '#server/payments/gateways/test-bank-visit.ts'
import { cutOff, withoutFields } from '#server/payments/gateways/test-damaged-answers.ts'
import { craftgateDialect } from '#server/sandbox-bank/dialects/craftgate/craftgate-dialect.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { answerOf, answering, captured, changed, charge, receipt } from './test-craftgate.ts'

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
