import { randomBytes } from 'node:crypto'
import { isUnanswered } from '#domain/payments/decline.ts'
import { isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, PosTerms, Receipt } from '#server/payments/gateways/gateway.ts'
import { type Json, jsonOf, listOf, readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { craftgateSignature } from './craftgate-signature.ts'

export type CraftgateError = { kind: 'error'; code: string; group: string; text: string }
/** The answer's data, Craftgate's error, or `none`: no readable answer. */
export type CraftgateAnswer = { kind: 'data'; data: Json } | CraftgateError | { kind: 'none'; text: string }
export type CallCraftgate = (path: string, request: object | null) => Promise<CraftgateAnswer>

const servers = { live: 'https://api.craftgate.io', test: 'https://sandbox-api.craftgate.io' }

/** Calls Craftgate's API; `request` null = GET. */
export function craftgateCaller({ settings, secrets, environment }: PosTerms, http: BankHttp): CallCraftgate {
  const server = settings['api'] || servers[environment === 'live' ? 'live' : 'test']
  const keys = { apiKey: secrets['apiKey'] ?? '', secretKey: secrets['secretKey'] ?? '' }
  return async (path, request) => {
    const body = request === null ? '' : JSON.stringify(request)
    const url = server + path
    const random = randomBytes(12).toString('hex')
    const headers = {
      'x-api-key': keys.apiKey,
      'x-rnd-key': random,
      'x-auth-version': '1',
      'x-signature': craftgateSignature(keys, { url, random, body }),
      'content-type': 'application/json',
      lang: 'tr',
    }
    const method = request === null ? 'GET' : 'POST'
    const answer = await http({ method, url, headers, ...(request === null ? {} : { body }) })
    return answer.ok ? readAnswer(answer.status, answer.text) : { kind: 'none', text: answer.reason }
  }
}

/** Errors of a request or of a payment have a status below 500. */
function readAnswer(status: number, text: string): CraftgateAnswer {
  const json = status < 500 ? readJson(text) : null
  const [data, errors] = [jsonOf(json?.['data']), jsonOf(json?.['errors'])]
  if (data !== null && errors === null && status < 300) return { kind: 'data', data }
  return data === null && errors !== null ? errorOf(errors) : { kind: 'none', text: `HTTP ${status}` }
}

export function errorOf(error: Json | null): CraftgateError {
  const of = (name: string) => bankText(textOf(error?.[name]))
  return { kind: 'error', code: of('errorCode'), group: of('errorGroup'), text: of('errorDescription') }
}

/**
 * Whether an error guarantees that the issuing bank refused the payment: codes from 10000 are errors of payments, lower
 * ones of requests. Some groups only say that a system failed.
 */
export function isDecline({ code, group }: CraftgateError): boolean {
  const isDoubtful = isUnanswered(code) || /UNKNOWN|SYSTEM|TIMEOUT|COMMUNICATION|INOPERATIVE/.test(group)
  return /^1\d{4}$/.test(code) && code !== '10000' && !isDoubtful
}

/** Exact for up to 15 digits; amounts in JSON are numbers. */
export function jsonAmount(amount: string): number {
  return Number(amount)
}

/** The fields of a charge. One line stands for the whole basket, so that any part of it can be refunded. */
export function craftgateCharge(charge: Charge): Json {
  const { reference, baseAmount, basket } = charge
  const price = jsonAmount(baseAmount)
  return {
    price,
    paidPrice: jsonAmount(charge.amount),
    currency: charge.currency,
    conversationId: reference,
    externalId: reference,
    paymentGroup: 'PRODUCT',
    paymentPhase: 'AUTH',
    callbackUrl: charge.callbackUrl,
    clientIp: charge.address,
    items: [{ externalId: reference, name: basket[0]?.name.slice(0, 200) || reference, price }],
  }
}

/** Why a payment that Craftgate reports as paid is not the charge, or must not be accepted; null = neither. */
export function findDoubt(payment: Json, charge: Charge): string | null {
  const of = (name: string) => textOf(payment[name])
  if (!isOfCharge(payment, charge)) return 'another payment'
  if (of('currency') !== charge.currency) return 'another currency'
  if (!isSameAmount(readLira(of('paidPrice')), charge.amount)) return 'another amount'
  if (of('installment') !== String(charge.installment)) return 'other installments'
  return unwantedOf(payment) ?? null
}

export function isOfCharge(payment: Json, { reference }: Charge): boolean {
  return payment['conversationId'] === reference && isPaymentId(textOf(payment['id']))
}

/** Payment ids are numbers; tokens of checkout forms contain letters. */
export function isPaymentId(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** A merchant may allow half authentication in Craftgate's panel; the shop does not accept it. Not all banks give a status. */
export function unwantedOf(payment: Json): string | undefined {
  const mdStatus = textOf(payment['mdStatus'])
  return mdStatus === '' || mdStatus === '1' ? undefined : `mdStatus ${bankText(mdStatus)}`
}

/** `transaction` identifies the basket's only line, which refunds refer to. Reports do not contain it. */
export function receiptOf(payment: Json): Receipt {
  const of = (name: string) => textOf(payment[name])
  const first6 = /^\d{6}/.exec(of('binNumber'))?.[0]
  const last4 = /^\d{4}$/.exec(of('lastFourDigits'))?.[0]
  return {
    authCode: of('authCode') || null,
    bankReference: of('id') || null,
    transaction: textOf(listOf(payment['paymentTransactions'])[0]?.['id']) || null,
    ...(first6 !== undefined && { cardFirst6: first6 }),
    ...(last4 !== undefined && { cardLast4: last4 }),
    ...(of('cardUserKey') !== '' &&
      of('cardToken') !== '' && { storedCard: { userKey: of('cardUserKey'), cardToken: of('cardToken') } }),
  }
}
