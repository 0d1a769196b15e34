import type { TypedPrice, TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { decimal } from '#domain/money/money.ts'
import { priceText, readFigure, readPrice } from '#domain/pricing/price-text.ts'
import { fold } from '#domain/text/text.ts'
import { unitName } from '#domain/cart/unit-name.ts'
import type { ReadTerms, ReportProblem } from './parse-product.ts'

const nameLength = 30
const barcodeLength = 60
const largestMultiplier = 999_999_999
/** What numeric(18, 4) holds before the point. */
const largestPrice = 99_999_999_999_999

type Terms = Pick<ReadTerms, 'now' | 'currencies' | 'priceLists'>

/** Units with their prices as the form would show them; a unit that is gone meanwhile is a new one. */
export function readUnits(typed: readonly TypedUnit[], terms: Terms, tell: ReportProblem): TypedUnit[] {
  if (typed.length === 0) tell('units', 'unitMissing')
  const known = new Map(terms.now?.units.map((unit) => [unit.id, unit]))
  const chosen = Math.max(
    0,
    typed.findIndex(({ isDefault }) => isDefault),
  )
  const units = typed.map((unit, at): TypedUnit => {
    const before = known.get(unit.id)
    return {
      id: before?.id ?? null,
      name: readName(unit.name, at, tell),
      multiplier: readMultiplier(unit.multiplier, before?.multiplier, at, tell),
      barcode: readBarcode(unit.barcode, at, tell),
      isDefault: at === chosen,
      prices: unit.prices
        .flatMap((prices) => readPrices(prices, terms, `units.${at}.prices.${prices.list}`, tell))
        .toSorted((a, b) => a.list - b.list),
    }
  })
  tellRepeated(units, tell)
  return units
}

function tellRepeated(units: readonly TypedUnit[], tell: ReportProblem): void {
  for (const [at, { name, barcode, prices }] of units.entries()) {
    const before = units.slice(0, at)
    if (name !== '' && before.some((other) => fold(other.name) === fold(name))) tell(`units.${at}.name`, 'unitTwice')
    if (barcode !== '' && before.some((other) => other.barcode === barcode)) tell(`units.${at}.barcode`, 'barcodeTwice')
    if (new Set(prices.map(({ list }) => list)).size < prices.length) tell(`units.${at}.name`, 'priceListTwice')
  }
}

function readName(typed: string, at: number, tell: ReportProblem): string {
  const name = unitName(typed.replaceAll('\0', '').replace(/\s+/g, ' ').trim())
  if (name === '') tell(`units.${at}.name`, 'required')
  if (name.length > nameLength) tell(`units.${at}.name`, 'tooLong', { most: nameLength })
  return name
}

/** A whole number; a figure that an import brought stays as it is. */
function readMultiplier(typed: string, before: string | undefined, at: number, tell: ReportProblem): string {
  const text = typed.trim()
  if (text === before) return text
  const value = readFigure(text, 0)
  if (value === null || value.lessThan(1) || value.greaterThan(largestMultiplier)) {
    tell(`units.${at}.multiplier`, 'multiplier')
    return text
  }
  return formatQuantity(value.toFixed())
}

function readBarcode(typed: string, at: number, tell: ReportProblem): string {
  const barcode = typed.replaceAll('\0', '').replace(/\s/g, '')
  if (barcode.length > barcodeLength) tell(`units.${at}.barcode`, 'tooLong', { most: barcodeLength })
  // What a spreadsheet makes of a long number.
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(barcode)) tell(`units.${at}.barcode`, 'barcodeDamaged')
  return barcode
}

/** None where no price is typed. List and plan prices stand beside a sale price. */
function readPrices(
  typed: TypedPrices,
  { currencies, priceLists }: Terms,
  field: string,
  tell: ReportProblem,
): TypedPrices[] {
  const read = (price: TypedPrice, name: string): TypedPrice => {
    if (price.value.trim() === '') return { value: '', currency: '' }
    const value = readPrice(price.value)
    if (value === null || value.greaterThan(largestPrice)) tell(`${field}.${name}`, 'price')
    if (!currencies.has(price.currency)) tell(`${field}.${name}`, 'currency')
    return { value: value === null ? price.value : priceText(value), currency: price.currency }
  }
  const prices: TypedPrices = {
    list: typed.list,
    sale: read(typed.sale, 'sale'),
    listPrice: read(typed.listPrice, 'listPrice'),
    plans: typed.plans.map((plan, at) => read(plan, `plans.${at}`)),
  }
  const others = [prices.listPrice, ...prices.plans]
  if (prices.sale.value === '') {
    if (others.every(({ value }) => value === '')) return []
    tell(`${field}.sale`, 'saleMissing')
  }
  if (!priceLists.has(typed.list)) tell(`${field}.sale`, 'priceListGone')
  return [prices]
}

/** Exact text of a price for the database; null = none. */
export const exactPrice = (shown: string): string | null =>
  shown === '' ? null : (readPrice(shown) ?? decimal(0)).toFixed()
/** The same of a unit's multiplier, which an import may have brought with decimals. */
export const exactMultiplier = (shown: string): string => (readFigure(shown, 3) ?? decimal(1)).toFixed()
