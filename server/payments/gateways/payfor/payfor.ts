import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { randomBytes } from 'node:crypto'
import { currencyNumbers } from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import type { Adapter, Card, Charge, PosTerms, Started } from '#server/payments/gateways/gateway.ts'
import { payforSender } from './payfor-api.ts'
import { readCallback, secureTypeOf } from './payfor-callback.ts'
import { payforFormHash } from './payfor-hash.ts'
import { listTransactions } from './payfor-list.ts'
import { payforOperations } from './payfor-operations.ts'

/**
 * PayFor: QNB and Ziraat Katılım. Own form: model `3DModel`; the shop captures the money after 3-D Secure. Hosted: `3DHost`,
 * where the bank's page takes the card and the money, and an inquiry finds the outcome.
 */
export const payfor: Adapter = {
  /**
   * - `gateway`: address of the 3-D page (…/Default.aspx) of the test or live system; the hosted page is beside it
   * - `api`: address of the API (…/XMLGate.aspx)
   * - `mbrId`: the bank's number (kurum kodu): 5 QNB, 12 Ziraat Katılım
   * - `merchantId`: üye iş yeri numarası
   * - `name`: the API user's code (kullanıcı kodu, UserCode)
   */
  settings: ['gateway', 'api', 'mbrId', 'merchantId', 'name'],
  /** `password`: the API user's password (UserPass); `storeKey`: the 3-D key (MerchantPass). */
  secrets: ['password', 'storeKey'],
  identity: ['mbrId', 'merchantId'],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: true,
  open(terms, http) {
    const send = payforSender(terms, http)
    return {
      takesMoneyItself: terms.mode === 'hosted',
      origins: originsOf(terms.settings['gateway'] ?? ''),
      start: (charge, card) => Promise.resolve(start(terms, charge, card)),
      readCallback: (callback, charge) => readCallback(terms, send, callback, charge),
      ...payforOperations(terms, send),
      transactions: (day) => listTransactions(send, day),
    }
  },
}

function start({ settings, secrets, mode }: PosTerms, charge: Charge, card: Card | null): Started {
  const fields = {
    MbrId: settings['mbrId'] ?? '',
    MerchantID: settings['merchantId'] ?? '',
    UserCode: settings['name'] ?? '',
    OrderId: charge.reference,
    Lang: charge.locale.toUpperCase(),
    SecureType: secureTypeOf(mode),
    TxnType: 'Auth',
    PurchAmount: charge.amount,
    // 0 = single payment.
    InstallmentCount: charge.installment > 1 ? String(charge.installment) : '0',
    Currency: currencyNumbers[charge.currency],
    OkUrl: charge.callbackUrl,
    FailUrl: charge.callbackUrl,
    Rnd: randomBytes(16).toString('hex'),
    ...(card && { CardHolderName: card.holder, Pan: card.number, Expiry: card.month + card.year, Cvv2: card.cvc }),
  }
  const Hash = payforFormHash(fields, secrets['storeKey'] ?? '')
  const gateway = settings['gateway'] ?? ''
  const action = mode === 'hosted' ? gateway.replace(/Default\.aspx$/, '3DHost.aspx') : gateway
  return { ok: true, step: { kind: 'form', action, fields: Object.entries({ ...fields, Hash }) } }
}
