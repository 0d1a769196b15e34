import type { TypedPrice, TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { formFormats } from '#domain/text/format.ts'
import { decimal } from '#domain/money/money.ts'
import { maxPrice, priceText, readFigure, readPrice } from '#domain/pricing/price-text.ts'
import { fold } from '#domain/text/text.ts'
import { exceedsChange } from '#domain/pricing/price-change.ts'
import { unitName } from '#domain/cart/unit-name.ts'
import type { ParseContext, ReportProblem } from './form-problems.ts'

const maxNameLength = 30
const maxBarcodeLength = 60
const maxMultiplier = 999_999_999

type UnitContext = Pick<ParseContext, 'current' | 'currencies' | 'priceLists' | 'mayPrice' | 'secondOver'>

/** Parses units and their prices; a unit that no longer exists becomes a new one. */
export function parseUnits(typed: readonly TypedUnit[], context: UnitContext, report: ReportProblem): TypedUnit[] {
  if (typed.length === 0) report('units', 'unitMissing')
  const existing = new Map(context.current?.units.map((unit) => [unit.id, unit]))
  const defaultIndex = Math.max(
    0,
    typed.findIndex(({ isDefault }) => isDefault),
  )
  const units = typed.map((unit, at): TypedUnit => {
    const previous = existing.get(unit.id)
    return {
      id: previous?.id ?? null,
      name: parseName(unit.name, at, report),
      multiplier: parseMultiplier(unit.multiplier, previous?.multiplier, at, report),
      barcode: parseBarcode(unit.barcode, at, report),
      isDefault: at === defaultIndex,
      prices: unit.prices
        .flatMap((prices) => parsePrices(prices, context, `units.${at}.prices.${prices.list}`, report))
        .toSorted((a, b) => a.list - b.list),
    }
  })
  reportRepeated(units, report)
  if (!context.mayPrice) reportPriceChanges(units, existing, report)
  else reportLargeChanges(units, existing, context.secondOver, report)
  return units
}

function reportRepeated(units: readonly TypedUnit[], report: ReportProblem): void {
  for (const [at, { name, barcode, prices }] of units.entries()) {
    const earlier = units.slice(0, at)
    if (name !== '' && earlier.some((other) => fold(other.name) === fold(name))) report(`units.${at}.name`, 'unitTwice')
    if (barcode !== '' && earlier.some((other) => other.barcode === barcode))
      report(`units.${at}.barcode`, 'barcodeTwice')
    if (new Set(prices.map(({ list }) => list)).size < prices.length) report(`units.${at}.name`, 'priceListTwice')
  }
}

/** Reports prices that differ from the stored ones; a new unit has none. */
function reportPriceChanges(
  units: readonly TypedUnit[],
  existing: ReadonlyMap<number | null, TypedUnit>,
  report: ReportProblem,
): void {
  for (const [at, unit] of units.entries()) {
    const before = (unit.id !== null && existing.get(unit.id)?.prices) || []
    for (const list of new Set([...before, ...unit.prices].map((prices) => prices.list))) {
      const [old, fresh] = [before, unit.prices].map((prices) => prices.find((each) => each.list === list))
      if (JSON.stringify(old) !== JSON.stringify(fresh)) report(`units.${at}.prices.${list}.sale`, 'noPriceRight')
    }
  }
}

/** Reports sale and plan prices that a second person has to approve, which is done in the price list. */
function reportLargeChanges(
  units: readonly TypedUnit[],
  existing: ReadonlyMap<number | null, TypedUnit>,
  secondOver: number,
  report: ReportProblem,
): void {
  const stored = ({ value, currency }: TypedPrice) => {
    const exact = exactPrice(value)
    return exact === null ? null : { value: exact, currency }
  }
  for (const [at, unit] of units.entries()) {
    const before = (unit.id !== null && existing.get(unit.id)?.prices) || []
    for (const { list, sale, plans } of unit.prices) {
      const old = before.find((each) => each.list === list)
      if (old === undefined) continue
      const pairs = [
        ['sale', old.sale, sale] as const,
        ...plans.map((plan, n) => [`plans.${n}`, old.plans[n], plan] as const),
      ]
      for (const [name, from, to] of pairs) {
        if (from !== undefined && exceedsChange(stored(from), stored(to), secondOver))
          report(`units.${at}.prices.${list}.${name}`, 'priceNeedsTwo', { percent: secondOver })
      }
    }
  }
}

function parseName(typed: string, at: number, report: ReportProblem): string {
  const name = unitName(typed.replaceAll('\0', '').replace(/\s+/g, ' ').trim())
  if (name === '') report(`units.${at}.name`, 'required')
  if (name.length > maxNameLength) report(`units.${at}.name`, 'tooLong', { most: maxNameLength })
  return name
}

/** An integer; an unchanged value from an import may have decimals. */
function parseMultiplier(typed: string, before: string | undefined, at: number, report: ReportProblem): string {
  const text = typed.trim()
  if (text === before) return text
  const value = readFigure(text, 0)
  if (value === null || value.lessThan(1) || value.greaterThan(maxMultiplier)) {
    report(`units.${at}.multiplier`, 'multiplier')
    return text
  }
  return formFormats.formatQuantity(value.toFixed())
}

function parseBarcode(typed: string, at: number, report: ReportProblem): string {
  const barcode = typed.replaceAll('\0', '').replace(/\s/g, '')
  if (barcode.length > maxBarcodeLength) report(`units.${at}.barcode`, 'tooLong', { most: maxBarcodeLength })
  // Spreadsheets convert long numbers to this notation.
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(barcode)) report(`units.${at}.barcode`, 'barcodeDamaged')
  return barcode
}

/** Empty when no price is given. List and plan prices require a sale price. */
function parsePrices(
  typed: TypedPrices,
  { currencies, priceLists }: UnitContext,
  field: string,
  report: ReportProblem,
): TypedPrices[] {
  const parsePrice = (price: TypedPrice, name: string): TypedPrice => {
    if (price.value.trim() === '') return { value: '', currency: '' }
    const value = readPrice(price.value)
    if (value === null || value.greaterThan(maxPrice)) report(`${field}.${name}`, 'price')
    if (!currencies.has(price.currency)) report(`${field}.${name}`, 'currency')
    return { value: value === null ? price.value : priceText(value), currency: price.currency }
  }
  const prices: TypedPrices = {
    list: typed.list,
    sale: parsePrice(typed.sale, 'sale'),
    listPrice: parsePrice(typed.listPrice, 'listPrice'),
    plans: typed.plans.map((plan, at) => parsePrice(plan, `plans.${at}`)),
  }
  const others = [prices.listPrice, ...prices.plans]
  if (prices.sale.value === '') {
    if (others.every(({ value }) => value === '')) return []
    report(`${field}.sale`, 'saleMissing')
  }
  if (!priceLists.has(typed.list)) report(`${field}.sale`, 'priceListGone')
  return [prices]
}

/** The exact price as text for the database; null = none. */
export const exactPrice = (shown: string): string | null =>
  shown === '' ? null : (readPrice(shown) ?? decimal(0)).toFixed()
/** The exact multiplier as text for the database; an import may have given it decimals. */
export const exactMultiplier = (shown: string): string => (readFigure(shown, 3) ?? decimal(1)).toFixed()
