import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payfor as dialect } from '#server/sandbox-bank/dialects/payfor/payfor.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { card, charge, posted } from '#server/payments/gateways/test-bank.ts'
import { opened, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { answeringGateway } from '#server/payments/gateways/test-recorded-answers.ts'
import type { Json } from '#server/payments/gateways/json-message.ts'
import recorded from './payfor-answers.json' with { type: 'json' }
import { payforFormHash } from './payfor-hash.ts'
import { recordedTerms, recordedXml } from './test-payfor-terms.ts'

const { merchantId, userCode, storeKey, formHash, callbacks } = recorded

function signed(fields: Record<string, string>, algorithm = 'sha256'): Record<string, string> {
  const names = ['OrderId', 'AuthCode', 'ProcReturnCode', '3DStatus', 'ResponseRnd']
  const text = [merchantId, storeKey, ...names.map((name) => fields[name] ?? ''), userCode].join('')
  return { ...fields, ResponseHash: createHash(algorithm).update(text).digest('base64') }
}

it('the form’s hash of PayFor is that of the bank’s sample, with another key', () => {
  expect(payforFormHash(formHash.fields, storeKey)).toBe(formHash.expected)
})

describe('a recorded callback of PayFor', () => {
  const gateway = answeringGateway(recordedTerms, { text: '' })
  const read = async (fields: Record<string, string>) => gateway.readCallback(posted(Object.entries(fields)), charge)

  it.each(['success', 'success256'] as const)('proves the request that the capture sends (%s)', async (name) => {
    const proof = { requestGuid: '1000000081255931' }
    expect(await read(callbacks[name].fields)).toEqual({ kind: 'authenticated', proof })
  })

  it('of a failure declines', async () => {
    const text = '3D Kullanıcı Doğrulama Adımı Başarısız'
    expect(await read(callbacks.failure.fields)).toEqual({ kind: 'declined', code: '3D-V034', text })
    expect(await read(callbacks.used.fields)).toMatchObject({ kind: 'declined', code: '3D-101310' })
  })

  it.each(['0', '2', '3', '4', '5', ''])('with 3DStatus %j declines', async (status) => {
    const result = await read(signed({ ...callbacks.success.fields, '3DStatus': status }))
    expect(result).toMatchObject({ kind: 'declined', code: `3D-${status}` })
  })

  it('with another code than that of an authentication declines', async () => {
    const result = await read(signed({ ...callbacks.success.fields, ProcReturnCode: 'V036' }))
    expect(result).toMatchObject({ kind: 'declined', code: '3D-V036' })
  })

  it('is forged with another key, without a hash, or with a hash of another kind', async () => {
    const { ResponseHash, ...unsigned } = callbacks.success.fields
    expect(await read(unsigned as Record<string, string>)).toEqual({ kind: 'forged', reason: 'hash' })
    for (const hash of ['', ResponseHash.slice(1), `A${ResponseHash.slice(1)}`]) {
      expect(await read({ ...callbacks.success.fields, ResponseHash: hash })).toEqual({
        kind: 'forged',
        reason: 'hash',
      })
    }
    for (const algorithm of ['md5', 'sha512']) {
      expect(await read(signed(callbacks.success.fields, algorithm))).toEqual({ kind: 'forged', reason: 'hash' })
    }
  })

  it('that is split differently is forged or no success', async () => {
    const { fields } = callbacks.failure
    const authCode = {
      ...fields,
      AuthCode: 'V034-',
      ProcReturnCode: '1PF6',
      '3DStatus': '',
      ResponseRnd: fields.ResponseRnd.slice(3),
    }
    expect(await read(authCode)).toMatchObject({ kind: 'forged' })
    const status = { ...fields, ProcReturnCode: 'V034-', '3DStatus': '1' }
    expect(await read(status)).toEqual({ kind: 'forged', reason: 'ProcReturnCode' })
  })

  it('with another amount, currency, installments, order, merchant or bank is forged', async () => {
    const { fields } = callbacks.success256
    expect((await read({ ...fields, PurchAmount: '1234.5' })).kind).toBe('authenticated')
    for (const name of [
      'PurchAmount',
      'Currency',
      'InstallmentCount',
      'MerchantID',
      'MbrId',
      'TxnType',
      'SecureType',
    ]) {
      for (const value of ['', '1', '840', '1234.51']) {
        expect(await read({ ...fields, [name]: value })).toEqual({ kind: 'forged', reason: name })
      }
    }
    expect(await read(signed({ ...fields, OrderId: 'OTHER' }))).toEqual({ kind: 'forged', reason: 'OrderId' })
  })
})

describe('a recorded callback of PayFor’s own page', () => {
  const { fields } = callbacks.hosted
  const paid = recorded.answers.find(({ id }) => id === 'a paid order')?.answer as Json
  const terms = { ...recordedTerms, mode: 'hosted' } as const
  const gateway = answeringGateway(terms, { text: recordedXml(paid) })
  const read = async (of: Record<string, string>) => gateway.readCallback(posted(Object.entries(of)), charge)

  it('triggers an inquiry, since it signs no amount', async () => {
    expect(gateway.takesMoneyItself).toBe(true)
    expect(await read(fields)).toEqual({ kind: 'returned', ask: true })
    expect(await read(signed({ ...fields, ProcReturnCode: '51', AuthCode: '' }))).toEqual({
      kind: 'returned',
      ask: true,
    })
  })

  it('of a failed authentication declines', async () => {
    const failed = signed({ ...fields, '3DStatus': '-1', ProcReturnCode: 'V034', AuthCode: '' })
    expect(await read(failed)).toMatchObject({ kind: 'declined', code: '3D-V034' })
  })

  it('with an incomplete authentication returns the money that the inquiry finds', async () => {
    const half = signed({ ...fields, '3DStatus': '2' })
    expect(await read(half)).toMatchObject({
      kind: 'captured',
      unwanted: '3DStatus 2',
      receipt: { authCode: 'S90370' },
    })
    const silent = answeringGateway(terms, { text: '' })
    expect(await silent.readCallback(posted(Object.entries(half)), charge)).toEqual({ kind: 'returned', ask: true })
  })

  it('is forged if it is changed, or is that of the other mode', async () => {
    for (const name of [
      'OrderId',
      'AuthCode',
      'ProcReturnCode',
      '3DStatus',
      'ResponseRnd',
      'ResponseHash',
      'PurchAmount',
      'Currency',
    ]) {
      expect([name, (await read({ ...fields, [name]: 'x' })).kind]).toEqual([name, 'forged'])
    }
    expect(await read(callbacks.success.fields)).toEqual({ kind: 'forged', reason: 'SecureType' })
  })

  it('follows a form without a card', async () => {
    const started = await gateway.start(charge, null)
    if (!started.ok || started.step.kind !== 'form') throw new Error('not started')
    expect(started.step.action).toBe('https://bank.example/Gateway/3DHost.aspx')
    expect(started.step.fields.map(([name]) => name).filter((name) => /Pan|Cvv|Expiry|Card/.test(name))).toEqual([])
  })
})

describe('a callback of the sandbox’s PayFor', () => {
  const signed = ['OrderId', 'ProcReturnCode', '3DStatus', 'ResponseRnd', 'ResponseHash']
  const compared = ['MbrId', 'MerchantID', 'PurchAmount', 'Currency', 'InstallmentCount', 'TxnType', 'SecureType']

  it.each(['1', '0'])('is forged if anything that it signs or repeats is changed (mdStatus %s)', async (mdStatus) => {
    const visit = await visitBank(testDialectBank(dialect, 'own_form'), mdStatus)
    // An amount in another notation is the same amount.
    await expectForged(visit, [...signed, ...compared.filter((name) => !/Amount|Count/.test(name))], false)
  })

  it.each(['2', '3', '4'])('declines a half authentication (mdStatus %s)', async (mdStatus) => {
    const visit = await visitBank(testDialectBank(dialect, 'own_form'), mdStatus)
    expect(visit.result).toMatchObject({ kind: 'declined', code: `3D-${mdStatus}` })
  })

  it('with Turkish letters in ISO-8859-9 is read', async () => {
    const bank = testDialectBank(dialect, 'own_form')
    bank.isTurkish = true
    expect((await visitBank(bank, '0')).result).toMatchObject({ kind: 'declined', text: 'Kart sahibi doğrulanamadı.' })
  })
})

describe('a payment at PayFor', () => {
  async function pay(
    of: Partial<typeof charge>,
    change: (fields: [string, string][]) => [string, string][] = (all) => all,
  ) {
    const bank = testDialectBank(dialect, 'own_form')
    const gateway = opened(bank)
    const started = await gateway.start({ ...charge, ...of }, card)
    if (!started.ok || started.step.kind !== 'form') throw new Error('not started')
    const fields = change(started.step.fields.map(([name, value]) => [name, value]))
    const callback = await bank.finish({ ...started.step, fields }, '1')
    return { bank, gateway, callback }
  }

  it.each(['USD', 'EUR'] as const)('is made, listed and refunded in %s', async (currency) => {
    const foreign = { ...charge, currency, installment: 1 }
    const { gateway, callback } = await pay(foreign)
    const read = await gateway.readCallback(callback, foreign)
    if (read.kind !== 'authenticated') throw new Error(read.kind)
    const paid = await gateway.capture(foreign, read.proof)
    if (paid.kind !== 'captured') throw new Error(paid.kind)
    expect((await gateway.inquire(charge, null)).kind).toBe('pending')
    expect(await gateway.refund(charge, paid.receipt, '1.00')).toMatchObject({ kind: 'refused', code: 'M002' })
    expect((await gateway.refund(foreign, paid.receipt, '1.00')).kind).toBe('done')
    expect(await gateway.transactions?.('2026-11-21')).toMatchObject({
      transactions: [
        { kind: 'sale', amount: '1234.50', currency, reference: charge.reference },
        { kind: 'refund', amount: '1.00', currency, reference: charge.reference },
      ],
    })
  })

  it('whose currency the payer changed in the form is not captured, whatever the callback says', async () => {
    const dollars = ([name, value]: [string, string]): [string, string] => [name, name === 'Currency' ? '840' : value]
    const { gateway, callback } = await pay({}, (fields) => fields.map(dollars))
    expect(await gateway.readCallback(callback, charge)).toEqual({ kind: 'forged', reason: 'Currency' })
    // The callback's currency is not signed either.
    const lira = callback.fields.map(([name, value]) => [name, name === 'Currency' ? '949' : value] as const)
    const read = await gateway.readCallback(posted(lira), charge)
    if (read.kind !== 'authenticated') throw new Error(read.kind)
    expect(await gateway.capture(charge, read.proof)).toEqual({ kind: 'unknown', text: 'not confirmed' })
  })
})
