import type { AttributeFilter } from '#server/catalog/index/filter.ts'
import type { Labels, ValueRow } from '#server/catalog/index/labels.ts'

const rangeForm = /^(-?\d{1,12}(?:\.\d{1,9})?)?\.\.(-?\d{1,12}(?:\.\d{1,9})?)?$/

export type NumberRange = { min: number | null; max: number | null }

/** `500..1000`, `500..` or `..1000`; swapped bounds are corrected. Null for anything else. */
export function parseNumberRange(text: string): NumberRange | null {
  const match = rangeForm.exec(text)
  if (match === null || text === '..') return null
  const [min = null, max = null] = [match[1], match[2]].map((side) => (side === undefined ? null : Number(side)))
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max }
}

/** What names a value in an address: the number, or the id of a text. */
export const valueToken = ({ id, number }: ValueRow): string => String(number ?? id)

export const isWithin = ({ min, max }: NumberRange, number: number | null): boolean =>
  number !== null && number >= (min ?? Number.NEGATIVE_INFINITY) && number <= (max ?? Number.POSITIVE_INFINITY)

/**
 * The values that a list is filtered by, for each attribute. Unknown attributes are ignored, and unknown values beside
 * existing ones; null if an attribute has only unknown values, which no product has.
 */
export function attributeFilters(
  chosen: ReadonlyMap<string, readonly string[]>,
  { attributeByKey, values, valuesOf }: Labels,
): AttributeFilter[] | null {
  const filters: AttributeFilter[] = []
  for (const [key, typed] of chosen) {
    const attribute = attributeByKey.get(key)
    if (attribute === undefined) continue
    const tokens = new Set(typed)
    const ranges = typed.flatMap((token) => parseNumberRange(token) ?? [])
    const found = (valuesOf[attribute] ?? []).filter((ordinal) => {
      const row = values.rows[ordinal]
      return row !== undefined && (tokens.has(valueToken(row)) || ranges.some((range) => isWithin(range, row.number)))
    })
    if (found.length === 0) return null
    filters.push({ attribute, values: found })
  }
  return filters
}
