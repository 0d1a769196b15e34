import { isUnanswered } from '#domain/payments/decline.ts'
import { isSame } from '#server/platform/http/secrets.ts'
import { currencyNumbers, isSameAmount, liraOfKurus } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { BankHttp, Charge, Outcome, PosTerms, Receipt } from '#server/payments/gateways/gateway.ts'
import { hasRepeats, readXml, writeXml, type XmlMessage, type XmlTree } from '#server/payments/gateways/xml-message.ts'
import { answerHash } from './vpos-hash.ts'

/** What Kuveyt Türk and Vakıf Katılım have in common: accounts, hashes and the answer VPosTransactionResponseContract. */
export type VposAnswer = { ok: true; message: XmlMessage } | { ok: false; text: string }
export type VposText = { ok: true; text: string } | { ok: false; text: string }

export const passwordOf = ({ secrets }: PosTerms): string => secrets['password'] ?? ''

export function vposAccount({ settings }: PosTerms): { MerchantId: string; CustomerId: string; UserName: string } {
  const { merchantId = '', customerId = '', name = '' } = settings
  return { MerchantId: merchantId, CustomerId: customerId, UserName: name }
}

/** ISO 4217 in four digits: 0949. */
export function vposCurrency({ currency }: Pick<Charge, 'currency'>): string {
  return currencyNumbers[currency].padStart(4, '0')
}

/** The number of installments; 0 for a single payment. */
export function vposInstallment({ installment }: Pick<Charge, 'installment'>): string {
  return installment > 1 ? String(installment) : '0'
}

/** Whether the bank's currency, with three or four digits, is the charge's. */
export function isSameCurrency(text: string, charge: Charge): boolean {
  return text.replace(/^0(?=\d{3}$)/, '') === currencyNumbers[charge.currency]
}

export async function postXml(http: BankHttp, url: string, root: string, tree: XmlTree): Promise<VposText> {
  const headers = { 'content-type': 'text/xml; charset=utf-8' }
  const answer = await http({ method: 'POST', url, headers, body: writeXml(root, tree) })
  if (!answer.ok) return { ok: false, text: answer.reason }
  return answer.status === 200 ? { ok: true, text: answer.text } : { ok: false, text: `HTTP ${answer.status}` }
}

export const contract = 'VPosTransactionResponseContract'
const readNames = [
  'ResponseCode',
  'ResponseMessage',
  'MerchantOrderId',
  'OrderId',
  'RRN',
  'HashData',
  'MD',
  'VPosMessage',
]
const echoedNames = ['Amount', 'CurrencyCode', 'InstallmentCount', 'MerchantId', 'MerchantOrderId']

/** Parses an answer or callback; null if it is none, or repeats a field that is read. */
export function readContract(text: string): XmlMessage | null {
  const message = readXml(text, contract)
  const names = [...readNames, 'ProvisionNumber', 'Stan', ...echoedNames.map((name) => `VPosMessage/${name}`)]
  return message === null || hasRepeats(message, names) ? null : message
}

/** Whether the bank signed an answer. The hash covers neither amount nor currency nor installments. */
export function isSignedAnswer(of: (name: string) => string, password: string): boolean {
  const signed = { orderId: of('MerchantOrderId'), rrn: of('RRN'), code: of('ResponseCode'), bankOrder: of('OrderId') }
  return isSame(of('HashData'), answerHash(signed, password))
}

/** A code and text for staff. */
export function reasonOf(code: string, message: string): string {
  return `${code} ${bankText(message)}`.trim()
}

/** Whether the code is a refusal of the issuing bank (05, 51 …). Codes in words are errors of the request or the system. */
export function isRefusal(code: string): boolean {
  return /^\d{2}$/.test(code) && code !== '00' && !isUnanswered(code)
}

/**
 * Codes of requests that are rejected before the issuing bank is asked (Kuveyt Türk, 3D Model integration document of
 * 2025, section 9). Others may follow a payment that was taken: EmptyMDException and MetaDataNotFound (the MD was used),
 * OrderIsProcessedBefore, TechnicalException.
 */
const rejections = ['ApiUserNotDefined', 'HashDataError', 'MerchantNotDefined', 'PosMerchantIPError']

/** The outcome that the answer to a provision reports. */
export function provisionOutcome(answer: VposText, charge: Charge, password: string): Outcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const message = readContract(answer.text)
  if (message === null) return { kind: 'unknown', text: 'unreadable' }
  const code = message.text('ResponseCode')
  const text = bankText(message.text('ResponseMessage'))
  if (rejections.includes(code)) return { kind: 'declined', code, text }
  if (message.text('MerchantOrderId') !== charge.reference) return { kind: 'unknown', text: reasonOf(code, text) }
  if (code === '00') {
    const doubt = findDoubt(message, charge, password)
    return doubt === null ? { kind: 'captured', receipt: receiptOf(message) } : { kind: 'unknown', text: doubt }
  }
  return isRefusal(code) ? { kind: 'declined', code, text } : { kind: 'unknown', text: reasonOf(code, text) }
}

/** Why an answer that reports a payment as paid is not accepted before an inquiry; null = it is. */
function findDoubt(message: XmlMessage, charge: Charge, password: string): string | null {
  if (!isSignedAnswer((name) => message.text(name), password)) return 'signature'
  if (message.text('ProvisionNumber') === '') return 'no provision'
  const currency = message.text('VPosMessage', 'CurrencyCode')
  if (currency !== '' && !isSameCurrency(currency, charge)) return 'another currency'
  return isSameAmount(liraOfKurus(message.text('VPosMessage', 'Amount')), charge.amount) ? null : 'another amount'
}

/** `transaction` is the bank's OrderId and Stan, which refunds refer to. */
export function vposReceipt(of: {
  provision: string
  rrn: string
  order: string
  stan: string
  card: string
}): Receipt {
  return {
    authCode: of.provision || null,
    bankReference: of.rrn || null,
    transaction: of.order === '' ? null : `${of.order}/${of.stan}`,
    ...maskedCard(of.card),
  }
}

/** OrderId and Stan of a receipt. */
export function orderOf({ transaction }: Receipt): { order: string; stan: string } {
  const [order = '', stan = ''] = (transaction ?? '').split('/')
  return { order, stan }
}

function receiptOf(message: XmlMessage): Receipt {
  const of = (name: string) => message.text(name)
  const card = message.text('VPosMessage', 'CardNumber')
  return vposReceipt({
    provision: of('ProvisionNumber'),
    rrn: of('RRN'),
    order: of('OrderId'),
    stan: of('Stan'),
    card,
  })
}
