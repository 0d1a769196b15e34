import { isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { type Json, jsonOf, readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { hashKey, readHashKey } from './ccpayment-hash.ts'

export type CcpaymentAnswer = { ok: true; json: Json } | { ok: false; text: string }
/** Sends a request with the hash of its signed parts and, except to the token's own address, a fresh token. */
export type CallCcpayment = (path: string, request: Json, signed: readonly string[]) => Promise<CcpaymentAnswer>

export function keysOf({ settings, secrets }: PosTerms): { appSecret: string; merchantKey: string } {
  return { appSecret: secrets['appSecret'] ?? '', merchantKey: settings['merchantKey'] ?? '' }
}

export function ccpaymentCaller(terms: PosTerms, http: BankHttp): CallCcpayment {
  const { appSecret, merchantKey } = keysOf(terms)
  const post = async (path: string, request: Json, token?: string): Promise<CcpaymentAnswer> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const url = `${terms.settings['api'] ?? ''}${path}`
    const answer = await http({ method: 'POST', url, headers, body: JSON.stringify(request) })
    if (!answer.ok) return { ok: false, text: answer.reason }
    const json = answer.status < 500 ? readJson(answer.text) : null
    return json === null ? { ok: false, text: `HTTP ${answer.status}` } : { ok: true, json }
  }
  return async (path, request, signed) => {
    const answer = await post('/api/token', { app_id: terms.settings['appId'] ?? '', app_secret: appSecret })
    if (!answer.ok) return answer
    const token = textOf(jsonOf(answer.json['data'])?.['token'])
    if (token === '') return { ok: false, text: `token: ${textOf(answer.json['status_code'])}` }
    return post(path, { ...request, merchant_key: merchantKey, hash_key: hashKey(signed, appSecret) }, token)
  }
}

/**
 * Why the hash key of a return or an answer is not one for the charge; null = it is. Its parts are state, total, invoice,
 * order and currency. The state proves nothing (`hashKey`).
 */
export function findMismatch(text: string, appSecret: string, charge: Charge, orderId: string): string | null {
  const [, total, invoice, order, currency] = readHashKey(text, appSecret) ?? []
  if (currency === undefined) return 'hash_key'
  if (invoice !== charge.reference) return 'invoice_id'
  if (orderId === '' || order !== orderId) return 'order_id'
  if (!isSameAmount(readLira(total), charge.amount)) return 'total'
  return currency === charge.currency ? null : 'currency'
}

/** The provider's own number of the payment. */
export function orderIdOf(of: (name: string) => string): string {
  return of('order_id') || of('order_no')
}
