import { describe, expect, test } from 'vitest'
import { type CarriedOrder, carrierPayerOf, carrierTerms } from './carrier-payer.ts'

const store = { carrierPolicy: 'sender_from', carrierSenderFrom: 5000 } as const
const order: CarriedOrder = { amount: '1000', isFree: false, carrier: null }

function payerOf(terms: Parameters<typeof carrierPayerOf>[0], change: Partial<CarriedOrder> = {}) {
  const found = carrierPayerOf(terms, { ...order, ...change })
  return found && [found.payer, found.missing.toString()]
}

describe('terms', () => {
  test.each([
    ['store', 'recipient', { payer: 'recipient', senderFrom: null }],
    ['store', 'sender', { payer: 'sender', senderFrom: null }],
    ['store', 'sender_from', { payer: 'recipient', senderFrom: 5000 }],
    ['sender', 'recipient', { payer: 'sender', senderFrom: null }],
    ['recipient', 'sender', { payer: 'recipient', senderFrom: null }],
    ['recipient', 'sender_from', { payer: 'recipient', senderFrom: null }],
  ] as const)('an agreement %s under the policy %s', (agreement, carrierPolicy, terms) => {
    expect(carrierTerms(agreement, { ...store, carrierPolicy })).toEqual(terms)
  })
})

describe('the payer', () => {
  const from = carrierTerms('store', store)
  test('is the sender from the amount on, and what is missing is exact', () => {
    expect(payerOf(from, { amount: '4999.99' })).toEqual(['recipient', '0.01'])
    expect(payerOf(from, { amount: '5000' })).toEqual(['sender', '0'])
    expect(payerOf(from, { amount: '5000.01' })).toEqual(['sender', '0'])
  })

  test('stays the recipient while the amount is unknown', () => {
    expect(payerOf(from, { amount: null })).toEqual(['recipient', '0'])
  })

  test('is the sender under free delivery, whatever is agreed', () => {
    expect(payerOf(from, { isFree: true })).toEqual(['sender', '0'])
    expect(payerOf({ payer: 'recipient', senderFrom: null }, { isFree: true })).toEqual(['sender', '0'])
  })

  test.each(['pickup', 'own'])('is nobody where no carrier comes: %s', (carrier) => {
    expect(payerOf({ payer: 'sender', senderFrom: null }, { carrier, isFree: true })).toBeNull()
  })

  test('is stated for a carrier that the buyer prefers', () => {
    expect(payerOf({ payer: 'recipient', senderFrom: null }, { carrier: 'aras' })).toEqual(['recipient', '0'])
  })
})
