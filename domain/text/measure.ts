import { decimal } from '#domain/money/money.ts'
import { formatsOf } from './format.ts'

/** Units that are written before their number, without a space: IP65, Ø12. */
const unitsBefore = new Set(['IP', 'IK', 'Ø', 'M'])
/** Units that are written without a space: 45°. */
const unitsClose = new Set(['°', '″', '′'])

/** Units that English has another sign for. */
const english: Readonly<Record<string, string>> = {
  saat: 'h',
  dk: 'min',
  sn: 's',
  ay: 'months',
  yıl: 'years',
  inç: 'in',
  'd/dk': 'rpm',
  gr: 'g',
  lt: 'l',
}

export const unitText = (unit: string, language: string): string => (language === 'en' ? (english[unit] ?? unit) : unit)

/** A number with its unit in the notation of a language, such as 0,75 kW or IP65. It has at most 9 decimals. */
export function measureText(value: number | string, unit: string, language: string): string {
  const number = formatsOf(language).formatNumber(value, Math.min(9, decimal(value).decimalPlaces()))
  if (unit === '') return number
  if (unitsBefore.has(unit)) return `${unit}${number}`
  return unitsClose.has(unit) ? `${number}${unit}` : `${number} ${unitText(unit, language)}`
}
