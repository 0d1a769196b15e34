import { isSameInstallment } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, PosTerms, Receipt } from '#server/payments/gateways/gateway.ts'
import { type Json, readJson, textOf } from '#server/payments/gateways/json-message.ts'

/** Calls the Common Payment API with a form; null: no readable answer. */
export async function callPage(
  { settings }: PosTerms,
  http: BankHttp,
  operation: 'RegisterTransaction' | 'VposTransaction',
  fields: Readonly<Record<string, string>>,
): Promise<{ ok: true; json: Json } | { ok: false; text: string }> {
  const url = `${settings['gateway']}/api/${operation}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const answer = await http({ method: 'POST', url, headers, body: new URLSearchParams(fields).toString() })
  if (!answer.ok) return { ok: false, text: answer.reason }
  const json = answer.status === 200 ? readJson(answer.text) : null
  return json === null ? { ok: false, text: `HTTP ${answer.status}` } : { ok: true, json }
}

export const isToken = (text: string | null) => /^[\da-f]{32}$/i.test(text ?? '')

type PageResult = { card: Pick<Receipt, 'cardFirst6' | 'cardLast4'>; unwanted?: string }

/**
 * What only the page knows of a payment: its card, its installments, and whether it was made with 3-D Secure. It is asked
 * with the token of the start, which the payment's receipt replaces later. Nothing is known without an answer.
 */
export async function askPage(
  terms: PosTerms,
  http: BankHttp,
  charge: Charge,
  transactionId: string | null,
): Promise<PageResult> {
  const token = charge.bankReference
  if (transactionId === null || token === null || !isToken(token)) return { card: {} }
  const answer = await callPage(terms, http, 'VposTransaction', {
    HostMerchantId: terms.settings['merchantId'] ?? '',
    Password: terms.secrets['password'] ?? '',
    TransactionId: transactionId,
    PaymentToken: token,
  })
  const of = (name: string) => (answer.ok ? textOf(answer.json[name]) : '')
  if (of('OrderID') !== charge.reference) return { card: {} }
  const card = maskedCard(of('MaskedPan'))
  if (of('IsSecure') !== '' && of('IsSecure').toLowerCase() !== 'true') return { card, unwanted: 'not 3-D Secure' }
  const installment = answer.ok ? answer.json['InstallmentCount'] : null
  if (typeof installment !== 'string' || isSameInstallment(installment, charge.installment)) return { card }
  return { card, unwanted: `installments ${bankText(installment) || '1'}` }
}
