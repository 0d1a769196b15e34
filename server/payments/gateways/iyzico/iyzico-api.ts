import { randomBytes } from 'node:crypto'
import { isUnanswered } from '#domain/payments/decline.ts'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { namesOf } from '#server/payments/gateways/buyer-names.ts'
import { iyzicoAuthorization, iyzicoPrice, isIyzicoSigned, signedPrices } from './iyzico-signature.ts'
import { type Json, readJson, textOf } from '#server/payments/gateways/json-message.ts'

export type IyzicoAnswer = { ok: true; json: Json } | { ok: false; text: string }
export type CallIyzico = (path: string, request: object | null, method?: 'DELETE') => Promise<IyzicoAnswer>

const servers = { live: 'https://api.iyzipay.com', test: 'https://sandbox-api.iyzipay.com' }

/** Calls iyzico's API; `request` null = GET, else POST unless `method` is given. An unreadable answer counts as no answer. */
export function iyzicoCaller({ settings, secrets, environment }: PosTerms, http: BankHttp): CallIyzico {
  const server = settings['api'] || servers[environment === 'live' ? 'live' : 'test']
  const keys = { apiKey: secrets['apiKey'] ?? '', secretKey: secrets['secretKey'] ?? '' }
  return async (path, request, given) => {
    const body = request === null ? '' : JSON.stringify(request)
    const random = randomBytes(12).toString('hex')
    const headers = {
      authorization: iyzicoAuthorization(keys, { random, path: path.replace(/\?.*$/, ''), body }),
      'x-iyzi-rnd': random,
      'content-type': 'application/json',
      accept: 'application/json',
    }
    const method = given ?? (request === null ? 'GET' : 'POST')
    const answer = await http({ method, url: server + path, headers, ...(request === null ? {} : { body }) })
    if (!answer.ok) return { ok: false, text: answer.reason }
    const json = answer.status < 500 ? readJson(answer.text) : null
    return json === null ? { ok: false, text: `HTTP ${answer.status}` } : { ok: true, json }
  }
}

/** Payment ids are numbers; tokens of checkout forms contain letters. */
export function isPaymentId(text: string | null | undefined): boolean {
  return /^\d+$/.test(text ?? '')
}

/**
 * Codes 10xxx come from the issuing bank, 6xxx from iyzico's card rules. No other code guarantees that no money moved.
 */
export function isDecline(code: string): boolean {
  return /^(10|6)\d{3}$/.test(code) && !isUnanswered(code)
}

/** Whether an answer's payment is signed by iyzico; for the Checkout Form, its state and token too. */
export function isSignedPayment(json: Json, secretKey: string, isCheckoutForm: boolean): boolean {
  const of = (name: string) => textOf(json[name])
  const head = isCheckoutForm ? [of('paymentStatus')] : []
  const tail = isCheckoutForm ? [of('token')] : []
  const middle = [of('paymentId'), of('currency'), of('basketId'), of('conversationId')]
  return signedPrices(json['paidPrice']).some((paid) =>
    signedPrices(json['price']).some((price) =>
      isIyzicoSigned(secretKey, [...head, ...middle, paid, price, ...tail], json['signature']),
    ),
  )
}

/**
 * The fields that iyzico needs of a charge. One line stands for the whole basket, so that any part of it can be
 * refunded.
 */
export function iyzicoCharge(charge: Charge): Json {
  const { reference, buyer, basket } = charge
  const [first] = basket
  const at = { contactName: buyer.name, city: buyer.city || '-', country: 'Turkey', address: buyer.address || '-' }
  return {
    locale: charge.locale,
    conversationId: reference,
    price: iyzicoPrice(charge.baseAmount),
    paidPrice: iyzicoPrice(charge.amount),
    currency: charge.currency,
    basketId: reference,
    paymentGroup: 'PRODUCT',
    callbackUrl: charge.callbackUrl,
    buyer: buyerOf(charge),
    shippingAddress: at,
    billingAddress: at,
    basketItems: [
      {
        id: reference,
        name: first?.name.slice(0, 200) || reference,
        category1: first?.category || '-',
        itemType: 'PHYSICAL',
        price: iyzicoPrice(charge.baseAmount),
      },
    ],
  }
}

function buyerOf({ buyer, address }: Charge): Json {
  return {
    id: buyer.id,
    ...namesOf(buyer),
    // iyzico requires an identity number, and accepts this one if it is not known.
    identityNumber: buyer.taxNumber || '11111111111',
    email: buyer.email,
    ...(buyer.phone === '' ? {} : { gsmNumber: buyer.phone }),
    registrationAddress: buyer.address || '-',
    city: buyer.city || '-',
    country: 'Turkey',
    ip: address,
  }
}
