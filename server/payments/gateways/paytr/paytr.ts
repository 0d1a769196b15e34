import { decimal } from '#domain/money/money.ts'
import { isSame } from '#server/platform/http/secrets.ts'
import { liraOfKurus } from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import { bankText, readFields } from '#server/payments/gateways/callback-fields.ts'
import type { Adapter, Callback, CallbackResult, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { paytrCaller, keysOf, paytrOperations, paytrPoster, paytrServer } from './paytr-api.ts'
import { paytrCards } from './paytr-cards.ts'
import { listTransactions } from './paytr-list.ts'
import { startDirect, startIframe } from './paytr-start.ts'
import { noticeHash } from './paytr-token.ts'

/**
 * PayTR. Own form: the Direct API; the browser posts its form, card included, directly to PayTR. Hosted: the iFrame.
 * Both take the money themselves and report it from server to server, at one address for all payments. The browser's
 * return proves nothing.
 */
export const paytr: Adapter = {
  /** `merchantId`: Mağaza No, in the merchant panel under Destek & Kurulum, Entegrasyon Bilgileri. */
  settings: ['merchantId'],
  /** `api`: replaces https://www.paytr.com. `storedCards`: see `Adapter`. */
  optional: ['api', 'storedCards'],
  /**
   * `merchantKey`: Mağaza Parola; `merchantSalt`: Mağaza Gizli Anahtar. The panel's Bildirim URL must be the shop's
   * address with /payment/notify/paytr.
   */
  secrets: ['merchantKey', 'merchantSalt'],
  identity: ['merchantId'],
  modes: ['own_form', 'hosted'],
  currencies: ['TRY'],
  hasList: true,
  keepsCards: 'PayTR',
  open(terms, http) {
    const call = paytrCaller(terms, http)
    const isHosted = terms.mode === 'hosted'
    return {
      takesMoneyItself: true,
      origins: originsOf(paytrServer(terms)),
      start: (charge, card) => (isHosted ? startIframe(terms, call, charge) : startDirect(terms, call, charge, card)),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      capture: () => Promise.resolve({ kind: 'unknown', text: 'PayTR takes the money itself' }),
      ...paytrOperations(terms, call),
      transactions: (day) => listTransactions(terms, call, day),
      cards: paytrCards(terms, call, paytrPoster(terms, http)),
      readNotice: (callback) => {
        const reference = readFields(callback.fields)?.get('merchant_oid') ?? ''
        return /^[A-Z0-9]{20}$/.test(reference) ? { reference } : null
      },
      noticeAnswer: 'OK',
    }
  },
}

/** A callback without any of these fields is the browser's return. */
const signedNames = ['merchant_oid', 'status', 'total_amount', 'hash']

function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  if (signedNames.every((name) => !fields.has(name))) return { kind: 'returned', ask: true }
  const of = (name: string) => fields.get(name) ?? ''
  const [merchantOid, status, totalAmount] = [of('merchant_oid'), of('status'), of('total_amount')]
  const expected = noticeHash(keysOf(terms), { merchantOid, status, totalAmount })
  if (!isSame(of('hash'), expected)) return { kind: 'forged', reason: 'hash' }
  if (merchantOid !== charge.reference) return { kind: 'forged', reason: 'merchant_oid' }
  if (status === 'failed') {
    return { kind: 'declined', code: bankText(of('failed_reason_code')), text: bankText(of('failed_reason_msg')) }
  }
  if (status !== 'success') return { kind: 'forged', reason: 'status' }
  const taken = liraOfKurus(totalAmount)
  // PayTR adds the fee of installments to the charge and keeps it.
  if (taken === null || decimal(taken).lessThan(charge.amount)) return { kind: 'forged', reason: 'total_amount' }
  // The hash does not cover the user's token: the signed list decides whether the card is the one that was typed.
  const userKey = of('utoken')
  const storedCard = /^[\w.-]{1,200}$/.test(userKey) && { storedCard: { userKey, cardToken: null } }
  const receipt = { authCode: null, bankReference: null, transaction: charge.reference, ...storedCard }
  return { kind: 'captured', receipt, taken }
}
