import { ratePerUnit, readRate } from '#domain/money/exchange-rate.ts'
import type { Decimal } from '#domain/money/money.ts'
import { parseXml, type XmlElement } from '#server/platform/xml/xml-tree.ts'

/** The four quotes of a currency in the daily bulletin of the Turkish central bank. */
export const tcmbColumns = ['ForexBuying', 'ForexSelling', 'BanknoteBuying', 'BanknoteSelling'] as const
export type TcmbColumn = (typeof tcmbColumns)[number]

/** Publication time of a day's bulletin in Turkey: its rates apply from then on. */
export const bulletinTime = '15:30'

export type Bulletin = {
  /** The day of the rates, such as 2015-12-04. */
  date: string
  /** TRY per unit by currency; null when the bulletin has no value in this column. */
  rates: ReadonlyMap<string, Decimal | null>
}

export type BulletinProblem = 'too_large' | 'empty' | 'html' | 'encoding' | 'malformed' | 'not_tcmb' | 'bad_value'
export type BulletinResult = { ok: true; bulletin: Bulletin } | { ok: false; problem: BulletinProblem; value?: string }

/** Maximum size in bytes; the bank's file has 8 kB. */
const maxBytes = 1_000_000
const encodings = ['utf-8', 'iso-8859-9', 'windows-1254']

/** Reads today.xml and archive files of the same format, such as kurlar/201512/04122015.xml. */
export function readBulletin(bytes: Uint8Array, column: TcmbColumn): BulletinResult {
  if (bytes.length > maxBytes) return refuse('too_large')
  const text = decode(bytes)
  if (text === null) return refuse('encoding')
  if (text.trim() === '') return refuse('empty')
  if (/^\s*<(!doctype\s+html|html)\b/i.test(text)) return refuse('html')
  const root = parseXml(text)
  if (root === null) return refuse('malformed')
  if (root.name !== 'Tarih_Date') return refuse('not_tcmb')
  const date = parseDate(root.attributes['Tarih'])
  if (date === null) return refuse('bad_value', `Tarih="${root.attributes['Tarih'] ?? ''}"`)
  return readRates(root, date, column)
}

function readRates(root: XmlElement, date: string, column: TcmbColumn): BulletinResult {
  const rates = new Map<string, Decimal | null>()
  for (const currency of root.children) {
    const code = currency.attributes['CurrencyCode'] ?? currency.attributes['Kod'] ?? ''
    const units = textOf(currency, 'Unit')
    const quote = textOf(currency, column)
    if (currency.name !== 'Currency' || !/^[A-Z]{3}$/.test(code) || rates.has(code)) {
      return refuse('bad_value', code || currency.name)
    }
    if (!/^[1-9]\d{0,4}$/.test(units ?? '')) return refuse('bad_value', `${code} Unit ${units ?? ''}`)
    const rate = quote === '' ? null : readRate(quote ?? '?')
    if (rate === null && quote !== '') return refuse('bad_value', `${code} ${column} ${quote ?? ''}`.slice(0, 80))
    rates.set(code, rate && ratePerUnit(rate, Number(units)))
  }
  return rates.size === 0 ? refuse('malformed') : { ok: true, bulletin: { date, rates } }
}

/** Undefined when the element is missing or occurs twice. */
function textOf(currency: XmlElement, name: string): string | undefined {
  const [found, second] = currency.children.filter((child) => child.name === name)
  return second === undefined ? found?.text.trim() : undefined
}

/** Uses the encoding declared in the first line: ISO-8859-9 in old files, UTF-8 today. */
function decode(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(head)?.[1]?.toLowerCase()
  const encoding = declared ?? 'utf-8'
  if (!encodings.includes(encoding)) return null
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Converts 04.12.2015 to 2015-12-04; null for an invalid day. */
function parseDate(text: string | undefined): string | null {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text ?? '') ?? []
  return readDay(`${year}-${month}-${day}`)
}

/** Returns a valid day such as 2015-12-04 unchanged; null for an invalid one. */
export function readDay(text: string): string | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Date parsing turns February 30 into March 1 or 2.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text
}

function refuse(problem: BulletinProblem, value?: string): BulletinResult {
  return value === undefined ? { ok: false, problem } : { ok: false, problem, value }
}
