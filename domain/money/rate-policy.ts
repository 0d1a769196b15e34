import { checkRate, readRate } from './exchange-rate.ts'
import { currencyCode, decimal, lira } from './money.ts'
import type { Day } from '#domain/text/calendar-day.ts'

/** Which rate counts for a dealer: of the day of the order, agreed ones, or of the day of the invoice. */
export const ratePolicies = ['order_day', 'fixed', 'invoice_day'] as const
export type RatePolicy = (typeof ratePolicies)[number]

/** What is agreed with a dealer. `fixed`: TRY for one unit by currency; `until`: the last day on which they count. */
export type DealerRates = { policy: RatePolicy; fixed: Readonly<Record<string, string>>; until: Day | null }

/** Where a rate is from: a source of the history, or `fixed`: agreed with the dealer until `day` (null: without an end). */
export type RateSource = { source: string; day: Day | null }

/** A rate as documents state it. */
export type RateNote = { currency: string; rate: string; source: string; day: Day | null }

type StatedRates = {
  policy: RatePolicy
  rates: Readonly<Record<string, string | null>>
  sources: Readonly<Record<string, RateSource>>
}

/** Whether the dealer's own rates count on a day. */
export const areFixedRatesOn = ({ policy, until }: DealerRates, day: Day): boolean =>
  policy === 'fixed' && (until === null || day <= until)

/** The rates that count for a dealer on a day: the store's, and in their place those agreed with the dealer while they last. */
export function ratesForDealer(store: Omit<StatedRates, 'policy'>, agreed: DealerRates | null, day: Day): StatedRates {
  if (agreed === null || agreed.policy === 'order_day') return { ...store, policy: 'order_day' }
  if (agreed.policy === 'invoice_day') return { ...store, policy: 'invoice_day' }
  if (!areFixedRatesOn(agreed, day)) return { ...store, policy: 'order_day' }
  const source = { source: 'fixed', day: agreed.until }
  return {
    policy: 'fixed',
    rates: { ...store.rates, ...agreed.fixed },
    sources: { ...store.sources, ...Object.fromEntries(Object.keys(agreed.fixed).map((code) => [code, source])) },
  }
}

/** The rates that amounts in these currencies need in a document in `currency`, in the order of the codes; none for one currency. */
export function rateNotes(
  currency: string,
  used: Iterable<string>,
  { rates, sources }: Pick<StatedRates, 'rates'> & { sources: Readonly<Record<string, RateSource | undefined>> },
): RateNote[] {
  const codes = new Set([currency, ...used].map(currencyCode))
  if (codes.size === 1) return []
  codes.delete(lira)
  return [...codes].toSorted().flatMap((code) => {
    const rate = rates[code]
    return rate == null ? [] : [{ currency: code, rate, source: '', day: null, ...sources[code] }]
  })
}

/**
 * Parses rates agreed with a dealer: `USD 41,25; EUR 45.10`, one per line or separated by `;`, with or without `=`. Null if a part has
 * no code or no rate above 0, names lira, or repeats a currency. Codes are upper case.
 */
export function parseFixedRates(text: string): Record<string, string> | null {
  const fixed: Record<string, string> = {}
  for (const part of text.split(/[;\n\r]/)) {
    if (part.trim() === '') continue
    const [, written = '', amount = ''] = /^\s*([a-z]{3})\s*[=:]?\s*([\d.,]+)\s*$/i.exec(part) ?? []
    const code = written.toUpperCase()
    const rate = readRate(amount)
    if (rate === null || checkRate(rate, null) !== null || code === lira || code in fixed) return null
    fixed[code] = rate.toDecimalPlaces(8).toFixed()
  }
  return fixed
}

/** Agreed rates as forms and files have them: `EUR 45,1; USD 41,25`. */
export function fixedRatesText(fixed: Readonly<Record<string, string>>): string {
  return sortedRates(fixed)
    .map(({ currency, rate }) => `${currency} ${decimal(rate).toFixed().replace('.', ',')}`)
    .join('; ')
}

export function sortedRates(fixed: Readonly<Record<string, string>>): { currency: string; rate: number }[] {
  return Object.entries(fixed)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, rate]) => ({ currency, rate: Number(rate) }))
}
