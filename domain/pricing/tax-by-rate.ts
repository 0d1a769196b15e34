import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'

/** A line of a document: its amount before tax, and its tax rate in percent. */
type TaxedLine = { amount: Decimal | number | string; taxRate: number | string }
export type TaxShare = { rate: number; base: Decimal; tax: Decimal }

/**
 * The tax of a document by rate, lowest rate first. Bases add up to `subtotal` and taxes to `tax`, which were rounded once:
 * the rate with the largest base takes the difference.
 */
export function taxByRate(
  lines: readonly TaxedLine[],
  { subtotal, tax }: { subtotal: Decimal | number | string; tax: Decimal | number | string },
): TaxShare[] {
  const bases = new Map<number, Decimal>()
  for (const { amount, taxRate } of lines) {
    const rate = Number(taxRate)
    bases.set(rate, (bases.get(rate) ?? decimal(0)).plus(amount))
  }
  const shares = [...bases]
    .toSorted(([one], [other]) => one - other)
    .map(([rate, base]) => ({ rate, base: roundMoney(base), tax: roundMoney(base.times(rate).dividedBy(100)) }))
  const sumOf = (part: 'base' | 'tax') => shares.reduce((sum, share) => sum.plus(share[part]), decimal(0))
  const [missingBase, missingTax] = [decimal(subtotal).minus(sumOf('base')), decimal(tax).minus(sumOf('tax'))]
  const largest = shares.reduce<TaxShare | null>(
    (most, share) => (most === null || share.base.greaterThan(most.base) ? share : most),
    null,
  )
  return shares.map((share) =>
    share === largest ? { ...share, base: share.base.plus(missingBase), tax: share.tax.plus(missingTax) } : share,
  )
}
