import { randomBytes } from 'node:crypto'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { type Json, readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { akbankHash } from './akbank-hash.ts'

export type AkbankAnswer = { ok: true; json: Json } | { ok: false; text: string }
export type CallAkbank = (
  path: '/transaction/process' | '/portal/report/transaction',
  request: Json,
) => Promise<AkbankAnswer>

/** The code of success, of messages and of listed transactions. */
export const approved = 'VPS-0000'

/** Addresses by environment; the account's own addresses take precedence. The hosted page is beside the 3-D page. */
export function akbankServer({ settings, environment, mode }: PosTerms): { gateway: string; api: string } {
  const pre = environment === 'live' ? '' : 'pre'
  return {
    gateway: (settings['gateway'] || `https://virtualpospaymentgateway${pre}.akbank.com/securepay`).replace(
      /securepay$/,
      mode === 'hosted' ? 'payhosting' : 'securepay',
    ),
    api: settings['api'] || `https://api${pre}.akbank.com/api/v1/payment/virtualpos`,
  }
}

const turkishOffset = 3 * 3_600_000 // milliseconds; all year

/** What makes every request unique: 128 hexadecimal digits, and the time in Turkey. */
export function requestStamp(now: () => Date): { randomNumber: string; requestDateTime: string } {
  return {
    randomNumber: randomBytes(64).toString('hex').toUpperCase(),
    requestDateTime: new Date(now().getTime() + turkishOffset).toISOString().slice(0, -1),
  }
}

/** Calls the API. The terminal and the stamp are added; the header signs the body exactly as sent. */
export function akbankCaller(terms: PosTerms, http: BankHttp, now: () => Date): CallAkbank {
  const { merchantSafeId, terminalSafeId } = terms.settings
  return async (path, request) => {
    const body = JSON.stringify({ terminal: { merchantSafeId, terminalSafeId }, ...requestStamp(now), ...request })
    const headers = {
      'content-type': 'application/json',
      'auth-hash': akbankHash(body, terms.secrets['secretKey'] ?? ''),
    }
    const answer = await http({ method: 'POST', url: akbankServer(terms).api + path, headers, body })
    if (!answer.ok) return { ok: false, text: answer.reason }
    const json = readJson(answer.text)
    // A rejected signature is 401, an invalid message 400; `message` says what is wrong.
    if (answer.status !== 200) {
      return { ok: false, text: `HTTP ${answer.status} ${bankText(textOf(json?.['message']))}`.trim() }
    }
    return json === null ? { ok: false, text: 'unreadable' } : { ok: true, json }
  }
}

/** Sends a transaction of an order; `txnCode` is its type. */
export function sendTransaction(
  call: CallAkbank,
  charge: Charge,
  txnCode: string,
  fields: Json = {},
): Promise<AkbankAnswer> {
  return call('/transaction/process', { version: '1.00', txnCode, order: { orderId: charge.reference }, ...fields })
}
