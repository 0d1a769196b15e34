import { decimal } from '#domain/money/money.ts'
import { chainShare } from './discount-chain.ts'

const places = 10_000

/**
 * Computes a stored amount (at most 4 decimals) × numerator / denominator, to 4 decimals, half away from zero. Exact:
 * uses whole ten-thousandths, and decimals when they grow too large. `numerator` and `denominator` are whole numbers,
 * the denominator is positive. A product list needs hundreds of these.
 */
export function scalePrice(value: number, numerator: number, denominator: number): number {
  const product = Math.round(value * places) * numerator
  if (value < 0 || !Number.isSafeInteger(product)) {
    return decimal(value).times(numerator).dividedBy(denominator).toDecimalPlaces(4).toNumber()
  }
  const rest = product % denominator
  const whole = (product - rest) / denominator
  return (rest * 2 >= denominator ? whole + 1 : whole) / places
}

type Share = { numerator: number; denominator: number }
const shares = new Map<string, Share>()
/** Dealers' discounts are chains too, so there may be many. */
const maxShares = 4096

/** A stored amount after a chain of discounts in its stored form, to 4 decimals like `scalePrice`. */
export function scaleByChain(value: number, chain: string): number {
  const { numerator, denominator } = shares.get(chain) ?? rememberShare(chain)
  if (denominator <= 1e15) return scalePrice(value, numerator, denominator)
  return decimal(value).times(chainShare(chain)).toDecimalPlaces(4).toNumber()
}

function rememberShare(chain: string): Share {
  const { units, places } = decimal(chainShare(chain).toString())
  const share = { numerator: Number(units), denominator: 10 ** places }
  if (shares.size >= maxShares) shares.clear()
  shares.set(chain, share)
  return share
}
