import { expect, test } from 'vitest'
import type { PaymentResult } from '#contract/shop/payments.ts'
import {
  formStep,
  type PaymentStep,
  pauseBefore,
  pauseWhileAtBank,
  stepAfterMessage,
  stepAfterResult,
} from './payment-step.ts'

const reference = 'ABCDEFGHIJ0123456789'
const other = 'ZZZZZZZZZZ0123456789'
const atBank: PaymentStep = { at: 'frame', reference, isLoaded: true }

function resultOf(state: PaymentResult['state'], rest: Partial<PaymentResult> = {}): PaymentResult {
  return {
    reference,
    state,
    succeed: state === 'captured',
    isPending: false,
    paymentType: 'order',
    amount: 10,
    baseAmount: 10,
    fee: 0,
    currency: 'TRY',
    installment: 1,
    refunded: 0,
    order: null,
    orderId: null,
    description: '',
    debts: [],
    date: '',
    payee: '',
    cardNumber: null,
    message: null,
    unverifiedReturn: null,
    inquiry: null,
    mailOrder: null,
    ...rest,
  }
}

test('a payment that could not start returns to the form with the reason', () => {
  const failure = { code: 'amount_changed', message: 'Tutar değişti.' } as const
  const step: PaymentStep = { at: 'frame', reference: null, isLoaded: false }
  expect(stepAfterMessage(step, { type: 'dialogClose', reference: null, failure })).toEqual({
    at: 'form',
    problem: failure,
  })
})

test('the frame names its payment once, and its success message decides nothing', () => {
  const step = stepAfterMessage({ at: 'frame', reference: null, isLoaded: false }, { type: 'loading', reference })
  expect(step).toEqual(atBank)
  expect(stepAfterMessage(step, { type: 'payment_succeed', reference: other })).toEqual(atBank)
  expect(stepAfterMessage(step, { type: 'dialogClose', reference })).toEqual(atBank)
  expect(stepAfterMessage(formStep, { type: 'payment_succeed', reference })).toBe(formStep)
  const leaving = stepAfterMessage(step, { type: 'leaving', reference })
  expect(leaving).toEqual({ ...atBank, isLeaving: true })
  expect(stepAfterMessage(leaving, { type: 'loading', reference })).toEqual(leaving)
})

test('the server decides how the payment ended', () => {
  expect(stepAfterResult(atBank, resultOf('captured'))).toEqual({ at: 'paid', reference })
  expect(stepAfterResult(atBank, resultOf('redirected', { isPending: true }))).toBe(atBank)
  expect(stepAfterResult(atBank, resultOf('unknown', { isPending: true }))).toEqual({ at: 'pending', reference })
  const message = 'Kart limiti yetersiz.'
  expect(stepAfterResult(atBank, resultOf('declined', { message }))).toEqual({
    at: 'form',
    problem: { code: null, message },
  })
  const pending: PaymentStep = { at: 'pending', reference }
  expect(stepAfterResult(pending, resultOf('captured'))).toEqual({ at: 'paid', reference })
  expect(stepAfterResult(pending, resultOf('expired')).at).toBe('form')
  // Captured but no longer wanted: the money is refunded.
  expect(stepAfterResult(pending, resultOf('captured', { succeed: false, message })).at).toBe('form')
})

test('a return that cannot be verified shows the form where nothing was charged, and waits where the bank is queried', () => {
  const message = 'Bankadan dönen yanıt doğrulanamadı.'
  const notCharged = resultOf('redirected', { unverifiedReturn: 'not_charged', message })
  expect(stepAfterResult(atBank, notCharged)).toEqual({ at: 'form', problem: { code: null, message } })
  const checking = resultOf('redirected', { unverifiedReturn: 'checking', isPending: true, message })
  const pending = stepAfterResult(atBank, checking)
  expect(pending).toEqual({ at: 'pending', reference })
  expect(stepAfterResult(pending, checking)).toBe(pending)
})

test('a result of an earlier attempt changes nothing', () => {
  expect(stepAfterResult(atBank, { ...resultOf('captured'), reference: other })).toBe(atBank)
  expect(stepAfterResult(formStep, resultOf('captured'))).toBe(formStep)
})

test('pauses grow to half a minute', () => {
  for (const pause of [pauseBefore, pauseWhileAtBank]) {
    const first = Array.from({ length: 40 }, (_, tries) => pause(tries))
    expect(first).toEqual(first.toSorted((a, b) => a - b))
    expect(first.at(-1)).toBe(30_000)
  }
})
