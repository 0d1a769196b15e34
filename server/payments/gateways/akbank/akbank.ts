import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { currencyNumbers } from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import type { Adapter, Card, Charge, PosTerms, Started } from '#server/payments/gateways/gateway.ts'
import { akbankCaller, akbankServer, requestStamp } from './akbank-api.ts'
import { readCallback } from './akbank-callback.ts'
import { akbankFormHash } from './akbank-hash.ts'
import { listTransactions } from './akbank-list.ts'
import { akbankOperations } from './akbank-operations.ts'

/**
 * Akbank's JSON API. Own form: payment model `3D`; the shop captures the money after 3-D Secure. Hosted: `3D_PAY_HOSTING`,
 * where the bank's page takes the card and the money, and an inquiry finds the outcome.
 */
export const akbank: Adapter = {
  /**
   * - `merchantSafeId`: number of the merchant, 32 letters and digits (güvenli üye işyeri numarası)
   * - `terminalSafeId`: number of the terminal, 32 letters and digits (güvenli terminal numarası)
   */
  settings: ['merchantSafeId', 'terminalSafeId'],
  /** `gateway` and `api`: replace the addresses of the account's environment (…/securepay, …/virtualpos). */
  optional: ['gateway', 'api'],
  /** The secret key (güvenlik anahtarı) of the bank's panel. */
  secrets: ['secretKey'],
  identity: ['merchantSafeId', 'terminalSafeId'],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: true,
  open(terms, http, now) {
    const call = akbankCaller(terms, http, now)
    return {
      takesMoneyItself: terms.mode === 'hosted',
      origins: originsOf(akbankServer(terms).gateway),
      start: (charge, card) => Promise.resolve(start(terms, charge, card, now)),
      readCallback: (callback, charge) => readCallback(terms, call, callback, charge),
      ...akbankOperations(terms, call),
      transactions: (day) => listTransactions(call, day),
    }
  },
}

function start(terms: PosTerms, charge: Charge, card: Card | null, now: () => Date): Started {
  const fields = {
    paymentModel: terms.mode === 'hosted' ? '3D_PAY_HOSTING' : '3D',
    txnCode: '3000',
    merchantSafeId: terms.settings['merchantSafeId'] ?? '',
    terminalSafeId: terms.settings['terminalSafeId'] ?? '',
    orderId: charge.reference,
    lang: charge.locale.toUpperCase(),
    amount: charge.amount,
    currencyCode: currencyNumbers[charge.currency],
    installCount: String(charge.installment),
    okUrl: charge.callbackUrl,
    failUrl: charge.callbackUrl,
    emailAddress: charge.buyer.email,
    ...(card && { creditCard: card.number, expiredDate: card.month + card.year, cvv: card.cvc }),
    ...requestStamp(now),
  }
  const hash = akbankFormHash(fields, terms.secrets['secretKey'] ?? '')
  const action = akbankServer(terms).gateway
  return { ok: true, step: { kind: 'form', action, fields: Object.entries({ ...fields, hash }) } }
}
