import type { DecimalSign } from '#domain/money/number-text.ts'
import { readTypedAmount, writeAmount } from '#domain/money/typed-amount.ts'
import { priceFilter } from '#web/app/list-address.ts'

type ReadRange = {
  /** The filter's value, null for none; undefined if a price is no amount or has two readings. */
  filter: string | null | undefined
  /** Both ends as the fields show them. */
  from: string
  to: string
}

/** Reads a typed price range by the rule of all amount fields. `sign`: the decimal sign of the page's language. */
export function readPriceRange(from: string, to: string, sign: DecimalSign): ReadRange {
  const [low, high] = [readEnd(from, sign), readEnd(to, sign)]
  const filter = low.exact === undefined || high.exact === undefined ? undefined : priceFilter(low.exact, high.exact)
  return { filter, from: low.shown, to: high.shown }
}

function readEnd(text: string, sign: DecimalSign) {
  const read = readTypedAmount(text, { sign, places: 2 })
  if (read.kind === 'amount') return { exact: read.value, shown: writeAmount(read.value, sign) }
  return { exact: read.kind === 'empty' ? '' : undefined, shown: text }
}
