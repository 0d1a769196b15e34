import { type Decimal, decimal } from '#domain/money/money.ts'

/** Discounts in a chain, at most. Longer ones are typing errors. */
export const chainMax = 6

export type ChainProblem = 'empty' | 'format' | 'range' | 'long'

/** Only at the ends may there be spaces or a percent sign: `%5 %3` must not become 53. */
const percentPattern = /^\s*%?\s*(-?\d{1,6}(?:[.,]\d{1,2})?)\s*%?\s*$/

/**
 * Parses a discount chain as traders write it, `10+5+3` or `%12,5 + 3`: percentages above 0 and below 100 with at most two
 * decimals, at most six. Returns it in the stored form `12.5+3`, or the problem.
 */
export function parseChain(text: string): { ok: true; chain: string } | { ok: false; problem: ChainProblem } {
  if (/^[\s%]*$/.test(text)) return { ok: false, problem: 'empty' }
  const percents: Decimal[] = []
  for (const part of text.split('+')) {
    const [, percent] = percentPattern.exec(part) ?? []
    if (percent === undefined) return { ok: false, problem: 'format' }
    percents.push(decimal(percent.replace(',', '.')))
  }
  if (percents.some((percent) => !percent.greaterThan(0) || !percent.lessThan(100))) {
    return { ok: false, problem: 'range' }
  }
  if (percents.length > chainMax) return { ok: false, problem: 'long' }
  return { ok: true, chain: percents.map(String).join('+') }
}

/** What remains of a price after all discounts of a stored chain, as an exact factor: 0.82935 for `10+5+3`. */
export function chainShare(chain: string): Decimal {
  return chain.split('+').reduce((share, percent) => share.times(decimal(100).minus(percent)).times('0.01'), decimal(1))
}

/** The one percentage that a stored chain amounts to, exact: 17.065 for `10+5+3`. */
export function chainPercent(chain: string): Decimal {
  return decimal(1).minus(chainShare(chain)).times(100)
}

/** A stored chain in the notation of a language: `12,5 + 3`. */
export function formatChain(chain: string, formatPercent: (value: number) => string): string {
  return chain
    .split('+')
    .map((percent) => formatPercent(Number(percent)))
    .join(' + ')
}
