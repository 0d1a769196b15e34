import type { JsonRecord } from './map-record.ts'

const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null

/**
 * A record of the shop with its exchange rates where a mapping can name them: `rate` is TRY for one unit of the document's
 * currency, and `rate` of a line that of the line's price. Undefined where the document has no rate of the currency.
 */
export function withRates(record: JsonRecord): JsonRecord {
  const rates = isRecord(record['rates']) ? record['rates'] : {}
  const rateOf = (currency: unknown) => (currency === 'TRY' ? '1' : rates[String(currency)])
  const lines = Array.isArray(record['lines'])
    ? { lines: record['lines'].map((line: JsonRecord) => ({ ...line, rate: rateOf(line['priceCurrency']) })) }
    : {}
  return { ...record, ...lines, rate: rateOf(record['currency']) }
}
