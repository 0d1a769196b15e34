import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Charge } from '#server/payments/gateways/gateway.ts'
import { card, charge as newCharge, posted } from '#server/payments/gateways/test-bank.ts'
import { cutOff } from '#server/payments/gateways/test-damaged-answers.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { answerOf, answering, charge, proof, secrets } from './test-craftgate.ts'

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
