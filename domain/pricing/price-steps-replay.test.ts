import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyStore } from '#testing/price-oracle/any-store.ts'
import { engineCart } from '#testing/price-oracle/engine-cart.ts'
import { fraction, isLess, lessPercent, over, rounded, times } from '#testing/price-oracle/fraction.ts'
import { type ExactAmount, inCurrency } from '#testing/price-oracle/oracle-price.ts'
import type { StoreFacts } from '#testing/price-oracle/store-facts.ts'
import type { PriceStep } from './price-steps.ts'

type StoreRates = StoreFacts['rates']
type FloorStep = Extract<PriceStep, { kind: 'floor' }>

/** The prices after each step, from what the steps say, never from their results; only the first price is given. */
function replaySteps(steps: PriceStep[], rates: StoreRates): ExactAmount[] {
  const prices: ExactAmount[] = []
  let list: ExactAmount | undefined
  for (const step of steps) {
    const before = prices.at(-1)
    const after = replayStep(step, { before, list, rates })
    if (step.kind === 'list' || step.kind === 'unit') list = after
    prices.push({ ...after, value: rounded(after.value, 4) })
  }
  return prices
}

type Replay = { before: ExactAmount | undefined; list: ExactAmount | undefined; rates: StoreRates }

function replayStep(step: PriceStep, replay: Replay): ExactAmount {
  if (step.kind === 'list') return exact(step)
  if (step.kind === 'floor') return replayFloor(step, replay)
  if ('fixed' in step) return exact(step.fixed)
  const { value, currency } = replay.before!
  if (step.kind === 'unit') {
    return { value: over(times(value, fraction(step.multiplier)), fraction(step.defaultMultiplier)), currency }
  }
  return { value: step.chain.split('+').reduce(lessPercent, value), currency }
}

function replayFloor({ fixed, chain }: FloorStep, { before, list, rates }: Replay): ExactAmount {
  const { currency } = before!
  const highest = list && inCurrency(rounding(list), currency, rates)
  const lowest =
    fixed === null ? chain!.split('+').reduce(lessPercent, highest!) : inCurrency(exact(fixed), currency, rates)!
  return { value: highest !== undefined && isLess(highest, lowest) ? highest : lowest, currency }
}

const exact = ({ value, currency }: { value: string; currency: string }) => ({ value: fraction(value), currency })
const rounding = ({ value, currency }: ExactAmount) => ({ value: rounded(value, 4), currency })

const kindsSeen = new Set<string>()

test('stored steps lead to the same prices again', () => {
  fc.assert(
    fc.property(anyStore(4), ({ facts, carts }) => {
      for (const steps of carts.flatMap((cart) => engineCart(facts, cart).steps)) {
        const stored = JSON.parse(JSON.stringify(steps)) as PriceStep[]
        expect(stored).toEqual(steps)
        expect(replaySteps(stored, facts.rates)).toEqual(steps.map((step) => rounding(exact(step))))
        for (const { kind } of steps) kindsSeen.add(kind)
      }
    }),
    { seed: 75, numRuns: 400 },
  )
  expect([...kindsSeen].toSorted()).toEqual([
    'agreement',
    'campaign',
    'chain',
    'discount',
    'floor',
    'list',
    'tier',
    'unit',
  ])
})
