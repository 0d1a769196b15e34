import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { escapeHtml } from '#server/platform/email/escape-html.ts'

/** A CC5Request as flat text by tag, the tags inside Extra included. */
export type Cc5Request = Readonly<Record<string, string | undefined>>

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Reads the protocol's XML, which has neither attributes nor repeated tags; null if it is invalid. */
export function readCc5(xml: string): Cc5Request | null {
  const body = /^\s*(?:<\?xml[^>]*\?>)?\s*<CC5Request>(.*)<\/CC5Request>\s*$/s.exec(xml)?.[1]
  if (body === undefined || /<!/.test(body)) return null
  const leaves = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, tag = '', text = '']) => [tag, unescape(text)])
  const names = leaves.map(([tag]) => tag)
  return new Set(names).size === names.length ? (Object.fromEntries(leaves) as Cc5Request) : null
}

function unescape(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole).trim()
}

export type Cc5Answer = {
  response: 'Approved' | 'Declined' | 'Error'
  code: string
  message?: string
  orderId?: string
  authCode?: string
  hostRef?: string
  transId?: string
  extra?: Readonly<Record<string, string>>
}

export function writeCc5(answer: Cc5Answer): string {
  const { response, code, message = '', orderId = '', authCode = '', hostRef = '', transId = '', extra = {} } = answer
  const head = { OrderId: orderId, GroupId: orderId, Response: response, AuthCode: authCode, HostRefNum: hostRef }
  const all = { ...head, ProcReturnCode: code, TransId: transId, ErrMsg: message }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<CC5Response>${tags(all)}<Extra>${tags(extra)}</Extra></CC5Response>`
}

function tags(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([tag, text]) => `<${tag}>${escapeHtml(text)}</${tag}>`)
    .join('\n')
}

/** The six letters in which ISO-8859-9 differs from ISO-8859-1. */
const turkish: Readonly<Record<string, number>> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }

export function inLatin5(text: string): Buffer {
  return Buffer.from(Array.from(text, (letter) => turkish[letter] ?? letter.codePointAt(0) ?? 0x3f))
}

/** Parses an amount (100, 100.2, 100.25) above zero; returns two decimals. */
export function amountOf(text: string | undefined): string | null {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return Number(`${whole}${part}`) > 0 ? `${Number(whole)}.${part.padEnd(2, '0')}` : null
}

/** Parses a number of installments: empty = single payment; 1 is invalid. */
export function installmentOf(text: string | undefined): number | null {
  if (text === '' || text === undefined) return 1
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null
}

const currencies: Readonly<Record<string, PosCurrency>> = { '949': 'TRY', '840': 'USD', '978': 'EUR' }

/** Parses a currency's number in ISO 4217; null for others. */
export const currencyOf = (text: string | undefined): PosCurrency | null => currencies[text ?? ''] ?? null

/** Lira with two decimals as kuruş. */
export const kurus = (amount: string): number => Number(amount.replace('.', ''))
