import { hasWrongCheckDigit } from '#domain/text/barcode.ts'
import { decimal } from '#domain/money/money.ts'
import { unitName } from '#domain/cart/unit-name.ts'
import { maxLevels, readCategory } from './category-path.ts'
import { decodeEntities } from '#server/platform/tables/cell-text.ts'
import { cellAt, fail, lineOfField, numberAt, type Reading, shorten, textOfField, titleOf, warn } from './reading.ts'

/** Separates the levels of a path in the staging table. Levels contain no line breaks. */
export const levelSeparator = '\n'

const maxBarcodeLength = 60
const maxUnitLength = 30
const scientificNotation = /^\d(?:[.,]\d+)?E\+?\d+$/i
const maxMultiplier = 999_999_999

export function readCategoryField(reading: Reading): void {
  const { categoryLevels, category: style } = reading.plan
  const levels = categoryLevels.map((index) => cellAt(reading, index)).filter((level) => level !== undefined)
  if (levels.length > 1) {
    reading.values.category = [...new Set(levels)].join(levelSeparator)
    return
  }
  const text = textOfField(reading, 'category') ?? reading.plan.defaults.category
  if (text === undefined) return
  const path = readCategory(decodeEntities(text), style)
  if ('ignored' in path) {
    warn(reading, 'category_ignored', { value: shorten(path.ignored.replace(/\s+/g, ' ')) })
    return
  }
  if ('deep' in path) {
    warn(reading, 'category_deep', { n: path.deep, limit: maxLevels })
    return
  }
  if (path.levels.length > 0) reading.values.category = path.levels.join(levelSeparator)
  if (path.others.length > 0) warn(reading, 'category_extra', { others: path.others.join(', ') })
}

/** Reads unit, multiplier and barcode of the product's default unit, or of a row of the units file. */
export function readUnitFields(reading: Reading): void {
  const { plan, values } = reading
  const unit = lineOfField(reading, 'unit')
  if (unit && unit.length > maxUnitLength) {
    fail(reading, 'text_too_long', { column: titleOf(reading, 'unit'), length: unit.length, limit: maxUnitLength })
  }
  values.unit = unit && unitName(unit)
  const given = numberAt(reading, plan.fields.get('multiplier')) ?? plan.defaults.multiplier
  if (given !== undefined) {
    const multiplier = decimal(given).toDecimalPlaces(3)
    if (!multiplier.greaterThan(0) || multiplier.greaterThan(maxMultiplier)) {
      fail(reading, 'multiplier_invalid', { value: shorten(given) })
    }
    values.multiplier = multiplier.toFixed()
  }
  readBarcode(reading)
}

function readBarcode(reading: Reading): void {
  const barcode = lineOfField(reading, 'barcode')?.replace(/\s/g, '')
  if (!barcode) return
  if (scientificNotation.test(barcode)) {
    warn(reading, 'barcode_damaged', { value: shorten(barcode) })
    return
  }
  if (barcode.length > maxBarcodeLength) {
    fail(reading, 'text_too_long', {
      column: titleOf(reading, 'barcode'),
      length: barcode.length,
      limit: maxBarcodeLength,
    })
  }
  if (hasWrongCheckDigit(barcode)) warn(reading, 'barcode_check', { value: barcode })
  reading.values.barcode = barcode
}
