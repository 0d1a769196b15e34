import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { BankHttp } from '#server/payments/gateways/gateway.ts'
import { type Json, objectOf } from '#server/payments/gateways/json-message.ts'
import {
  answeringGateway,
  answerRunner,
  expectSameIfChanged,
  expectUnclearIfBroken,
  type RecordedAnswer,
  type SentAnswer,
} from '#server/payments/gateways/test-recorded-answers.ts'
import recorded from './akbank-answers.json' with { type: 'json' }
import { akbankFormHash, akbankHash } from './akbank-hash.ts'
import { recordedTerms } from './test-akbank-terms.ts'

const { secretKey, merchantSafeId, terminalSafeId } = recorded
const answers = recorded.answers as unknown as RecordedAnswer[]
const run = answerRunner(recordedTerms, {
  proof: { secureId: 'id', secureEcomInd: '02', secureData: 'd', secureMd: 'md' },
  receipt: { authCode: '306455', bankReference: '632512360234', transaction: '85' },
})

const compressed = (data: unknown) => gzipSync(JSON.stringify(data)).toString('base64')
/** The list's `data` is compressed on the wire. */
function asSent(answer: Json): SentAnswer {
  const { data, ...others } = answer
  return { text: JSON.stringify(data === undefined ? answer : { data: compressed(data), ...others }) }
}

type RecordedHash = { id: string; fields?: Record<string, string>; text?: string; expected: string }
const hashes = recorded.hashes as unknown as RecordedHash[]

describe('hashes of Akbank', () => {
  it.each(hashes)('are those of the recorded ones, with another key ($id)', ({ fields = {}, text, expected }) => {
    expect(text === undefined ? akbankFormHash(fields, secretKey) : akbankHash(text, secretKey)).toBe(expected)
  })
})

describe('a recorded answer of Akbank', () => {
  it.each(answers)('is read: $id ($operation)', async ({ operation, answer, expected }) => {
    expect(await run(operation, asSent(answer))).toEqual(expected)
  })

  it.each(answers)('proves nothing if it is broken: $id ($operation)', ({ operation, answer }) =>
    expectUnclearIfBroken(run, operation, asSent(answer).text),
  )

  it.each(answers.filter(({ operation }) => operation !== 'list'))(
    'has the same outcome or none if one of its fields changes: $id ($operation)',
    (each) => expectSameIfChanged(run, each, asSent),
  )

  it.each(answers.filter(({ operation }) => ['capture', 'void', 'refund'].includes(operation)))(
    'of another order or terminal changes nothing: $id ($operation)',
    async ({ operation, answer }) => {
      const others = [
        { order: { orderId: 'ZZ12CD34EF56GH78JK90' } },
        { terminal: { ...objectOf(answer['terminal']), terminalSafeId: 'x' } },
      ]
      for (const change of others) {
        const result = await run(operation, asSent({ ...answer, ...change }))
        expect(result).toEqual({ kind: 'unknown', text: 'another order' })
      }
    },
  )

  it('that is approved without the issuing bank’s approval is not believed', async () => {
    for (const { operation, answer } of answers.filter(({ id }) => ['sale', 'void', 'refund'].includes(id))) {
      const result = await run(operation, asSent({ ...answer, hostResponseCode: '51' }))
      expect(result['kind']).toBe('unknown')
    }
  })

  it('with an error status is reported to staff with its message', async () => {
    const text = JSON.stringify({ code: 400, message: 'requestDateTime alanı hatalı' })
    const failed = { kind: 'pending', text: 'HTTP 400 requestDateTime alanı hatalı' }
    expect(await run('inquiry', { text, status: 400 })).toEqual(failed)
    expect(await run('inquiry', { text: '<html>', status: 502 })).toEqual({ kind: 'pending', text: 'HTTP 502' })
  })

  it('with a sale twice, in another currency or with an unreadable amount is not believed', async () => {
    const paid = answers.find(({ id }) => id === 'a paid order')?.answer ?? {}
    const [sale] = paid['txnDetailList'] as Json[]
    const lists = [
      [sale, sale],
      [{ ...sale, currencyCode: 840 }],
      [{ ...sale, amount: '1.234,50' }],
      [{ ...sale, orderId: 'OTHER' }],
    ]
    for (const txnDetailList of lists) {
      expect((await run('inquiry', asSent({ ...paid, txnDetailList })))['kind']).toBe('pending')
    }
  })
})

describe('a list of Akbank', () => {
  it('is not read in part: an unreadable row makes it unreadable', async () => {
    const day = answers.find(({ id }) => id === 'a day')?.answer ?? {}
    const [row, ...others] = objectOf(day['data'])['txnDetailList'] as Json[]
    for (const change of [{ amount: '1.234,50' }, { txnStatus: 'Şüpheli' }, { orderId: '', orgOrderId: '' }]) {
      const txnDetailList = [...others, { ...row, ...change }]
      const read = await run('list', asSent({ ...day, data: { txnDetailList } }))
      expect(read).toEqual({ ok: false, text: 'unreadable' })
    }
    for (const data of ['', 'x', 'H4sIAAAA', compressed([])]) {
      const read = await run('list', { text: JSON.stringify({ ...day, data }) })
      expect(read).toEqual({ ok: false, text: 'unreadable' })
    }
  })

  it('leaves out what the bank reversed, even if it was approved', async () => {
    const day = answers.find(({ id }) => id === 'a day')?.answer ?? {}
    const [row] = objectOf(day['data'])['txnDetailList'] as Json[]
    const txnDetailList = [{ ...row, txnStatus: 'Teknik İptal' }]
    expect(await run('list', asSent({ ...day, data: { txnDetailList } }))).toEqual({ ok: true, transactions: [] })
  })

  it('covers the day in Turkey to its last millisecond, and is signed as sent', async () => {
    const sent: Parameters<BankHttp>[0][] = []
    await answeringGateway(recordedTerms, { text: '{}' }, sent).transactions?.('2026-11-20')
    const { url, body = '', headers } = sent[0] ?? { url: '' }
    expect(url).toBe('https://apipre.akbank.com/api/v1/payment/virtualpos/portal/report/transaction')
    expect(JSON.parse(body)).toMatchObject({
      terminal: { merchantSafeId, terminalSafeId },
      requestDateTime: '2026-11-21T12:00:00.000',
      randomNumber: expect.stringMatching(/^[0-9A-F]{128}$/),
      report: { startDateTime: '2026-11-20T00:00:00.000', endDateTime: '2026-11-20T23:59:59.999' },
    })
    expect(headers?.['auth-hash']).toBe(akbankHash(body, secretKey))
  })
})
