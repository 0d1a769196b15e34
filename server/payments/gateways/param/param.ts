import { isSame } from '#server/platform/http/secrets.ts'
import { isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, readFields } from '#server/payments/gateways/callback-fields.ts'
import type {
  Adapter,
  Callback,
  CallbackResult,
  Card,
  Charge,
  PosTerms,
  Started,
} from '#server/payments/gateways/gateway.ts'
import { readSecurePage } from '#server/payments/gateways/secure-page.ts'
import {
  type CallParam,
  giveBack,
  isPositive,
  paramCaller,
  paramOperations,
  paramReason,
  refusalCode,
} from './param-api.ts'
import { paymentHash, returnHash } from './param-hash.ts'
import { listTransactions } from './param-list.ts'

/**
 * Param (TurkPos), 3-D model: the server sends the card to Param, whose answer has the page that leads to 3-D Secure; the
 * shop captures the money afterwards. Lira only: in other currencies Param takes the money itself, and from foreign cards
 * only.
 */
export const param: Adapter = {
  /** `clientId`: CLIENT_CODE (terminal number); `name`: CLIENT_USERNAME. */
  settings: ['clientId', 'name'],
  /** `api`: replaces the address of the account's environment (…/service_turkpos_prod.asmx). */
  optional: ['api'],
  /** CLIENT_PASSWORD, and the merchant's key (GUID). */
  secrets: ['password', 'guid'],
  identity: ['clientId'],
  modes: ['own_form'],
  currencies: ['TRY'],
  hasList: true,
  open(terms, http) {
    const call = paramCaller(terms, http)
    return {
      takesMoneyItself: false,
      // The page leads to the 3-D server of Param's bank, which can be any.
      origins: ['https:'],
      start: (charge, card) => start(terms, call, charge, card),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      ...paramOperations(call),
      transactions: (day) => listTransactions(call, day),
    }
  },
}

const guidOf = ({ secrets }: PosTerms) => secrets['guid'] ?? ''
const unreachable = (text: string): Started => ({ ok: false, kind: 'unreachable', text })

async function start(terms: PosTerms, call: CallParam, charge: Charge, card: Card | null): Promise<Started> {
  if (charge.currency !== 'TRY') return unreachable(`currency ${charge.currency}`)
  const amount = charge.amount.replace('.', ',')
  const installment = String(charge.installment)
  const of = { installment, amount, total: amount, orderId: charge.reference }
  const answer = await call('TP_WMD_UCD', {
    KK_Sahibi: card?.holder ?? '',
    KK_No: card?.number ?? '',
    KK_SK_Ay: card?.month ?? '',
    KK_SK_Yil: `20${card?.year ?? ''}`,
    KK_CVC: card?.cvc ?? '',
    // Must not be left out.
    KK_Sahibi_GSM: '',
    Hata_URL: charge.callbackUrl,
    Basarili_URL: charge.callbackUrl,
    Siparis_ID: charge.reference,
    Siparis_Aciklama: '',
    Taksit: installment,
    Islem_Tutar: amount,
    Toplam_Tutar: amount,
    Islem_Hash: paymentHash({ clientCode: terms.settings['clientId'] ?? '', ...of }, guidOf(terms)),
    Islem_Guvenlik_Tip: '3D',
    Islem_ID: charge.reference,
    IPAdr: charge.address,
  })
  if (!answer.ok) return unreachable(answer.text)
  const { message } = answer
  if (!isPositive(message.text('Sonuc'))) {
    const code = refusalCode(message.text('Banka_Sonuc_Kod'))
    const text = bankText(message.text('Sonuc_Str'))
    return code === null ? unreachable(paramReason(message)) : { ok: false, kind: 'declined', code, text }
  }
  // A used order number is replaced by a new one.
  if (message.text('Siparis_ID') !== charge.reference) return unreachable('another order number')
  if (message.text('UCD_HTML') === 'NONSECURE') {
    // Charged without the authentication that was asked for. If the void fails, the list of the day shows the sale.
    await giveBack(call, 'IPTAL', charge, charge.amount)
    return unreachable('NONSECURE')
  }
  const paymentGuid = message.text('Islem_GUID')
  const step = readSecurePage(message.text('UCD_HTML'))
  return step === null || !guid.test(paymentGuid) ? unreachable('page') : { ok: true, step, bankReference: paymentGuid }
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  const of = (name: string) => fields.get(name) ?? ''
  const [paymentGuid, md, mdStatus, orderId] = [of('islemGUID'), of('md'), of('mdStatus'), of('orderId')]
  if (of('islemHash') === '') return { kind: 'forged', reason: `not signed: ${bankText(of('bankResult'))}` }
  if (!isSame(of('islemHash'), returnHash({ paymentGuid, md, mdStatus, orderId }, guidOf(terms))))
    return { kind: 'forged', reason: 'islemHash' }
  if (orderId !== charge.reference) return { kind: 'forged', reason: 'orderId' }
  // The signed values are joined without a separator.
  if (!guid.test(paymentGuid) || !/^\d?$/.test(mdStatus)) return { kind: 'forged', reason: 'islemGUID' }
  // Once the payment is captured, the bank's reference is stored instead.
  const started = charge.bankReference ?? ''
  if (guid.test(started) && started !== paymentGuid) return { kind: 'forged', reason: 'islemGUID' }
  // Not signed.
  if (!isSameAmount(readLira(of('transactionAmount')), charge.amount))
    return { kind: 'forged', reason: 'transactionAmount' }
  if (mdStatus !== '1') return { kind: 'declined', code: `3D-${mdStatus}`, text: bankText(of('bankResult')) }
  return md === '' ? { kind: 'forged', reason: 'md' } : { kind: 'authenticated', proof: { md, paymentGuid } }
}
