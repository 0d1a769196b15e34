import { orderedUnit } from '#domain/cart/unit-name.ts'
import { fold } from '#domain/text/text.ts'

/** Units that names of products have too: `takım çantası`, `5 metre`, `25 kg`. A number before them may belong to the name. */
const inNames = new Set([
  'TAKIM',
  'SET',
  'ÇİFT',
  'TOP',
  'METRE',
  'KG',
  'LİTRE',
  'RULO',
  'MAKARA',
  'KANGAL',
  'PAKET',
  'KUTU',
  'BOY',
])
/** Units of measure: the number before them is a size as often as a quantity. */
const measures = new Set(['METRE', 'KG', 'LİTRE'])

/** A unit in a text. `isClear`: a number before it is a quantity. `isMeasure`: it may as well be a size. */
export type UnitWord = { unit: string; isClear: boolean; isMeasure: boolean }

/** The unit that a word of an order stands for, with its case: `adet`, `kutudan`; undefined for other words. */
export function unitOfWord(word: string): UnitWord | undefined {
  const plain = fold(word).replace(/[.,:;)]+$/, '')
  // One letter is a unit in messages only: `100 m kablo`.
  const unit =
    plain === 'm' ? 'METRE' : (orderedUnit(plain) ?? orderedUnit(plain.replace(/['’]?(?:d[ae]n|t[ae]n|lar|ler)$/, '')))
  return unit === undefined ? undefined : { unit, isClear: !inNames.has(unit), isMeasure: measures.has(unit) }
}

/** Units that mean the same in different shops, the likely one first. */
const equals: readonly (readonly string[])[] = [
  ['TAKIM', 'SET'],
  ['TOP', 'RULO', 'KANGAL'],
  ['PAKET', 'KUTU'],
  ['ÇUVAL', 'TORBA'],
]
/** Units that are numbers of pieces. */
const counts = new Map([
  ['DÜZİNE', 12],
  ['DESTE', 10],
])

export type ShopUnit = { value: string; multiplier: number }
/** A unit of a product with the quantity in it. `isCertain`: as written, or calculated without a guess. */
export type FittedUnit = { unit: string; quantity: number | null; isCertain: boolean }

/**
 * What a written quantity and unit are in the units of a product: as written, `yarım koli` in base units, `düzine` in
 * pieces; otherwise a likely unit. Without a unit it is the default one, which is certain only if there is no other.
 */
export function fitUnit(
  units: readonly ShopUnit[],
  byDefault: string,
  { quantity, unit }: { quantity: number | null; unit?: string | undefined },
): FittedUnit {
  const named = (name: string) => units.find(({ value }) => fold(value) === fold(name))
  const base = units.find(({ multiplier }) => multiplier === 1)
  const whole = (value: string, isCertain: boolean): FittedUnit =>
    quantity !== null && !Number.isInteger(quantity)
      ? { unit: value, quantity: null, isCertain: false }
      : { unit: value, quantity, isCertain }
  if (unit === undefined) return whole(byDefault, units.length === 1)
  const exact = named(unit)
  if (exact !== undefined) return inBaseUnits(exact, base, quantity) ?? whole(exact.value, true)
  const pieces = counts.get(unit)
  if (pieces !== undefined && base !== undefined && quantity !== null && Number.isInteger(quantity * pieces)) {
    return { unit: base.value, quantity: quantity * pieces, isCertain: base.value === 'ADET' }
  }
  const similar = equals.find((group) => group.includes(unit))?.flatMap((name) => named(name) ?? [])[0]
  if (similar !== undefined) return whole(similar.value, false)
  return whole(unit === 'ADET' && base !== undefined ? base.value : byDefault, false)
}

/** Parts of a packing are whole base units, or no quantity: half of KOLİ (24) are 12 ADET. */
function inBaseUnits(unit: ShopUnit, base: ShopUnit | undefined, quantity: number | null): FittedUnit | undefined {
  if (quantity === null || Number.isInteger(quantity) || base === undefined || unit.multiplier === 1) return undefined
  const count = quantity * unit.multiplier
  return Number.isInteger(count) ? { unit: base.value, quantity: count, isCertain: true } : undefined
}
