import { cartTotals } from '#domain/cart/cart.ts'
import { type DayRate, rateOn } from '#domain/money/day-rates.ts'
import { lira } from '#domain/money/money.ts'
import type { RatePolicy } from '#domain/money/rate-policy.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { loadHistory } from '#server/exchange-rates/exchange-rates.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadRateAge } from '#server/settings/settings.ts'

/** The rates of an invoice's day by currency, with the days that they are from. */
export type InvoiceRates = Readonly<Record<string, DayRate>>

/** The rates of a day; a currency whose rate is missing or too old on it is left out. */
async function ratesOfDay(db: Db, codes: readonly string[], day: Day): Promise<InvoiceRates> {
  if (codes.length === 0) return {}
  const [history, age] = [await loadHistory(db, codes, day), await loadRateAge(db)]
  return Object.fromEntries(
    codes.flatMap((code) => {
      const rate = rateOn(history.get(code) ?? [], day, age)
      return rate === null ? [] : [[code, rate]]
    }),
  )
}

/**
 * Stores with an invoice the rates of its day: of its own currency, and of the prices of an order that is charged at the rate of the
 * invoice's day. Rates that it has stay, because its account movement may use them. Returns them all.
 */
export async function saveInvoiceRates(db: Db, id: number): Promise<InvoiceRates> {
  const row = await db.one<{ issued_on: Day; rates: InvoiceRates; codes: string[] }>(
    `SELECT i.issued_on, i.rates, array(
              SELECT code FROM (
                SELECT i.currency AS code
                UNION SELECT l.price_currency FROM orders o JOIN order_lines l ON l.order_id = o.id
                 WHERE o.id = i.order_id AND o.rate_policy = 'invoice_day') used
               WHERE code <> '${lira}' ORDER BY code) AS codes
       FROM invoices i WHERE i.id = $1`,
    [id],
    'invoice_rate_codes',
  )
  if (row === undefined) throw new Error(`Invoice ${id} does not exist.`)
  const missing = row.codes.filter((code) => row.rates[code] === undefined)
  const rates = { ...row.rates, ...(await ratesOfDay(db, missing, row.issued_on)) }
  if (missing.length > 0) {
    await db.execute('UPDATE invoices SET rates = $2 WHERE id = $1', [id, JSON.stringify(rates)], 'invoice_set_rates')
  }
  return rates
}

/** An order of which an invoice is, as the rates of the invoice's day make it. */
export type OrderAtInvoice = {
  orderNo: string
  currency: string
  /** The order's own total, at the rates of its day. */
  preliminary: number
  /** Null while a rate of the day is missing. */
  total: number | null
}

type OrderToConvert = {
  order_no: string
  currency: string
  rates: Record<string, string>
  rate_policy: RatePolicy
  total: string
  lines: { value: string; currency: string; quantity: number; tax_rate: string }[]
}

/** The whole order at the rates of the invoice's day; null for orders whose amounts were final. */
export async function orderAtInvoice(
  db: Db,
  { orderId, rates }: { orderId: number | null; rates: InvoiceRates },
): Promise<OrderAtInvoice | null> {
  if (orderId === null) return null
  const order = await db.one<OrderToConvert>(
    `SELECT o.order_no, o.currency, o.rates, o.rate_policy, o.total,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('value', l.price_value::text, 'currency', l.price_currency,
                       'quantity', l.quantity - l.cancelled, 'tax_rate', l.tax_rate::text)), '[]')
               FROM order_lines l WHERE l.order_id = o.id AND l.quantity > l.cancelled) AS lines
       FROM orders o WHERE o.id = $1 AND o.rate_policy = 'invoice_day'`,
    [orderId],
    'invoice_order_at_rates',
  )
  if (order === undefined) return null
  const { order_no: orderNo, currency, lines } = order
  const isKnown = lines.every((line) => line.currency === lira || rates[line.currency] !== undefined)
  const own = Object.fromEntries(Object.entries(rates).map(([code, { rate }]) => [code, rate]))
  const priced = lines.map(({ value, currency: code, quantity, tax_rate: taxRate }) => {
    return { price: { value, currency: code }, quantity, taxRate }
  })
  const total = isKnown ? cartTotals(priced, currency, { ...order.rates, ...own }).total.toNumber() : null
  return { orderNo, currency, preliminary: Number(order.total), total }
}
