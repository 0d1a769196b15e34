import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { posted, charge } from '#server/payments/gateways/test-bank.ts'
import { answersWithoutAField, cutAnswers } from '#server/payments/gateways/test-broken-answers.ts'
import type { BankHttp, Gateway, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { type Json, objectOf } from '#server/payments/gateways/json-message.ts'
import recorded from './akbank-answers.json' with { type: 'json' }
import { akbankFormHash, akbankHash } from './akbank-hash.ts'

const { secretKey, merchantSafeId, terminalSafeId } = recorded
const terms: PosTerms = {
  id: 1,
  adapter: 'akbank',
  mode: 'own_form',
  environment: 'test',
  settings: { merchantSafeId, terminalSafeId },
  secrets: { secretKey },
}

type Answer = { status: number; text: string }
const answering = ({ status, text }: Answer, sent: Parameters<BankHttp>[0][] = []): Gateway =>
  openGateway(
    terms,
    (request) => {
      sent.push(request)
      return Promise.resolve({ ok: true, status, text, contentType: 'application/json' })
    },
    () => new Date('2026-11-21T09:00:00Z'),
  )

const receipt = { authCode: '306455', bankReference: '632512360234', transaction: '85' }
const operations: Record<string, (gateway: Gateway) => unknown> = {
  capture: (gateway) =>
    gateway.capture(charge, { secureId: 'id', secureEcomInd: '02', secureData: 'd', secureMd: 'md' }),
  void: (gateway) => gateway.void(charge, receipt),
  refund: (gateway) => gateway.refund(charge, receipt, '234.50'),
  inquiry: (gateway) => gateway.inquire(charge, null),
  list: (gateway) => gateway.transactions?.('2026-11-20'),
}

/** The list's `data` is compressed on the wire. */
function asSent(answer: Json): string {
  const { data, ...others } = answer
  const compressed = gzipSync(JSON.stringify(data ?? null)).toString('base64')
  return JSON.stringify(data === undefined ? answer : { data: compressed, ...others })
}

/** Moments of a list as text. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
const run = async (operation: string, text: string, status = 200) =>
  plain(await operations[operation]?.(answering({ status, text })))

/** What an operation returns that learned nothing from its answer. */
const isUnclear = (result: Json) =>
  result['kind'] === 'unknown' || result['kind'] === 'pending' || result['ok'] === false

describe('hashes of Akbank', () => {
  it.each(recorded.hashes)('are those of the recorded ones, with another key ($id)', ({ fields, text, expected }) => {
    const given = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined))
    expect(
      text === undefined ? akbankFormHash(given as Record<string, string>, secretKey) : akbankHash(text, secretKey),
    ).toBe(expected)
  })
})

describe('a recorded answer of Akbank', () => {
  const answers = recorded.answers.map(
    ({ id, operation, answer, expected }) => [id, operation, answer as Json, expected as Json] as const,
  )

  it.each(answers)('is read: %s (%s)', async (_, operation, answer, expected) => {
    expect(await run(operation, asSent(answer))).toEqual(expected)
  })

  it.each(answers)(
    'proves nothing if it is cut, or comes with an error status: %s (%s)',
    async (_, operation, answer) => {
      for (const text of [...cutAnswers(asSent(answer)), '<html>Hata</html>', '[]', 'null']) {
        expect([text, isUnclear(await run(operation, text))]).toEqual([text, true])
      }
      for (const status of [400, 401, 500, 503])
        expect(isUnclear(await run(operation, asSent(answer), status))).toBe(true)
    },
  )

  it.each(answers.filter(([, operation]) => operation !== 'list'))(
    'without one of its fields has the same outcome or none: %s (%s)',
    async (_, operation, answer, expected) => {
      for (const { field, answer: broken } of answersWithoutAField(answer)) {
        const result = await run(operation, asSent(broken))
        const isSame = ['kind', 'amount', 'refunded'].every((name) => result[name] === expected[name])
        expect([field, isSame || isUnclear(result)]).toEqual([field, true])
      }
    },
  )

  it.each(answers)('of another order or terminal changes nothing: %s (%s)', async (_, operation, answer) => {
    if (!['capture', 'void', 'refund'].includes(operation)) return
    for (const change of [
      { order: { orderId: 'ZZ12CD34EF56GH78JK90' } },
      { terminal: { ...objectOf(answer['terminal']), terminalSafeId: 'x' } },
    ]) {
      expect(await run(operation, asSent({ ...answer, ...change }))).toEqual({ kind: 'unknown', text: 'another order' })
    }
  })

  it('with a sale twice, in another currency or with an unreadable amount is not believed', async () => {
    const paid = answers.find(([id]) => id === 'a paid order')?.[2] ?? {}
    const [sale] = paid['txnDetailList'] as Json[]
    for (const rows of [
      [sale, sale],
      [{ ...sale, currencyCode: 840 }],
      [{ ...sale, amount: '1.234,50' }],
      [{ ...sale, orderId: 'OTHER' }],
    ]) {
      expect((await run('inquiry', asSent({ ...paid, txnDetailList: rows })))['kind']).toBe('pending')
    }
  })
})

describe('a list of Akbank', () => {
  it('is not read in part: an unreadable row makes it unreadable', async () => {
    const day = recorded.answers.find(({ id }) => id === 'a day')?.answer as Json
    const [row, ...others] = objectOf(day['data'])['txnDetailList'] as Json[]
    for (const change of [{ amount: '1.234,50' }, { txnStatus: 'Şüpheli' }, { orderId: '', orgOrderId: '' }]) {
      const txnDetailList = [...others, { ...row, ...change }]
      expect(await run('list', asSent({ ...day, data: { txnDetailList } }))).toEqual({ ok: false, text: 'unreadable' })
    }
    for (const data of ['', 'x', 'H4sIAAAA', gzipSync('[]').toString('base64')]) {
      expect(await run('list', JSON.stringify({ ...day, data }))).toEqual({ ok: false, text: 'unreadable' })
    }
  })

  it('covers the day in Turkey to its last millisecond, and is signed as sent', async () => {
    const sent: Parameters<BankHttp>[0][] = []
    await answering({ status: 200, text: '{}' }, sent).transactions?.('2026-11-20')
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

describe('a recorded callback of Akbank', () => {
  const gateway = answering({ status: 200, text: '{}' })
  const { success, failure } = recorded.callbacks
  const read = async (fields: Record<string, string>) => gateway.readCallback(posted(Object.entries(fields)), charge)
  const signed = (fields: Record<string, string>) => {
    const names = (fields['hashParams'] ?? '').split('+')
    return { ...fields, hash: akbankHash(names.map((name) => fields[name] ?? '').join(''), secretKey) }
  }

  it('of a success proves what the capture sends', async () => {
    const { secureId, secureEcomInd, secureData, secureMd } = success.fields
    const proof = { secureId, secureEcomInd, secureData, secureMd }
    expect(await read(success.fields)).toEqual({ kind: 'authenticated', proof })
    expect(await read(signed({ ...success.fields, secureEcomInd: '05' }))).toMatchObject({ kind: 'authenticated' })
  })

  it('of a failure declines', async () => {
    const text = 'BKM 3DS Server Doğrulama Başarısız'
    expect(await read(failure.fields)).toEqual({ kind: 'declined', code: '3D-VPS-1279', text })
  })

  it.each(['01', '06', '07', ''])(
    'with the indicator of an incomplete authentication (%j) declines',
    async (secureEcomInd) => {
      const result = await read(signed({ ...success.fields, secureEcomInd }))
      expect(result).toMatchObject({ kind: 'declined', code: `3D-ECI ${secureEcomInd}` })
    },
  )

  it.each(['0', '2', '4', ''])('with an mdStatus other than 1 (%j) declines', async (mdStatus) => {
    expect(await read({ ...success.fields, mdStatus })).toMatchObject({ kind: 'declined', code: `3D-${mdStatus}` })
    const hashParams = `${success.fields.hashParams}+mdStatus`
    expect(await read(signed({ ...success.fields, mdStatus, hashParams }))).toMatchObject({ kind: 'declined' })
    expect(await read(signed({ ...success.fields, mdStatus: '1', hashParams }))).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('that signs fewer fields, or in another order, is forged', async () => {
    const names = success.fields.hashParams.split('+')
    for (const list of [
      [],
      names.slice(1),
      names.toReversed(),
      [...names, 'orderId'],
      ['responseCode', 'responseMessage', 'orderId'],
    ]) {
      expect(await read(signed({ ...success.fields, hashParams: list.join('+') }))).toEqual({
        kind: 'forged',
        reason: 'hash',
      })
    }
    const { hash: _hash, ...unsigned } = success.fields
    expect((await read(unsigned as Record<string, string>)).kind).toBe('forged')
  })

  it('that is split differently is forged', async () => {
    const { fields } = success
    const moved = {
      ...fields,
      merchantSafeId: fields.merchantSafeId + fields.terminalSafeId.slice(0, 1),
      terminalSafeId: fields.terminalSafeId.slice(1),
    }
    expect(await read(moved)).toEqual({ kind: 'forged', reason: 'merchantSafeId' })
    const early = { ...fields, txnCode: '300', responseCode: '1VPS-0000' }
    expect((await read(early)).kind).toBe('forged')
    const late = { ...fields, responseMessage: `${fields.responseMessage}2`, txnDateTime: fields.txnDateTime.slice(1) }
    expect(await read(late)).toEqual({ kind: 'forged', reason: 'txnDateTime' })
  })

  it('with another amount, currency, installments, order, merchant or terminal is forged, signed or not', async () => {
    const same = { amount: '1234.5', currencyCode: '949', installCount: '3' }
    expect((await read({ ...success.fields, ...same })).kind).toBe('authenticated')
    for (const [name, value] of Object.entries({ amount: '1.00', currencyCode: '840', installCount: '1' })) {
      expect(await read({ ...success.fields, [name]: value })).toEqual({ kind: 'forged', reason: name })
    }
    for (const name of ['orderId', 'merchantSafeId', 'terminalSafeId']) {
      expect(await read(signed({ ...success.fields, [name]: 'OTHER' }))).toEqual({ kind: 'forged', reason: name })
    }
    expect((await read(signed({ ...failure.fields, terminalSafeId: 'OTHER' }))).kind).toBe('forged')
  })
})
