import { addDays, type Day, parseDay } from '#domain/text/calendar-day.ts'

/** A movement of a serial number. The field names are those of the specification (checkout document, section 3). */
export type WarrantyMovement = {
  tarih: Day
  /** 'SATIŞ', 'İADE', 'SERVİS' or another status of the ERP, in uppercase. */
  durum: string
  belgeNo: string
}

/** The result of a warranty inquiry. */
export type Warranty = {
  /** Days left; negative = days since it expired, 0 = today is the last day, null = unknown. */
  garantiSuresi: number | null
  hareket: WarrantyMovement[]
  product: { code: string; name: string; url: string | null } | null
}

/** The parsed response to an inquiry. `unreadable`: it does not have the expected form. */
export type WarrantyReading =
  | { kind: 'found'; warranty: Warranty }
  | { kind: 'none' }
  | { kind: 'refused'; text: string }
  | { kind: 'unreadable' }

/** The only status that is shown (section 3). */
const saleStatus = 'SATIŞ'

/** A response with more movements is invalid. */
const maxMovements = 500
const longestText = 300

/** The sales among the movements, newest first: the only movements that are shown (section 2). */
export function salesOf({ hareket }: Pick<Warranty, 'hareket'>): WarrantyMovement[] {
  return hareket.filter(({ durum }) => durum === saleStatus).toSorted((a, b) => compareDays(b.tarih, a.tarih))
}

function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The last day of a warranty of `months` from a day: the same day of the month, or the month's last day. */
export function warrantyEnd(from: Day, months: number): Day {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const next = new Date(Date.UTC(year, month + months, 1)).toISOString().slice(0, 10)
  const last = Number(addDays(next, -1).slice(8))
  return addDays(first, Math.min(day, last) - 1)
}

/** Normalizes a status for storage and comparison: Turkish uppercase; every name of a sale becomes 'SATIŞ'. */
export function warrantyStatus(text: string): string {
  const status = text.replace(/\s+/g, ' ').trim().toLocaleUpperCase('tr')
  return /^(SAT[Iİ][SŞ]( FATURASI| [İI]RSAL[İI]YES[İI])?|SALE|SOLD)$/.test(status) ? saleStatus : status
}

/**
 * Parses a response {success, data: {garantiSuresi, hareket}, error.messages.type} from any source: `hareket` is a list
 * or a single movement, days come in any usual notation (sections 3 and 7).
 */
export function readWarranty(answer: unknown): WarrantyReading {
  if (!isRecord(answer)) return { kind: 'unreadable' }
  if (answer.success !== true) return readRefusal(answer.error)
  const { data } = answer
  if (data === null || data === undefined || data === '' || isEmpty(data)) return { kind: 'none' }
  if (!isRecord(data)) return { kind: 'unreadable' }
  const days = readDays(data.garantiSuresi)
  const hareket = readMovements(data.hareket)
  if (days === undefined || hareket === null) return { kind: 'unreadable' }
  return { kind: 'found', warranty: { garantiSuresi: days, hareket, product: readProduct(data.product) } }
}

function readRefusal(error: unknown): WarrantyReading {
  const messages = isRecord(error) ? error.messages : undefined
  const text = isRecord(messages) ? textOf(messages.type) : ''
  return text === '' ? { kind: 'unreadable' } : { kind: 'refused', text }
}

/** Whole days; null if missing, undefined if not a number. */
function readDays(value: unknown): number | null | undefined {
  if (value === null || value === undefined || value === '') return null
  const days = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  // At most a hundred years in either direction.
  return typeof days === 'number' && Math.abs(days) <= 36_525 ? Math.trunc(days) : undefined
}

function readMovements(value: unknown): WarrantyMovement[] | null {
  if (value === null || value === undefined || value === '') return []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const movements = list.slice(0, maxMovements + 1).map(readMovement)
  if (movements.length > maxMovements) return null
  return movements.every((movement) => movement !== null) ? movements : null
}

function readMovement(value: unknown): WarrantyMovement | null {
  if (!isRecord(value)) return null
  const tarih = parseDay(textOf(value.tarih))
  return tarih === null ? null : { tarih, durum: warrantyStatus(textOf(value.durum)), belgeNo: textOf(value.belgeNo) }
}

function readProduct(value: unknown): Warranty['product'] {
  if (!isRecord(value)) return null
  const url = textOf(value.url)
  const product = { code: textOf(value.code), name: textOf(value.name), url: /^\/(?![/\\])/.test(url) ? url : null }
  return product.code === '' && product.name === '' ? null : product
}

function textOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  return text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
