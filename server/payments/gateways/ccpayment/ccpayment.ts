import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { isSameAmount, isSameInstallment, readLira } from '#server/payments/gateways/bank-amount.ts'
import { originsOf } from '#server/payments/gateways/bank-http.ts'
import { namesOf } from '#server/payments/gateways/buyer-names.ts'
import { type Fields, readFields } from '#server/payments/gateways/callback-fields.ts'
import type {
  Adapter,
  Callback,
  CallbackResult,
  Card,
  Charge,
  PosTerms,
  Started,
} from '#server/payments/gateways/gateway.ts'
import { type Json, textOf } from '#server/payments/gateways/json-message.ts'
import { type CallCcpayment, ccpaymentCaller, findMismatch, keysOf, orderIdOf } from './ccpayment-api.ts'
import { hashKey } from './ccpayment-hash.ts'
import { ccpaymentOperations } from './ccpayment-operations.ts'

/**
 * The CCPayment platform of Sipay, QNBpay, Vepara and others. Own form: `paySmart3D`; the browser posts its form, card
 * included, to the provider, and the shop completes the payment after 3-D Secure. Hosted: a purchase link; the provider
 * takes the money, and an inquiry finds the outcome.
 */
export const ccpayment: Adapter = {
  /**
   * `api`: the address that ends in /ccpayment; `appId` and `merchantKey`: App ID and Merchant Key, in the panel under
   * Entegrasyon & API. The browser's form contains the merchant key, so it is no secret.
   */
  settings: ['api', 'appId', 'merchantKey'],
  secrets: ['appSecret'],
  identity: ['merchantKey'],
  modes: ['own_form', 'hosted'],
  currencies: posCurrencies,
  hasList: false,
  open(terms, http) {
    const call = ccpaymentCaller(terms, http)
    const isHosted = terms.mode === 'hosted'
    return {
      // Also with the own form: the hash does not cover the field that leaves the completion to the shop.
      takesMoneyItself: true,
      returnsByGet: true,
      origins: originsOf(terms.settings['api'] ?? ''),
      start: (charge, card) =>
        isHosted ? startHosted(terms, call, charge) : Promise.resolve(startForm(terms, charge, card)),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      ...ccpaymentOperations(terms, call),
    }
  },
}

/** The invoice: one line for the whole basket, since lines must add up to the total. */
function invoiceOf({ reference, amount, callbackUrl, basket }: Charge) {
  const name = basket[0]?.name.slice(0, 200) || reference
  return {
    invoice_id: reference,
    invoice_description: reference,
    total: amount,
    items: [{ name, price: amount, quantity: 1, description: reference }],
    return_url: callbackUrl,
    cancel_url: callbackUrl,
    response_method: 'POST',
  }
}

function startForm(terms: PosTerms, charge: Charge, card: Card | null): Started {
  const { appSecret, merchantKey } = keysOf(terms)
  const { amount, currency, reference } = charge
  const installment = String(charge.installment)
  const { items, ...invoice } = invoiceOf(charge)
  const fields = {
    ...invoice,
    items: JSON.stringify(items),
    ...namesOf(charge.buyer),
    currency_code: currency,
    installments_number: installment,
    merchant_key: merchantKey,
    transaction_type: 'Auth',
    // The shop completes the payment; otherwise it would be charged at once.
    payment_completed_by: 'merchant',
    // The shop's total contains its fee; the provider adds none.
    ...(charge.installment > 1 && { is_comission_from_user: '2' }),
    ip: charge.address,
    bill_email: charge.buyer.email,
    cc_holder_name: card?.holder ?? '',
    cc_no: card?.number ?? '',
    expiry_month: card?.month ?? '',
    expiry_year: `20${card?.year ?? ''}`,
    cvv: card?.cvc ?? '',
    hash_key: hashKey([amount, installment, currency, merchantKey, reference], appSecret),
  }
  const action = `${terms.settings['api']}/api/paySmart3D`
  return { ok: true, step: { kind: 'form', action, fields: Object.entries(fields) } }
}

async function startHosted(terms: PosTerms, call: CallCcpayment, charge: Charge): Promise<Started> {
  const { amount, currency, installment, reference } = charge
  const request: Json = {
    currency_code: currency,
    ...namesOf(charge.buyer),
    invoice: JSON.stringify({ ...invoiceOf(charge), max_installment: String(installment) }),
    ...(installment > 1 && { selected_installments: [installment], is_comission_from_user: '0' }),
  }
  const signed = [amount, String(installment), currency, keysOf(terms).merchantKey, reference]
  const answer = await call('/purchase/link', request, signed)
  if (!answer.ok) return { ok: false, kind: 'unreachable', text: answer.text }
  const [link, orderId] = [textOf(answer.json['link']), textOf(answer.json['order_id'])]
  const code = textOf(answer.json['status_code'])
  if (code !== '100' || link === '') return { ok: false, kind: 'unreachable', text: code }
  return { ok: true, step: { kind: 'redirect', url: link }, ...(orderId !== '' && { bankReference: orderId }) }
}

/**
 * The hash key names invoice, order, total and currency. The result itself is not signed, so that a good one only leads
 * to the completion, which the provider refuses without authentication, and any other to an inquiry.
 */
function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  const of = (name: string) => fields.get(name) ?? ''
  const orderId = orderIdOf(of)
  const mismatch =
    findMismatch(of('hash_key'), keysOf(terms).appSecret, charge, orderId) ?? findDifference(fields, charge)
  if (mismatch !== null) return { kind: 'forged', reason: mismatch }
  const isAuthenticated = terms.mode === 'own_form' && of('md_status') === '1'
  return isAuthenticated ? { kind: 'authenticated', proof: { orderId } } : { kind: 'returned', ask: true }
}

/** Not all providers return amount and installments. */
function findDifference(fields: Fields, charge: Charge): string | null {
  const [amount, installment] = [fields.get('amount'), fields.get('installment')]
  if (fields.get('invoice_id') !== charge.reference) return 'invoice_id'
  if (amount !== undefined && !isSameAmount(readLira(amount), charge.amount)) return 'amount'
  const isSame = installment === undefined || isSameInstallment(installment, charge.installment)
  return isSame ? null : 'installment'
}
