import { readLira, sumOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, Gateway, Inquiry, PosTerms, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { type Json, readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { type PaytrKeys, paytrToken } from './paytr-token.ts'

export type PaytrAnswer = { ok: true; json: Json } | { ok: false; text: string }
export type CallPaytr = (path: string, fields: Readonly<Record<string, string>>) => Promise<PaytrAnswer>

export function paytrServer({ settings }: PosTerms): string {
  return settings['api'] || 'https://www.paytr.com'
}

export function keysOf({ secrets }: PosTerms): PaytrKeys {
  return { merchantKey: secrets['merchantKey'] ?? '', merchantSalt: secrets['merchantSalt'] ?? '' }
}

export function isTest({ environment }: PosTerms): boolean {
  return environment !== 'live'
}

export function paytrCaller(terms: PosTerms, http: BankHttp): CallPaytr {
  const post = paytrPoster(terms, http)
  return async (path, fields) => {
    const answer = await post(path, fields)
    const json = answer.ok ? readJson(answer.text) : null
    if (json !== null) return { ok: true, json }
    return { ok: false, text: answer.ok ? 'HTTP 200' : answer.text }
  }
}

/** Posts a form; returns the text of an answer with status 200. */
export type PostPaytr = (
  path: string,
  fields: Readonly<Record<string, string>>,
) => Promise<{ ok: boolean; text: string }>

export function paytrPoster(terms: PosTerms, http: BankHttp): PostPaytr {
  return async (path, fields) => {
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await http({ method: 'POST', url: paytrServer(terms) + path, headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    return answer.status === 200 ? { ok: true, text: answer.text } : { ok: false, text: `HTTP ${answer.status}` }
  }
}

export function paytrOperations(terms: PosTerms, call: CallPaytr): Pick<Gateway, 'inquire' | 'void' | 'refund'> {
  return {
    inquire: (charge) => inquire(terms, call, charge),
    // PayTR has no void; a full refund on the same day is one.
    void: (charge) => refund(terms, call, charge, charge.amount),
    refund: (charge, _receipt, amount) => refund(terms, call, charge, amount),
  }
}

/** The fields of a request with their token: merchant, order number, further fields, the salt last. */
function signedRequest(
  terms: PosTerms,
  charge: Charge,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  const { merchantKey, merchantSalt } = keysOf(terms)
  const fields = { merchant_id: terms.settings['merchantId'] ?? '', merchant_oid: charge.reference, ...more }
  return { ...fields, paytr_token: paytrToken(merchantKey, [...Object.values(fields), merchantSalt]) }
}

async function refund(terms: PosTerms, call: CallPaytr, charge: Charge, amount: string): Promise<RefundOutcome> {
  const answer = await call('/odeme/iade', signedRequest(terms, charge, { return_amount: amount }))
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { status, err_no, err_msg } = answer.json
  if (status === 'success') return { kind: 'done', code: '' }
  const text = bankText(textOf(err_msg))
  return status === 'error' ? { kind: 'refused', code: textOf(err_no), text } : { kind: 'unknown', text }
}

async function inquire(terms: PosTerms, call: CallPaytr, charge: Charge): Promise<Inquiry> {
  const answer = await call('/odeme/durum-sorgu', signedRequest(terms, charge, {}))
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { json } = answer
  const text = bankText(textOf(json['err_msg']))
  if (json['status'] !== 'success') {
    // Also the answer for an order without a successful payment (yet).
    return textOf(json['err_no']) === '004' || /bulunamad/i.test(text) ? { kind: 'none' } : { kind: 'pending', text }
  }
  const amount = readLira(textOf(json['payment_amount']))
  const back = returnsOf(json['returns'])
  if (amount === null || back === null) return { kind: 'pending', text: 'unreadable' }
  const receipt = { authCode: null, bankReference: null, transaction: charge.reference }
  const refunded = sumOf(back)
  const taken = readLira(textOf(json['payment_total']))
  return {
    kind: 'captured',
    amount,
    refunded,
    receipt: { ...receipt, ...maskedCard(textOf(json['masked_pan'])) },
    ...(taken === null ? {} : { taken }),
  }
}

/** The refunded amounts in lira. The list may be encoded as text. Null if it is unreadable. */
function returnsOf(value: unknown): string[] | null {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') {
    try {
      return typeof JSON.parse(value) === 'string' ? null : returnsOf(JSON.parse(value))
    } catch {
      return null
    }
  }
  if (typeof value !== 'object') return null
  const amounts = Object.values(value).map((item: unknown) => {
    const row = typeof item === 'object' && item !== null ? (item as Json) : {}
    return readLira(textOf(row['return_amount'] ?? row['amount']))
  })
  return amounts.includes(null) ? null : amounts.filter((amount) => amount !== null)
}
