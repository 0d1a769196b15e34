import { describe, expect, it } from 'vitest'
import type { BankHttp } from '#server/payments/gateways/gateway.ts'
import type { Json } from '#server/payments/gateways/json-message.ts'
import {
  answeringGateway,
  answerRunner,
  expectSameIfChanged,
  expectUnclearIfBroken,
  isUnclear,
  type RecordedAnswer,
  type SentAnswer,
} from '#server/payments/gateways/test-recorded-answers.ts'
import recorded from './payfor-answers.json' with { type: 'json' }
import { charge } from '#server/payments/gateways/test-bank.ts'
import { recordedTerms, recordedXml } from './test-payfor-terms.ts'

const answers = recorded.answers as unknown as RecordedAnswer[]
const receipt = { authCode: 'S37397', bankReference: '632422098249', transaction: '1000000081255931' }
const run = answerRunner(recordedTerms, { proof: { requestGuid: '1000000081255931' }, receipt })
const answerOf = (id: string): Json => answers.find((each) => each.id === id)?.answer ?? {}

/** A capture is confirmed by the inquiry that follows it. */
const asSent = (answer: Json): SentAnswer => ({
  text: recordedXml(answer),
  after: recordedXml(answerOf('a paid order')),
})

describe('a recorded answer of PayFor', () => {
  it.each(answers)('is read: $id ($operation)', async ({ operation, answer, expected }) => {
    expect(await run(operation, asSent(answer))).toEqual(expected)
  })

  it.each(answers)('proves nothing if it is broken: $id ($operation)', ({ operation, answer }) =>
    expectUnclearIfBroken(run, operation, recordedXml(answer)),
  )

  it.each(answers.filter(({ operation }) => operation !== 'list'))(
    'has the same outcome or none if one of its fields changes: $id ($operation)',
    (each) => expectSameIfChanged(run, each, asSent),
  )

  it.each(answers)('proves nothing if it says something twice: $id ($operation)', async ({ operation, answer }) => {
    const { PaymentRequestExtended: rows, ...single } = answer
    for (const name of ['ProcReturnCode', 'TxnType', 'OrderId', 'PurchAmount'].filter((each) => each in single)) {
      for (const both of [
        [single[name], 'x'],
        ['x', single[name]],
        [single[name], single[name]],
      ]) {
        const result = await run(operation, asSent({ ...single, [name]: both }))
        expect([name, both, isUnclear(result)]).toEqual([name, both, true])
      }
    }
    const [row] = [rows].flat() as { PaymentRequest: Json }[]
    if (row === undefined) return
    const twice = { PaymentRequest: { ...row.PaymentRequest, ProcReturnCode: ['00', '05'] } }
    expect(isUnclear(await run(operation, asSent({ PaymentRequestExtended: [row, twice] })))).toBe(true)
  })

  it('of a capture is not believed before the inquiry confirms amount, currency and order', async () => {
    const text = recordedXml(answerOf('sale'))
    const paid = answerOf('a paid order')
    const others = [{ PurchAmount: '1234.51' }, { Currency: '392' }, { OrderId: 'OTHER' }, { MerchantID: '1' }]
    for (const change of others) {
      expect(await run('capture', { text, after: recordedXml({ ...paid, ...change }) })).toMatchObject({
        kind: 'unknown',
      })
    }
    expect(await run('capture', { text, after: '' })).toEqual({ kind: 'unknown', text: 'not confirmed' })
    const other = recordedXml({ ...answerOf('sale'), TransId: 'OTHER' })
    expect(await run('capture', { text: other, after: recordedXml(paid) })).toMatchObject({ kind: 'unknown' })
  })

  it('of an inquiry in another currency, or with an unreadable amount, is not believed', async () => {
    const paid = answerOf('a paid order')
    const others = [
      { Currency: '840' },
      { PurchAmount: '1.234,50' },
      { RefundedAmount: '' },
      { TxnStatus: 'X' },
      { TxnType: 'Refund' },
    ]
    for (const change of others) {
      expect((await run('inquiry', { text: recordedXml({ ...paid, ...change }) }))['kind']).toBe('pending')
    }
  })

  it('of an inquiry counts a sale as voided by its state or by its mark', async () => {
    for (const change of [{ TxnStatus: 'V' }, { IsVoided: 'true' }]) {
      const result = await run('inquiry', { text: recordedXml({ ...answerOf('a paid order'), ...change }) })
      expect(result).toMatchObject({ kind: 'captured', refunded: '1234.50' })
    }
  })
})

describe('a list of PayFor', () => {
  it('is not read in part: an unreadable row makes it unreadable', async () => {
    const row = (answerOf('one sale')['PaymentRequestExtended'] as Json)['PaymentRequest'] as Json
    for (const change of [
      { PurchAmount: '1.234,50' },
      { RequestGuid: '' },
      { OrderId: '' },
      { TxnType: '' },
      { ProcReturnCode: '' },
    ]) {
      const rows = [{ PaymentRequest: row }, { PaymentRequest: { ...row, ...change } }]
      const read = await run('list', { text: recordedXml({ PaymentRequestExtended: rows }) })
      expect([change, read]).toEqual([change, { ok: false, text: 'unreadable' }])
    }
  })

  it('leaves out what did not succeed, whatever its code', async () => {
    const row = (answerOf('one sale')['PaymentRequestExtended'] as Json)['PaymentRequest'] as Json
    const failed = { PaymentRequestExtended: { PaymentRequest: { ...row, TxnResult: 'Failed' } } }
    expect(await run('list', { text: recordedXml(failed) })).toEqual({ ok: true, transactions: [] })
  })

  it('is requested for its day', async () => {
    const sent: Parameters<BankHttp>[0][] = []
    await answeringGateway(recordedTerms, { text: '' }, sent).transactions?.('2026-11-20')
    expect(sent).toMatchObject([{ method: 'POST', url: 'https://bank.example/Gateway/XMLGate.aspx' }])
    expect(sent[0]?.body).toContain(
      '<SecureType>Report</SecureType><TxnType>TxnHistory</TxnType><ReqDate>20261120</ReqDate>',
    )
    expect(sent[0]?.body).toContain('<UserPass>PASS&lt;&amp;&gt;1</UserPass><MbrId>5</MbrId>')
  })
})

describe('a capture of PayFor', () => {
  it('sends the number of the authenticated request, the order, and neither card nor amount', async () => {
    const sent: Parameters<BankHttp>[0][] = []
    await answeringGateway(recordedTerms, { text: '' }, sent).capture(charge, { requestGuid: '1000000081255931' })
    expect(sent[0]?.body).toMatch(
      /<RequestGuid>1000000081255931<\/RequestGuid><OrderId>AB12CD34EF56GH78JK90<\/OrderId><SecureType>3DModelPayment</,
    )
    expect(sent[0]?.body).not.toMatch(/Amount|Pan|Cvv/)
  })
})
