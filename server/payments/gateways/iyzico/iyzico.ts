import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { bankText, readFields } from '#server/payments/gateways/callback-fields.ts'
import type { Adapter, Callback, CallbackResult, Charge, PosTerms, Started } from '#server/payments/gateways/gateway.ts'
import { type CallIyzico, iyzicoCaller, isDecline, isPaymentId, iyzicoCharge, type IyzicoAnswer } from './iyzico-api.ts'
import { iyzicoCards, typedCard } from './iyzico-cards.ts'
import type { StartWith } from '#server/payments/gateways/start-and-store.ts'
import { iyzicoOperations } from './iyzico-operations.ts'
import { isIyzicoSigned } from './iyzico-signature.ts'
import { readJson, textOf } from '#server/payments/gateways/json-message.ts'
import { readReturnToken } from '#server/payments/gateways/return-token.ts'
import { readSecurePage } from '#server/payments/gateways/secure-page.ts'

/**
 * iyzico. Own form: `3dsecure`; the shop captures the money after 3-D Secure. Hosted: the Checkout Form, which takes
 * the money; the browser returns with a token, and an inquiry finds the outcome.
 */
export const iyzico: Adapter = {
  settings: [],
  /** `api`: replaces the address of the account's environment (live, or sandbox-api.iyzipay.com). `storedCards`: see `Adapter`. */
  optional: ['api', 'storedCards'],
  /** Both are shown in the merchant panel under Ayarlar, Firma Ayarları: API Anahtarı and Güvenlik Anahtarı. */
  secrets: ['apiKey', 'secretKey'],
  identity: [],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: true,
  keepsCards: 'iyzico',
  open(terms, http) {
    const call = iyzicoCaller(terms, http)
    const startWith: StartWith = (charge, card) => startOwnForm(terms, call, charge, card)
    const isHosted = terms.mode === 'hosted'
    return {
      takesMoneyItself: isHosted,
      // With the own form, the browser goes to the issuing bank, which can be any.
      origins: ['https:'],
      start: (charge, card) => (isHosted ? startHosted(terms, call, charge) : startWith(charge, typedCard(card))),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      ...iyzicoOperations(terms, call),
      cards: iyzicoCards(call, startWith),
      readNotice: (callback) => {
        const reference = textOf(noticeOf(callback)?.['paymentConversationId'])
        return /^[A-Z0-9]{20}$/.test(reference) ? { reference } : null
      },
    }
  },
}

const secretKeyOf = ({ secrets }: PosTerms) => secrets['secretKey'] ?? ''

async function startOwnForm(terms: PosTerms, call: CallIyzico, charge: Charge, paymentCard: object): Promise<Started> {
  const answer = await call('/payment/3dsecure/initialize', {
    ...iyzicoCharge(charge),
    installment: charge.installment,
    paymentChannel: 'WEB',
    paymentCard,
  })
  const failure = startFailure(answer)
  if (failure !== null || !answer.ok) return failure ?? unreachable('')
  const paymentId = textOf(answer.json['paymentId'])
  const isSigned = isIyzicoSigned(secretKeyOf(terms), [paymentId, charge.reference], answer.json['signature'])
  const step = readSecurePage(Buffer.from(textOf(answer.json['threeDSHtmlContent']), 'base64').toString('utf8'))
  if (!isSigned || step === null) return unreachable(isSigned ? 'page' : 'signature')
  return { ok: true, step, bankReference: paymentId }
}

async function startHosted(terms: PosTerms, call: CallIyzico, charge: Charge): Promise<Started> {
  const answer = await call('/payment/iyzipos/checkoutform/initialize/auth/ecom', {
    ...iyzicoCharge(charge),
    enabledInstallments: [charge.installment],
    forceThreeDS: 1,
  })
  const failure = startFailure(answer)
  if (failure !== null || !answer.ok) return failure ?? unreachable('')
  const token = textOf(answer.json['token'])
  const url = textOf(answer.json['paymentPageUrl'])
  const isSigned = isIyzicoSigned(secretKeyOf(terms), [charge.reference, token], answer.json['signature'])
  if (!isSigned || !url.startsWith('https://')) return unreachable(isSigned ? 'page' : 'signature')
  // Without this parameter the page refuses to be framed.
  const framed = `${url}${url.includes('?') ? '&' : '?'}iframe=true`
  return { ok: true, step: { kind: 'redirect', url: framed }, bankReference: token }
}

/** A decline if the card is refused at once. Any other failure concerns the contract with iyzico. */
function startFailure(answer: IyzicoAnswer): Started | null {
  if (!answer.ok) return unreachable(answer.text)
  if (answer.json['status'] === 'success') return null
  const code = textOf(answer.json['errorCode'])
  const text = bankText(textOf(answer.json['errorMessage']))
  return isDecline(code) ? { ok: false, kind: 'declined', code, text } : unreachable(`${code} ${text}`)
}

function unreachable(text: string): Started {
  return { ok: false, kind: 'unreachable', text }
}

function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  if (noticeOf(callback) !== null) return readNotice(terms, callback, charge)
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  if (terms.mode === 'hosted') return readToken(fields, charge)
  const of = (name: string) => fields.get(name) ?? ''
  const parts = ['conversationData', 'conversationId', 'mdStatus', 'paymentId', 'status'].map(of)
  if (!isIyzicoSigned(secretKeyOf(terms), parts, of('signature'))) return { kind: 'forged', reason: 'signature' }
  if (of('conversationId') !== charge.reference) return { kind: 'forged', reason: 'conversationId' }
  if (isMismatch(charge.bankReference, of('paymentId'))) return { kind: 'forged', reason: 'paymentId' }
  if (of('status') !== 'success' || of('mdStatus') !== '1') {
    return { kind: 'declined', code: `3D-${of('mdStatus')}`, text: bankText(of('status')) }
  }
  return {
    kind: 'authenticated',
    proof: { paymentId: of('paymentId'), conversationData: of('conversationData') },
  }
}

/** Once the payment's own id is stored, a return is a repeated message of the same token. */
function readToken(fields: ReadonlyMap<string, string>, { bankReference }: Charge): CallbackResult {
  return readReturnToken(fields, isPaymentId(bankReference) ? '' : (bankReference ?? ''))
}

function isMismatch(expected: string | null, received: string): boolean {
  return expected !== null && expected !== '' && expected !== received
}

/** A server-to-server message is JSON with a signature in its header. */
function noticeOf(callback: Callback) {
  if (callback.headers['x-iyz-signature-v3'] === undefined) return null
  return readJson(callback.raw.toString('utf8')) ?? {}
}

/**
 * The notice contains no amount, so it settles nothing on its own. For the Checkout Form it triggers an inquiry; with
 * the own form, only the shop's own capture takes money.
 */
function readNotice(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const notice = noticeOf(callback) ?? {}
  const of = (name: string) => textOf(notice[name])
  const secretKey = secretKeyOf(terms)
  const paymentId = of('iyziPaymentId') || of('paymentId')
  const token = notice['token'] === undefined ? [] : [of('token')]
  const parts = [secretKey, of('iyziEventType'), paymentId, ...token, of('paymentConversationId'), of('status')]
  const isSigned = isIyzicoSigned(secretKey, parts, callback.headers['x-iyz-signature-v3'], '')
  if (!isSigned) return { kind: 'forged', reason: 'signature' }
  if (of('paymentConversationId') !== charge.reference) return { kind: 'forged', reason: 'paymentConversationId' }
  return terms.mode === 'hosted' ? readToken(new Map([['token', of('token')]]), charge) : { kind: 'returned' }
}
