import { describe, expect, test } from 'vitest'
import { type CardMessage, readCardMessage, readFrameMessage } from './frame-messages.ts'

const origin = 'https://toptan.example'
const source = {} as MessageEventSource
const parent = { origin, source }
const otherWindow = {} as MessageEventSource

const card: CardMessage = {
  ccno: '4355 0843 5508 4358',
  ccv: '000',
  expiry: '12/30',
  holder: 'Ayşe Yılmaz',
  plan: 7,
  installment: 3,
  amount: '1250.40',
  description: '',
  advencePrice: 'advencePrice1',
}
const reference = 'ABCDEFGHIJ0123456789'

describe('readCardMessage', () => {
  test('accepts a card from the parent page', () => {
    expect(readCardMessage({ ...parent, data: card }, parent)).toEqual(card)
    expect(readCardMessage({ ...parent, data: { ...card, plan: null, amount: 12.5, more: 1 } }, parent)).toEqual({
      ...card,
      plan: null,
      amount: '12.5',
    })
    const cardWithTotal = { ...card, total: '1312.92' }
    expect(readCardMessage({ ...parent, data: cardWithTotal }, parent)).toEqual(cardWithTotal)
    expect(readCardMessage({ ...parent, data: { ...card, total: {} } }, parent)).toEqual(card)
  })

  test.each([
    ['another origin', { origin: 'https://toptan.example.evil.test', source }],
    ['the same host without https', { origin: 'http://toptan.example', source }],
    ['another window', { origin, source: otherWindow }],
    ['no window', { origin, source: null }],
  ])('rejects a message from %s', (_, sender) => {
    expect(readCardMessage({ ...sender, data: card }, parent)).toBeNull()
  })

  test('rejects every message without a known parent window', () => {
    const noSender = { origin, source: null }
    expect(readCardMessage({ ...noSender, data: card }, noSender)).toBeNull()
  })

  test.each([
    ['a text', JSON.stringify(card)],
    ['nothing', null],
    ['a list', [card]],
    ['a number in the place of the card', { ...card, ccno: 4355084355084358 }],
    ['no holder', { ...card, holder: undefined }],
    ['half an installment', { ...card, installment: 1.5 }],
    ['a text as installment', { ...card, installment: '3' }],
    ['a text as plan', { ...card, plan: '7' }],
    ['no amount', { ...card, amount: null }],
    ['an amount that is none', { ...card, amount: Number.NaN }],
    ['an object as description', { ...card, description: {} }],
  ])('rejects %s', (_, data) => {
    expect(readCardMessage({ ...parent, data }, parent)).toBeNull()
  })
})

describe('readFrameMessage', () => {
  test.each(['payment_succeed', 'dialogClose', 'loading'] as const)('%s', (type) => {
    expect(readFrameMessage({ ...parent, data: { type, reference } }, parent)).toEqual({ type, reference })
    expect(readFrameMessage({ ...parent, data: { type, reference: null } }, parent)).toEqual({ type, reference: null })
  })

  test('returns why the payment could not start', () => {
    const failure = { code: 'amount_changed', message: 'Tutar değişti.' }
    const data = { type: 'dialogClose', reference: null, failure }
    expect(readFrameMessage({ ...parent, data }, parent)).toEqual(data)
  })

  test('rejects other windows and origins', () => {
    const data = { type: 'payment_succeed', reference }
    expect(readFrameMessage({ origin, source: otherWindow, data }, parent)).toBeNull()
    expect(readFrameMessage({ origin: 'https://bank.example', source, data }, parent)).toBeNull()
    expect(readFrameMessage({ origin: 'null', source, data }, parent)).toBeNull()
  })

  test.each([
    ['another type', { type: 'payment', reference }],
    ['the bare word', 'payment_succeed'],
    ['nothing', undefined],
  ])('rejects %s', (_, data) => {
    expect(readFrameMessage({ ...parent, data }, parent)).toBeNull()
  })

  test('treats an invalid reference as none and omits an invalid failure', () => {
    for (const invalid of ['../../api', 'abcdefghij0123456789', 7, {}]) {
      const data = { type: 'loading', reference: invalid, failure: { code: 1 } }
      expect(readFrameMessage({ ...parent, data }, parent)).toEqual({ type: 'loading', reference: null })
    }
  })
})
