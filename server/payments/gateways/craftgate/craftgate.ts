import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { readFields, type Fields } from '#server/payments/gateways/callback-fields.ts'
import type { Adapter, Callback, CallbackResult, Charge, PosTerms, Started } from '#server/payments/gateways/gateway.ts'
import { type Json, textOf } from '#server/payments/gateways/json-message.ts'
import { readReturnToken } from '#server/payments/gateways/return-token.ts'
import { readSecurePage } from '#server/payments/gateways/secure-page.ts'
import {
  type CallCraftgate,
  craftgateCaller,
  craftgateCharge,
  type CraftgateAnswer,
  isDecline,
  isPaymentId,
  jsonAmount,
} from './craftgate-api.ts'
import { craftgateCards, typedCard } from './craftgate-cards.ts'
import type { StartWith } from '#server/payments/gateways/start-and-store.ts'
import { craftgateOperations } from './craftgate-operations.ts'
import { isCraftgateSigned } from './craftgate-signature.ts'

/**
 * Craftgate, which forwards payments to the merchant's POS accounts at banks. Own form: `3ds-init`; the shop captures
 * the money after 3-D Secure, unless the POS behind it uses 3D Pay. Hosted: the payment page, which takes the money; the
 * browser returns with a token, and an inquiry finds the outcome.
 */
export const craftgate: Adapter = {
  settings: [],
  /** `api`: replaces the address of the account's environment (live, or sandbox-api.craftgate.io). `storedCards`: see `Adapter`. */
  optional: ['api', 'storedCards'],
  /** All are shown in the merchant panel; `callbackKey` is the 3D Secure Callback Key. */
  secrets: ['apiKey', 'secretKey', 'callbackKey'],
  identity: [],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: true,
  keepsCards: 'Craftgate',
  open(terms, http) {
    const call = craftgateCaller(terms, http)
    const startWith: StartWith = (charge, card) => startOwnForm(call, charge, card)
    return {
      // Also with the own form: a POS that uses 3D Pay takes the money before the browser returns.
      takesMoneyItself: true,
      returnsByGet: true,
      // With the own form, the browser goes to the issuing bank, which can be any.
      origins: ['https:'],
      start: (charge, card) => {
        return terms.mode === 'hosted' ? startHosted(call, charge) : startWith(charge, typedCard(card))
      },
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      ...craftgateOperations(call),
      cards: craftgateCards(call, startWith),
    }
  },
}

async function startOwnForm(call: CallCraftgate, charge: Charge, card: object): Promise<Started> {
  const answer = await call('/payment/v1/card-payments/3ds-init', {
    ...craftgateCharge(charge),
    walletPrice: 0,
    installment: charge.installment,
    card,
  })
  if (answer.kind !== 'data') return startFailure(answer)
  const step = readSecurePage(Buffer.from(textOf(answer.data['htmlContent']), 'base64').toString('utf8'))
  return step === null ? unreachable('page') : started(step, textOf(answer.data['paymentId']))
}

async function startHosted(call: CallCraftgate, charge: Charge): Promise<Started> {
  const { installment } = charge
  const answer = await call('/payment/v1/checkout-payments/init', {
    ...craftgateCharge(charge),
    ...onlyInstallment(installment, jsonAmount(charge.amount)),
    enabledPaymentMethods: ['CARD'],
    forceThreeDS: true,
  })
  if (answer.kind !== 'data') return startFailure(answer)
  const [token, url] = [textOf(answer.data['token']), textOf(answer.data['pageUrl'])]
  return token === '' || url === '' ? unreachable('page') : started({ kind: 'redirect', url }, token)
}

/** The page offers this number of installments only, at the charge's total instead of Craftgate's own fee. */
function onlyInstallment(installment: number, totalPrice: number): Json {
  const customInstallments = [{ number: installment, totalPrice }]
  return { enabledInstallments: [installment], ...(installment > 1 && { customInstallments }) }
}

function started(step: Extract<Started, { ok: true }>['step'], bankReference: string): Started {
  return { ok: true, step, ...(bankReference !== '' && { bankReference }) }
}

/** A decline if the card is refused at once. Any other failure concerns the contract with Craftgate. */
function startFailure(answer: Exclude<CraftgateAnswer, { kind: 'data' }>): Started {
  if (answer.kind === 'none') return unreachable(answer.text)
  const { code, text } = answer
  return isDecline(answer) ? { ok: false, kind: 'declined', code, text } : unreachable(`${code} ${text}`.trim())
}

function unreachable(text: string): Started {
  return { ok: false, kind: 'unreachable', text }
}

function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  const bankReference = charge.bankReference ?? ''
  if (terms.mode === 'hosted') return readReturnToken(fields, isPaymentId(bankReference) ? '' : bankReference)
  const of = (name: string) => fields.get(name) ?? ''
  if (!isCraftgateSigned(terms.secrets['callbackKey'] ?? '', of)) return { kind: 'forged', reason: 'hash' }
  const mismatch = findMismatch(fields, charge)
  if (mismatch !== null) return { kind: 'forged', reason: mismatch }
  if (of('status') === 'SUCCESS') {
    if (of('completeStatus') === 'WAITING') return { kind: 'authenticated', proof: { paymentId: of('paymentId') } }
    return { kind: 'returned', ask: true }
  }
  // A return that is repeated is reported as a failure, whatever the first one was.
  if (of('callbackStatus') !== '') return { kind: 'returned', ask: true }
  return { kind: 'declined', code: '3D-FAILURE', text: '' }
}

/** The return contains neither amount nor installments; the answer to the capture does. */
function findMismatch(fields: Fields, { reference, bankReference }: Charge): string | null {
  const of = (name: string) => fields.get(name) ?? ''
  if (!['SUCCESS', 'FAILURE'].includes(of('status'))) return 'status'
  if (of('conversationId') !== reference) return 'conversationId'
  const paymentId = of('paymentId')
  return isPaymentId(paymentId) && (bankReference ?? paymentId) === paymentId ? null : 'paymentId'
}
