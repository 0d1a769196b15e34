import type { Locale } from '#contract/core/visitor.ts'
import { decimal } from '#domain/money/money.ts'
import { formatsOf, priceDecimals } from '#domain/text/format.ts'

/** An amount that `localAmounts` writes in the language of the reader. */
export const amountMark = (value: number): string => `{${decimal(value).toFixed()}}`

/** SQL of an amount that `localAmounts` writes in the language of the reader. */
export const amountSql = (value: string): string => `'{' || trim_scale(${value})::text || '}'`

/** Writes the amounts of a text, stored as `{1250.5}`, in the notation of the language. */
export function localAmounts(locale: Locale, text: string): string {
  const { formatNumber } = formatsOf(locale)
  return text.replace(/\{(-?\d+(?:\.\d+)?)\}/g, (_, amount: string) => formatNumber(amount, priceDecimals(amount)))
}
