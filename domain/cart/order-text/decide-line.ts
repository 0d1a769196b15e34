import type { FittedUnit } from './ordered-units.ts'
import type { QuantityKind } from './read-quantity.ts'

/** `sure`: ready to be added; `doubtful`: to be asked about; `none`: no product was found. */
export type Confidence = 'sure' | 'doubtful' | 'none'
/** What is not certain about a line. `variant`: the product has variants, of which one must be chosen. */
export const lineDoubts = ['product', 'variant', 'quantity', 'unit'] as const
export type LineDoubt = (typeof lineDoubts)[number]

export type LineFacts = {
  /** A product was found. */
  hasProduct: boolean
  /** One product fits clearly: by its code or barcode, by all words of the text, or by earlier choices of the dealer. */
  isOnlyProduct: boolean
  isParent: boolean
  kind: QuantityKind
  /** Another reading of the text, with another quantity, fits a product as well. */
  hasOtherReading: boolean
  fitted: FittedUnit | undefined
}

/** Whether a line can be added as it is, and what is in doubt. */
export function decideLine(facts: LineFacts): { confidence: Confidence; doubts: LineDoubt[] } {
  const { hasProduct, isOnlyProduct, isParent, kind, hasOtherReading, fitted } = facts
  const doubts: LineDoubt[] = []
  if (isParent) doubts.push('variant')
  else if (!isOnlyProduct) doubts.push('product')
  if (kind === 'missing' || hasOtherReading || fitted?.quantity == null) doubts.push('quantity')
  if (fitted?.isCertain !== true) doubts.push('unit')
  if (!hasProduct) return { confidence: 'none', doubts }
  return { confidence: doubts.length === 0 ? 'sure' : 'doubtful', doubts }
}

/** A choice of the dealer for the same words. */
export type LearnedChoice = { productId: number; unit: string; times: number }

/** How often a choice must have been made, without another one, until it counts without asking. */
const timesUntilSure = 2

/**
 * What a dealer's choices say: the products, the latest first, and whether only one was ever chosen, and often enough.
 * `unit`: the only unit that was chosen, which counts where none is written.
 */
export function judgeLearned(choices: readonly LearnedChoice[]): { ids: number[]; isSure: boolean; unit?: string } {
  const ids = [...new Set(choices.map(({ productId }) => productId))]
  const units = new Set(choices.map(({ unit }) => unit))
  const times = choices.reduce((sum, choice) => sum + choice.times, 0)
  const [unit] = units
  return {
    ids,
    isSure: ids.length === 1 && times >= timesUntilSure,
    ...(units.size === 1 && times >= timesUntilSure && unit !== undefined && { unit }),
  }
}
