import type { Adapter, CallbackResult, Card, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import { isSignedAnswer, passwordOf, reasonOf } from './vpos-api.ts'

/**
 * What accounts of Kuveyt Türk and Vakıf Katılım have in common.
 *
 * - `merchantId`: mağaza numarası
 * - `customerId`: the merchant's customer number at the bank
 * - `name`: a user with the role API
 */
export const vposTerms = {
  settings: ['merchantId', 'customerId', 'name'],
  secrets: ['password'],
  identity: ['merchantId', 'customerId'],
  modes: ['own_form'],
} as const satisfies Partial<Adapter>

/** Of the open gateway: the page leads to the 3-D server of the card's scheme or bank, which can be any. */
export const vposPages = { takesMoneyItself: false, origins: ['https:'] }

export const vposCard = (card: Card | null) => ({
  CardNumber: card?.number ?? '',
  CardExpireDateYear: card?.year ?? '',
  CardExpireDateMonth: card?.month ?? '',
  CardCVV2: card?.cvc ?? '',
})

/** Why a return does not authenticate the charge; null if its signed fields do. */
export function returnProblem(of: (name: string) => string, terms: PosTerms, charge: Charge): CallbackResult | null {
  const [code, text] = [of('ResponseCode'), bankText(of('ResponseMessage'))]
  if (of('HashData') === '') return { kind: 'forged', reason: `not signed: ${reasonOf(code, text)}` }
  if (!isSignedAnswer(of, passwordOf(terms))) return { kind: 'forged', reason: 'HashData' }
  if (of('MerchantOrderId') !== charge.reference) return { kind: 'forged', reason: 'MerchantOrderId' }
  // The signed values are joined without a separator. Only the answer to a provision has an RRN.
  if (of('RRN') !== '' || !/^\d+$/.test(of('OrderId'))) return { kind: 'forged', reason: 'RRN' }
  return code === '00' ? null : { kind: 'declined', code: `3D-${code}`, text }
}
