import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { currencyNumbers } from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import { bankText, readFields } from '#server/payments/gateways/callback-fields.ts'
import type {
  Adapter,
  BankHttp,
  Callback,
  CallbackResult,
  Charge,
  PosTerms,
  Started,
} from '#server/payments/gateways/gateway.ts'
import { textOf } from '#server/payments/gateways/json-message.ts'
import { readReturnToken } from '#server/payments/gateways/return-token.ts'
import { payflexOperations } from './payflex-operations.ts'
import { callPage, isToken } from './payflex-page.ts'

/**
 * VakıfBank (PayFlex), Common Payment (Ortak Ödeme): the bank's own page, which takes the money. The browser's return
 * is not signed; the inquiry finds the outcome.
 */
export const payflex: Adapter = {
  /**
   * - `gateway`: the Common Payment address, which ends in /CommonPayment
   * - `api`: the server of /VposService and /UIService
   * - `merchantId`: üye iş yeri numarası; `terminalId`: terminal number (VP…)
   */
  settings: ['gateway', 'api', 'merchantId', 'terminalId'],
  /** The merchant's API password. */
  secrets: ['password'],
  identity: ['merchantId', 'terminalId'],
  modes: ['hosted'],
  currencies: posCurrencies,
  hasList: false,
  open(terms, http) {
    return {
      takesMoneyItself: true,
      returnsByGet: true,
      origins: originsOf(terms.settings['gateway'] ?? ''),
      start: (charge) => start(terms, http, charge),
      readCallback: (callback, charge) => readCallback(callback, charge),
      capture: () => Promise.resolve({ kind: 'unknown', text: 'the bank takes the money itself' }),
      ...payflexOperations(terms, http),
    }
  },
}

/** Registers the payment; its token opens the page. Only cards with 3-D Secure are taken. */
async function start(terms: PosTerms, http: BankHttp, charge: Charge): Promise<Started> {
  const { settings, secrets } = terms
  const answer = await callPage(terms, http, 'RegisterTransaction', {
    HostMerchantId: settings['merchantId'] ?? '',
    MerchantPassword: secrets['password'] ?? '',
    HostTerminalId: settings['terminalId'] ?? '',
    TransactionType: 'Sale',
    AmountCode: currencyNumbers[charge.currency],
    Amount: charge.amount,
    OrderID: charge.reference,
    IsSecure: 'true',
    AllowNotEnrolledCard: 'false',
    SuccessUrl: charge.callbackUrl,
    FailUrl: charge.callbackUrl,
    RequestLanguage: charge.locale === 'en' ? 'en-US' : 'tr-TR',
    ...(charge.installment > 1 && { InstallmentCount: String(charge.installment) }),
  })
  if (!answer.ok) return unreachable(answer.text)
  const of = (name: string) => textOf(answer.json[name])
  const [page, token] = [of('CommonPaymentUrl'), of('PaymentToken')]
  if (of('ErrorCode') !== '' || page === '' || !isToken(token))
    return unreachable(bankText(`${of('ErrorCode')} ${of('ResponseMessage')}`))
  return { ok: true, step: { kind: 'redirect', url: `${page}?Ptkn=${token}` }, bankReference: token }
}

function unreachable(text: string): Started {
  return { ok: false, kind: 'unreachable', text }
}

/** The token is not signed, but only the bank, the payer and the shop know it. */
function readCallback(callback: Callback, { bankReference }: Charge): CallbackResult {
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  // Once the bank's reference of the money is stored, a return is a repeated message of the same token.
  const expected = isToken(bankReference) ? (bankReference ?? '') : ''
  return readReturnToken(fields, expected, 'PaymentToken')
}
