import { describe, expect, it } from 'vitest'
import { charge, posted, type TestBank } from '#server/payments/gateways/test-bank.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { testIyzicoBank, testIyzicoNotice } from './test-iyzico-bank.ts'
import { visitBank, opened } from '#server/payments/gateways/test-bank-visit.ts'

describe('an answer of iyzico about a payment', () => {
  const open = async (change: (text: string) => string, mode: 'own_form' | 'hosted') => {
    const bank = testIyzicoBank(mode)
    const http: TestBank['http'] = async (request) => {
      const answer = await bank.http(request)
      const isTold = /auth$|detail$/.test(request.url)
      return answer.ok && isTold ? { ...answer, text: change(answer.text) } : answer
    }
    const visit = await visitBank({ ...bank, http })
    return { ...visit, gateway: opened({ ...bank, http }) }
  }
  const proof = { paymentId: '22484292', conversationData: 'dat=a' }

  it.each([
    ['the amount', '"paidPrice":1234.5', '"paidPrice":1234.4'],
    ['the payment', '"paymentId":"22484292"', '"paymentId":"22484293"'],
    ['the basket', '"basketId":"A', '"basketId":"B'],
    ['the currency', '"currency":"TRY"', '"currency":"USD"'],
    ['the signature', '"signature":"', '"signature":"0'],
    ['its review', '"fraudStatus":1', '"fraudStatus":0'],
  ])('is not accepted with %s changed', async (_, from, to) => {
    const { gateway, charge } = await open((text) => text.replace(from, to), 'own_form')
    expect((await gateway.capture(charge, proof)).kind).toBe('unknown')
    const hosted = await open((text) => text.replace(from, to), 'hosted')
    expect((await hosted.gateway.inquire(hosted.charge, null)).kind).toBe('pending')
  })

  it('with incomplete authentication marks the money as unwanted', async () => {
    const { gateway, charge } = await open((text) => text.replace('"mdStatus":1', '"mdStatus":2'), 'hosted')
    expect(await gateway.inquire(charge, null)).toMatchObject({ kind: 'captured', unwanted: 'mdStatus 2' })
  })
})

describe('a callback of iyzico', () => {
  it.each(['1', '0'])('is forged if any signed field is changed (mdStatus %s)', async (mdStatus) => {
    const visit = await visitBank(testIyzicoBank('own_form'), mdStatus)
    await expectForged(
      visit,
      ['status', 'paymentId', 'conversationData', 'conversationId', 'mdStatus', 'signature'],
      false,
    )
  })

  it('is forged if it is for another payment of the same shop', async () => {
    const bank = testIyzicoBank('own_form')
    const visit = await visitBank(bank)
    const gateway = opened(bank)
    expect(await gateway.readCallback(visit.callback, { ...visit.charge, bankReference: '22484293' })).toMatchObject({
      reason: 'paymentId',
    })
  })

  it('of the Checkout Form must contain the token of its start', async () => {
    const visit = await visitBank(testIyzicoBank('hosted'))
    expect(await visit.read(posted([['token', 'another']]))).toEqual({ kind: 'forged', reason: 'token' })
    expect(await visit.read(posted([]))).toEqual({ kind: 'returned', ask: true })
    expect(await visit.read(visit.callback)).toEqual({ kind: 'returned', ask: true })
  })

  it('from server to server is signed in its header, and settles nothing on its own', async () => {
    const visit = await visitBank(testIyzicoBank('hosted'))
    expect(await visit.read(testIyzicoNotice())).toEqual({ kind: 'returned', ask: true })
    for (const name of ['paymentConversationId', 'token', 'status', 'iyziEventType', 'iyziPaymentId']) {
      expect((await visit.read(testIyzicoNotice({ [name]: 'x' }))).kind).toBe('forged')
    }
    expect((await visit.read(testIyzicoNotice({}, { 'x-iyz-signature-v3': '' }))).kind).toBe('forged')
    expect((await visit.read({ ...testIyzicoNotice(), raw: Buffer.from('{') })).kind).toBe('forged')
    const { terms, http } = testIyzicoBank('own_form')
    const ownForm = opened({ terms, http })
    expect(await ownForm.readCallback(testIyzicoNotice(), charge)).toEqual({ kind: 'returned' })
    expect(ownForm.readNotice?.(testIyzicoNotice())).toEqual({ reference: charge.reference })
    expect(ownForm.readNotice?.(posted([]))).toBeNull()
  })
})

describe('an error of iyzico that does not say whether money moved', () => {
  it.each(['1', '5093', ''])('leaves the outcome unknown (code %j)', async (code) => {
    const bank = testIyzicoBank('own_form')
    const visit = await visitBank(bank)
    const text = JSON.stringify({ status: 'failure', errorCode: code, errorMessage: 'Sistem hatası' })
    const http: TestBank['http'] = () => Promise.resolve({ ok: true, status: 200, text, contentType: '' })
    const gateway = opened({ ...bank, http })
    const outcome = await gateway.capture(visit.charge, { paymentId: '22484292' })
    expect(outcome).toEqual({ kind: 'unknown', text: `${code} Sistem hatası`.trim() })
  })
})
