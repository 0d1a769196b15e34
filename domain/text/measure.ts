import { decimal } from '#domain/money/money.ts'
import type { Formats } from './format.ts'

/** Units that are written before their number, without a space: IP65, Ø12. */
const unitsBefore = new Set(['IP', 'IK', 'Ø', 'M'])
/** Units that are written without a space: 45°. */
const unitsClose = new Set(['°', '″', '′'])

/** A number with its unit in the notation of a language, such as 0,75 kW or IP65. It has at most 9 decimals. */
export function measureText(
  value: number | string,
  unit: string,
  { formatNumber }: Pick<Formats, 'formatNumber'>,
): string {
  const number = formatNumber(value, Math.min(9, decimal(value).decimalPlaces()))
  if (unit === '') return number
  if (unitsBefore.has(unit)) return `${unit}${number}`
  return unitsClose.has(unit) ? `${number}${unit}` : `${number} ${unit}`
}
