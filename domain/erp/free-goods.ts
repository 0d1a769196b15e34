import type { JsonRecord } from './map-record.ts'

const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null

/**
 * A record of the shop with its free goods as a Turkish text where a mapping can name it, for ERPs without a kind of line
 * for them: `freeGoods` is "Mal fazlası: A-1 2 KOLİ (10+1)". Undefined where an order has none.
 */
export function withFreeGoods(record: JsonRecord): JsonRecord {
  const lines = Array.isArray(record['lines']) ? (record['lines'] as unknown[]) : []
  const free = lines.flatMap((line) => (isRecord(line) && line['isFree'] === true ? [textOf(line)] : []))
  return free.length === 0 ? record : { ...record, freeGoods: `Mal fazlası: ${free.join('; ')}` }
}

function textOf({ code, quantity, unit, promotion }: JsonRecord): string {
  const name = isRecord(promotion) ? promotion['name'] : undefined
  const goods = `${String(code)} ${String(quantity)} ${String(unit)}`
  return typeof name === 'string' && name !== '' ? `${goods} (${name})` : goods
}
