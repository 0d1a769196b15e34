import { createHash } from 'node:crypto'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Tags } from '#server/sandbox-bank/dialects/bank-xml.ts'
import type { BankTransaction } from '#server/sandbox-bank/queries.ts'

/** The bank's side of the messages that Kuveyt Türk and Vakıf Katılım have in common. */

const sha1 = (text: string) => createHash('sha1').update(text, 'utf8').digest('base64')
export const currencies: Readonly<Record<string, PosCurrency>> = { '0949': 'TRY', '0840': 'USD', '0978': 'EUR' }
export const currencyCode = (currency: string): string =>
  Object.keys(currencies).find((code) => currencies[code] === currency) ?? ''

export const contract = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><VPosTransactionResponseContract xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${inner}</VPosTransactionResponseContract>`

/** The signature of a request: account, order, amount, the addresses if it has them, user, and the hashed password. */
export function isRequestSigned(tags: Tags, password: string): boolean {
  const parts = ['MerchantId', 'MerchantOrderId', 'Amount', 'OkUrl', 'FailUrl', 'UserName']
  return tags['HashData'] === sha1(parts.map((tag) => tags[tag] ?? '').join('') + sha1(password))
}

/** An answer with its signature. */
export function signedAnswer(
  answer: { order: string; rrn: string; code: string; bankOrder: string },
  password: string,
): Tags {
  const { order, rrn, code, bankOrder } = answer
  const hash = sha1(`${order}${rrn}${code}${bankOrder}${sha1(password)}`)
  return { RRN: rrn, ResponseCode: code, OrderId: bankOrder, MerchantOrderId: order, HashData: hash }
}

export const hashedPassword = sha1

/** The bank's own order number: nine digits. */
export function bankOrderOf(oid: string): string {
  return String(100_000_000 + Number.parseInt(createHash('sha1').update(oid).digest('hex').slice(0, 7), 16))
}

export const kurusOf = (amount: string): string => String(Number(amount.replace('.', '')))
export const amountOfKurus = (text = ''): string =>
  /^\d{1,12}$/.test(text) ? `${Number(text.slice(0, -2) || '0')}.${text.slice(-2).padStart(2, '0')}` : '0'
export const stanOf = ({ host_ref }: BankTransaction): string => host_ref.slice(-6)
export const codeText = (code: string): string => translate('tr', `sandbox.codes.${code}`)
export const reasonText = (reason: string): string => translate('tr', `sandbox.bank.${reason}`)
