import { choicesMax, type OrderTextChoice, type OrderTextLine, type readOrderText } from '#contract/shop/order-text.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { PlanKey } from '#contract/core/money.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Product } from '#contract/shop/product.ts'
import { priceUnderPlan } from '#domain/cart/cart.ts'
import { decideLine } from '#domain/cart/order-text/decide-line.ts'
import { type FittedUnit, fitUnit } from '#domain/cart/order-text/ordered-units.ts'
import { orderTextMax, parseOrderText } from '#domain/cart/order-text/parse-order-text.ts'
import { wordsKey } from '#domain/cart/order-text/words-key.ts'
import { orderLinesMax } from '#domain/cart/order-text/split-text.ts'
import { type CatalogIndex, createPause, loadProducts, createPieceFinder } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { bookOf, type ChosenProducts, chooseProducts } from './choose-products.ts'
import { findPiece, type FoundPiece } from './find-pieces.ts'
import { loadCandidates } from './load-candidates.ts'
import { loadLearned } from './order-words.ts'

type TextView = View & { plan: PlanKey | null; dealerId: number | null }
type ReadText = Reply<typeof readOrderText>

/** Of many lines, fewer products are compared for each. */
const [manyLines, comparedOfMany] = [200, 8]

/**
 * Reads an order text: finds the products of its lines in the index, and loads what is shown of them. The number of
 * statements does not depend on the number of lines.
 */
export async function readText(db: Db, index: CatalogIndex, text: string, view: TextView): Promise<ReadText | Refusal> {
  if (text.length > orderTextMax) return refuse('order_text_too_long', { max: orderTextMax })
  const { lines, asides, isTooLong } = parseOrderText(text)
  if (isTooLong) return refuse('order_text_too_many_lines', { max: orderLinesMax })
  const finder = createPieceFinder(index)
  const pause = createPause()
  const found: FoundPiece[] = []
  for (const piece of lines) {
    found.push(...findPiece(finder, piece))
    await pause()
  }
  const keys = [...new Set(found.map(({ reading }) => wordsKey(reading.rest)))].filter((key) => key !== '')
  const learned = view.dealerId === null ? new Map() : await loadLearned(db, view.dealerId, keys)
  const ids = new Set([
    ...found.flatMap((one) => candidateIds(one, found.length)),
    ...[...learned.values()].flat().map(({ productId }) => productId),
  ])
  const book = bookOf(await loadCandidates(db, [...ids], view.settings))
  const chosen = found.map((one) => chooseProducts(book, one, learned.get(wordsKey(one.reading.rest))))
  const shown = new Set(chosen.flatMap((one) => one.ids.slice(0, choicesMax)))
  const products = await loadProducts(db, [...shown], view, { allPlans: true })
  const read: ReadText = { lines: [], asides }
  for (const [at, one] of found.entries()) {
    const line = presentLine(one, chosen[at] as ChosenProducts, products, view)
    const isListed = one.piece.cells !== undefined
    if (line.confidence !== 'none' || isListed) read.lines.push(line)
    else read.asides.push({ row: line.row, text: line.text, reason: 'unknown' })
  }
  return { ...read, asides: read.asides.toSorted((a, b) => a.row - b.row) }
}

function candidateIds({ code, words }: FoundPiece, lineCount: number): number[] {
  const compared = lineCount > manyLines ? words.ids.slice(0, comparedOfMany) : words.ids
  return [...(code?.ids ?? []), ...compared]
}

function presentLine(
  { piece, reading, hasOtherReading }: FoundPiece,
  chosen: ChosenProducts,
  products: ReadonlyMap<number, Product>,
  view: TextView,
): OrderTextLine {
  const { learnedIds, learnedUnit, barcode } = chosen
  const options = chosen.ids.slice(0, choicesMax).flatMap((id) => {
    const product = products.get(id)
    if (product === undefined || product.varyantx === 0) return []
    const scanned = product.units.find((unit) => barcode !== undefined && unit.barcode === barcode)
    const isLearned = learnedIds.includes(id)
    const unit = reading.unit ?? scanned?.value ?? (isLearned ? learnedUnit : undefined)
    const fitted = fitUnit(product.units, defaultUnitOf(product), { quantity: reading.quantity, unit })
    return [{ product, fitted, isLearned }]
  })
  const [first] = options
  const { confidence, doubts } = decideLine({
    hasProduct: first !== undefined,
    isOnlyProduct: chosen.isOnly && first?.product.id === chosen.ids[0],
    isParent: chosen.isParent,
    kind: reading.kind,
    hasOtherReading,
    fitted: first?.fitted,
  })
  const { code = '', barcode: scannedCell = '', name = '' } = piece.cells ?? {}
  const words = wordsKey(reading.rest)
  return {
    row: piece.row,
    text: piece.text,
    confidence,
    doubts,
    typed: reading.typed,
    ...(reading.unit !== undefined && { unit: reading.unit }),
    choices: options.slice(0, confidence === 'sure' ? 1 : choicesMax).map((one) => presentChoice(one, view)),
    ...(chosen.isByCode && { isByCode: true as const }),
    ...(piece.cells !== undefined && { cell: (code || scannedCell || name).slice(0, 100) }),
    ...(piece.price !== undefined && { price: piece.price }),
    ...(words !== '' && { words }),
  }
}

const defaultUnitOf = ({ units, defaultUnit }: Product) =>
  (units.find(({ id }) => id === defaultUnit) ?? units[0])?.value ?? ''

type Option = { product: Product; fitted: FittedUnit; isLearned: boolean }

function presentChoice({ product, fitted, isLearned }: Option, { plan, currency, rates }: TextView): OrderTextChoice {
  const unit = product.units.find(({ value }) => value === fitted.unit)
  const price = priceUnderPlan(unit?.defaultPrice, plan === null ? undefined : unit?.[plan], currency, rates)
  return {
    productId: product.id,
    code: product.code,
    name: product.name,
    unit: fitted.unit,
    units: product.units.map(({ value, multiplier }) => ({ value, multiplier })),
    quantity: fitted.quantity,
    ...(price !== undefined && { price }),
    isOutOfStock: product.isOutOfStock,
    ...(product.quantity !== undefined && { stock: product.quantity }),
    ...(product.moreThan !== undefined && { moreThan: product.moreThan }),
    ...(isLearned && { isLearned: true as const }),
  }
}
