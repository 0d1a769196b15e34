import { decodeAnswer } from './bank-http.ts'
import type { BankHttp, BrowserStep, Callback, Card, Charge, PosTerms } from './gateway.ts'

/** A fault in the connection to a bank, before or after the money has moved. */
export type Fault = 'timeout_before' | 'timeout_after' | 'unreadable' | 'http_500'

/** An order of the test bank; amounts in kuruş. */
export type TestOrder = { amount: number; refunded: number; isVoided: boolean; isPaid: boolean; code: string }

/** A test double of a bank's protocol. It throws if a request is not signed or lacks a field, and signs its answers. */
export type TestBank = {
  terms: PosTerms
  http: BankHttp
  /** The fault of the next request. */
  fault: Fault | null
  /** The next answers come in ISO-8859-9. */
  isTurkish: boolean
  /** The code that the next payment is declined with. */
  declineWith: string | null
  orders: Map<string, TestOrder>
  /** Completes the bank's page as the payer; returns the callback that the browser posts. */
  finish(step: BrowserStep, mdStatus: string): Callback | Promise<Callback>
  /** Whether an inquiry reports the payment as pending. */
  isBusy: boolean
  /** The merchant may not store cards. */
  refusesCards?: boolean
  /** The cards that a test double keeps; a dialect keeps them in its books. */
  cards?: TestCards
}

/** The cards that a provider keeps; `waiting`: what the payment that is under way will store. */
export type TestCards = { kept: TestKeptCard[]; waiting: { userKey: string; last4: string } | null }
export type TestKeptCard = { userKey: string; cardToken: string; last4: string }

/** Keeps the card of a payment that was paid. */
export function keepWaiting({ cards }: TestBank): TestKeptCard | undefined {
  if (!cards?.waiting) return undefined
  const { userKey, last4 } = cards.waiting
  const count = cards.kept.length + 1
  const kept = { userKey: userKey || `person-${count}`, cardToken: `card-${count}`, last4 }
  cards.waiting = null
  cards.kept.push(kept)
  return kept
}

export const card: Card = { number: '4508034508034509', cvc: '739', month: '12', year: '30', holder: 'ÇAĞRI IŞIK' }

export const charge: Charge = {
  reference: 'AB12CD34EF56GH78JK90',
  amount: '1234.50',
  currency: 'TRY',
  installment: 3,
  callbackUrl: 'https://bayi.example.com/payment/callback/AB12CD34EF56GH78JK90',
  address: '203.0.113.7',
  locale: 'tr',
  bankReference: null,
  buyer: {
    id: '42',
    name: 'Işık & Oğulları Elektrik Ltd. Şti.',
    email: 'muhasebe@example.com',
    phone: '+902121234567',
    taxNumber: '1234567890',
    address: 'Çınar Mah. 5. Sk. No: 7',
    city: 'İstanbul',
  },
  basket: [
    { id: '1', name: 'Çelik boru "½"', category: 'Tesisat', amount: '1000.00' },
    { id: '2', name: 'Vana', category: 'Tesisat', amount: '200.00' },
  ],
  baseAmount: '1200.00',
}

export function requireField(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`The stand-in refuses the request: ${what}`)
}

/** Answers requests with the connection's faults. `answer` moves the money. */
export function withFaults(
  bank: () => TestBank,
  answer: (request: Parameters<BankHttp>[0]) => string | Buffer,
): BankHttp {
  return async (request) => {
    const { fault } = bank()
    bank().fault = null
    if (fault === 'timeout_before') return { ok: false, reason: 'timeout' }
    const text = answer(request)
    if (fault === 'timeout_after') return { ok: false, reason: 'timeout' }
    const contentType = 'text/plain'
    if (fault === 'unreadable') return { ok: true, status: 200, text: '<html><body>Hata</body>', contentType }
    const status = fault === 'http_500' ? 500 : 200
    return { ok: true, status, text: decodeAnswer(Buffer.from(text), contentType), contentType }
  }
}

const letters: Readonly<Record<string, number>> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }

/** Encodes text in ISO-8859-9. */
export function turkishBytes(text: string): Buffer {
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)))
}

/** A form as the browser posts it and as the server reads it: as UTF-8, whatever its encoding. */
export function posted(
  fields: readonly (readonly [string, string])[],
  encoding: 'utf8' | 'turkish' = 'utf8',
): Callback {
  const bytes = (text: string) => (encoding === 'utf8' ? Buffer.from(text) : turkishBytes(text))
  const escape = (text: string) =>
    Array.from(bytes(text), (byte) =>
      /[\w.*-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`,
    ).join('')
  const raw = Buffer.from(fields.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&'))
  return { raw, fields: [...new URLSearchParams(raw.toString())], headers: {} }
}

export function formOf(step: BrowserStep): ReadonlyMap<string, string> {
  requireField(step.kind === 'form', 'a form')
  return new Map(step.fields)
}

/** 1234.50 as 123450. */
export function kurus(lira: string | undefined): number {
  requireField(/^\d+\.\d\d$/.test(lira ?? ''), `an amount, not ${lira}`)
  return Number((lira ?? '').replace('.', ''))
}

export function newOrder(amount: number, code: string): TestOrder {
  return { amount, refunded: 0, isVoided: false, isPaid: code === '00', code }
}
