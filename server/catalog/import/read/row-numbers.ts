import { decimal, lira } from '#domain/money/money.ts'
import { squeezeCode } from '#domain/text/text.ts'
import { type PriceField, priceFields } from './fields.ts'
import { maxPrice } from '#domain/pricing/price-text.ts'
import { readCurrency } from '#domain/money/number-text.ts'
import { readBasisWord, splitBasis, type PriceBasis } from './price-basis.ts'
import { type Amount, amountOf, cellAt, fail, numberAt, type Reading, shorten, titleOf, warn } from './reading.ts'

/** The largest integer part of numeric(14, 3). */
const maxStock = 99_999_999_999

/** Prefixes of the staging columns by price. */
export const priceColumns: Record<PriceField, string> = {
  price: 'sale',
  list_price: 'list',
  plan1: 'plan1',
  plan2: 'plan2',
  plan3: 'plan3',
  plan4: 'plan4',
  plan5: 'plan5',
}

/** A price as the cell has it, and whether the cell itself says that it includes VAT. */
type PriceCell = Amount & { basis?: PriceBasis }

export function readPrices(reading: Reading): void {
  const { plan, values } = reading
  const rowBasis = readRowBasis(reading)
  const gross: string[] = []
  const currencyIndex = plan.fields.get('currency')
  const fileCurrency = readCurrencyCode(reading, cellAt(reading, currencyIndex))
  for (const field of priceFields) {
    const value = readPrice(reading, field)
    if (value === undefined) continue
    const columnCurrency = readCurrencyCode(reading, cellAt(reading, plan.currencies.get(field))) ?? fileCurrency
    const currency = columnCurrency ?? readCurrencyCode(reading, value.currency)
    if (currency !== undefined && value.currency !== undefined && currency !== value.currency) {
      const facts = { column: titleOf(reading, field), value: shorten(cellAt(reading, plan.fields.get(field)) ?? '') }
      fail(reading, 'currency_differs', { ...facts, currency })
    }
    // With a default for the currency column, an empty cell does not count as an assumed currency.
    const hasDefault = currencyIndex !== undefined && plan.defaults.currency !== undefined
    if (currency === undefined && !hasDefault && field === 'price' && value.value !== '0')
      reading.tally.currencyAssumed += 1
    const basis = value.basis ?? plan.prices.bases.get(field) ?? rowBasis ?? plan.prices.others
    if (basis === undefined && field === 'price' && value.value !== '0') reading.tally.basisAssumed += 1
    if (basis === 'gross') gross.push(priceColumns[field])
    values[`${priceColumns[field]}_value`] = value.value
    values[`${priceColumns[field]}_currency`] = currency ?? readCurrencyCode(reading, plan.defaults.currency) ?? lira
  }
  if (gross.length > 0) values.gross = gross
}

/** Whether the row says that its prices include VAT. Words that mean neither are an error. */
function readRowBasis(reading: Reading): PriceBasis | undefined {
  const { column } = reading.plan.prices
  const text = cellAt(reading, column?.index)
  if (column === undefined || text === undefined) return undefined
  const basis = readBasisWord(text, column)
  if (basis === undefined)
    fail(reading, 'basis_invalid', { column: titleOf(reading, column.index), value: shorten(text) })
  return basis
}

function readPrice(reading: Reading, field: PriceField): PriceCell | undefined {
  const index = reading.plan.fields.get(field)
  const { text, basis } = splitBasis(cellAt(reading, index) ?? '')
  const price = index === undefined || text === '' ? undefined : amountOf(reading, index, text)
  if (price === undefined) return undefined
  const value = decimal(price.value)
  const column = titleOf(reading, field)
  if (value.isNegative() && !value.isZero()) fail(reading, 'number_negative', { column, value: price.value })
  if (value.greaterThan(maxPrice)) fail(reading, 'number_too_large', { column, value: shorten(price.value) })
  if (field === 'price' && value.toDecimalPlaces(4).isZero()) warn(reading, 'price_zero')
  return { ...price, value: value.abs().toDecimalPlaces(4).toFixed(), ...(basis && { basis }) }
}

function readCurrencyCode(reading: Reading, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const code = readCurrency(text)
  if (reading.plan.currencyCodes.has(code)) return code
  fail(reading, 'currency_unknown', { value: shorten(text) })
  return undefined
}

export function readTaxRate(reading: Reading): void {
  const { plan, values } = reading
  const rate = numberAt(reading, plan.fields.get('tax_rate')) ?? plan.defaults.tax_rate
  if (rate === undefined) return
  const value = decimal(rate)
  // 0.2 means 20 percent, written as a fraction; a tax rate of 0.2 percent does not exist.
  const isFraction = value.greaterThan(0) && value.lessThan(1)
  if (isFraction || value.isNegative() || value.greaterThan(100)) fail(reading, 'tax_invalid', { value: shorten(rate) })
  const percent = value.toDecimalPlaces(2).toFixed()
  values.tax_rate = percent
  const { taxRates } = reading.tally
  if (reading.source.line > 0) taxRates.set(percent, (taxRates.get(percent) ?? 0) + 1)
}

const inStockWords =
  /^(?:var|mevcut|stokta|stoktavar|stoktamevcut|instock|available|evet|yes|true|hazir|limitedavailability)$/
const outOfStockWords =
  /^(?:yok|stoktayok|stokyok|tukendi|outofstock|unavailable|hayir|no|false|soldout|onbackorder|backorder|preorder)$/
const atLeast = /^(?:[>≥]\s*(\d{1,9})|(\d{1,9})\s*(?:\+|ve üzeri|ve üstü|adet ve üzeri|or more))$/iu

/**
 * Reads stock given as a word: "Var" and "in stock" are the figure of the import; "Yok", "out of stock" and goods to be
 * ordered are 0; "20+" and "20 ve üzeri" are 20.
 */
function readStockWord(reading: Reading, index: number): string | undefined {
  const text = cellAt(reading, index)
  if (text === undefined || typeof reading.source.cells[index] === 'number') return undefined
  const word = squeezeCode(text)
  const [, above, orMore] = atLeast.exec(text) ?? []
  const known = outOfStockWords.test(word) ? '0' : inStockWords.test(word) ? reading.plan.inStock : undefined
  const figure = known ?? above ?? orMore
  if (figure !== undefined) reading.tally.stockWords.set(text, figure)
  return figure
}

/** Reads the stock columns. An empty cell leaves the stock as it is. */
export function readStocks(reading: Reading): void {
  const { plan, source, stocks } = reading
  const plain = plan.fields.get('stock')
  const columns = plain === undefined ? plan.stocks : [{ index: plain, name: '' }, ...plan.stocks]
  for (const { index, name } of columns) {
    const quantity = readStockWord(reading, index) ?? numberAt(reading, index)
    if (quantity === undefined) continue
    if (decimal(quantity).abs().greaterThan(maxStock)) {
      fail(reading, 'number_too_large', { column: titleOf(reading, index), value: shorten(quantity) })
    }
    if (decimal(quantity).lessThan(0)) warn(reading, 'stock_negative', { value: shorten(quantity) })
    stocks.push({ line: source.line, warehouse: name, quantity: decimal(quantity).toDecimalPlaces(3).toFixed() })
  }
}
