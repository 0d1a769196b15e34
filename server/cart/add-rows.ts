import type { PlanKey } from '#contract/core/money.ts'
import { type AddedRow, type addCartLines, quantity as quantityShape } from '#contract/shop/cart.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { priceUnderPlan } from '#domain/cart/cart.ts'
import { fold } from '#domain/text/text.ts'
import { orderedUnit } from '#domain/cart/unit-name.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { isOnSale, loadProducts } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import type { View } from '#server/settings/settings.ts'
import { addLinesToCart, type RequestedLine } from './add-lines.ts'
import type { CartOwner } from './cart-owner.ts'
import { type ChosenWords, learnWords } from '#server/cart/order-text/order-words.ts'
import { wordsKey } from '#domain/cart/order-text/words-key.ts'
import { findShownCodes, type FoundCode, loadBarcodeChoices } from './find-codes.ts'
import { findRuleNotes } from './rule-notes.ts'

type RequestedRow = Input<typeof addCartLines>['body']['lines'][number]
export type ResolvedRow = {
  requested: RequestedRow
  product?: Product | undefined
  unit?: Unit | undefined
  refusal: Refusal | null
}

/** Rolls back a trial. */
class TrialRollback extends Error {
  readonly outcomes: readonly (Refusal | null)[]
  constructor(outcomes: readonly (Refusal | null)[]) {
    super('The trial is over.')
    this.outcomes = outcomes
  }
}

/**
 * Adds rows named by product codes, each by the rules of adding. The number of statements does not depend on the number
 * of rows.
 */
export async function addRows(
  pool: Pool,
  owner: CartOwner,
  { lines, isTrial = false }: Input<typeof addCartLines>['body'],
  view: View & { plan: PlanKey | null; dealerId: number | null },
): Promise<AddedRow[]> {
  const rows = await resolveRows(pool, lines, view)
  const open = rows.filter(({ refusal }) => refusal === null)
  const wanted = open.map(({ requested, product, unit }): RequestedLine => {
    return { productId: product?.id ?? null, unitId: unit?.id ?? null, quantity: requested.quantity ?? 0 }
  })
  const outcomes = await tryAdding(pool, isTrial, async (db) => {
    const added = await addLinesToCart(db, owner, wanted, view)
    if (view.dealerId !== null)
      await learnWords(
        db,
        view.dealerId,
        open.flatMap((row, i) => chosenWords(row, added[i])),
      )
    return added
  })
  for (const [i, row] of open.entries()) row.refusal = outcomes[i] ?? null
  const variants = await loadVariantChoices(pool, rows)
  const notes = isTrial ? await findRuleNotes(pool, owner, rows.map(addedLine), view.locale) : []
  return rows.map((row, at) => {
    const note = notes[at] ?? null
    return { ...presentRow(row, view, variants), ...(note !== null && { note: note.text }) }
  })
}

/** What an added row teaches: the product and unit for its words. */
function chosenWords({ requested, product, unit }: ResolvedRow, refusal: Refusal | null | undefined): ChosenWords[] {
  const words = wordsKey(requested.words ?? '')
  if (refusal !== null || words === '' || product === undefined || unit === undefined) return []
  return [{ words, productId: product.id, unit: unit.value }]
}

/** The line that a row adds; null if it is refused. */
export function addedLine({ requested, product, unit, refusal }: ResolvedRow) {
  if (product === undefined || unit === undefined || refusal !== null) return null
  return { product, unit, quantity: requested.quantity ?? 0 }
}

async function tryAdding(
  pool: Pool,
  isTrial: boolean,
  add: (db: Db) => Promise<(Refusal | null)[]>,
): Promise<readonly (Refusal | null)[]> {
  try {
    return await transaction(pool, async (db) => {
      const outcomes = await add(db)
      // A guest who adds nothing gets no cart.
      if (isTrial || outcomes.every((refusal) => refusal !== null)) throw new TrialRollback(outcomes)
      return outcomes
    })
  } catch (error) {
    if (error instanceof TrialRollback) return error.outcomes
    throw error
  }
}

/** Finds the product and unit of each row, as far as they are known. */
export async function resolveRows(db: Db, lines: readonly RequestedRow[], view: View): Promise<ResolvedRow[]> {
  // The database accepts no NUL in texts, and no code contains one.
  const requestedRows = lines.map((requested) => ({ ...requested, code: requested.code.replaceAll('\0', '').trim() }))
  const found = await findShownCodes(db, [...new Set(requestedRows.map(({ code }) => code))], view.settings)
  const ids = [...new Set([...found.values()].map(({ productId }) => productId))]
  const products = await loadProducts(db, ids, view, { allPlans: true })
  return requestedRows.map((requested) => {
    const match = found.get(requested.code)
    if (match?.isAmbiguous === true) return { requested, refusal: refuse('barcode_ambiguous') }
    const product = products.get(match?.productId ?? 0)
    if (match === undefined || product === undefined) return { requested, refusal: refuse('product_not_found') }
    return resolveRow(requested, product, match, view.locale)
  })
}

function resolveRow(requested: RequestedRow, product: Product, match: FoundCode, locale: Locale): ResolvedRow {
  if (product.varyantx === 0) return { requested, product, refusal: refuse('variant_not_chosen') }
  const unit = unitOf(requested, product, match)
  if (unit === undefined) {
    const isNamed = requested.unit || match.isBarcode
    return { requested, product, refusal: isNamed ? unknownUnit(product, locale) : refuse('no_default_unit') }
  }
  const isQuantity = quantityShape.safeParse(requested.quantity).success
  return { requested, product, unit, refusal: isQuantity ? null : refuse('quantity_invalid') }
}

/** The named unit, otherwise the barcode's unit or the default one. */
function unitOf({ unit: name }: RequestedRow, { units }: Product, { unitId }: FoundCode): Unit | undefined {
  if (!name) return units.find(({ id }) => id === unitId)
  const named = (wanted: string) => units.find(({ value }) => fold(value) === fold(wanted))
  return named(name.trim()) ?? named(orderedUnit(name.trim()) ?? '')
}

function unknownUnit({ units }: Product, locale: Locale): Refusal {
  return refuse('unit_not_found', { units: units.map((unit) => unitTitle(unit, locale)).join(', ') })
}

/** Adds what the message needs: a shortage names the unit and the base unit of the product. */
export function withUnitNames(
  refusal: Refusal,
  product: Product | undefined,
  unit: Unit | undefined,
  locale: Locale,
): Refusal {
  if (product === undefined || unit === undefined || refusal.facts?.['left'] === undefined) return refusal
  const base = product.units.find(({ multiplier }) => multiplier === 1)?.value ?? ''
  return { ...refusal, facts: { ...refusal.facts, unit: unitTitle(unit, locale), base } }
}

type Choice = NonNullable<AddedRow['variants']>[number]
/** By the id of a product with variants, or by an ambiguous barcode. */
type Choices = ReadonlyMap<number | string, readonly Choice[]>

/** What can be chosen where a row names a product with variants, or a barcode of several products. */
export async function loadVariantChoices(pool: Db, rows: readonly ResolvedRow[]): Promise<Choices> {
  return new Map<number | string, Choice[]>([...(await variantsOf(pool, rows)), ...(await productsOf(pool, rows))])
}

/** The variants on sale. */
async function variantsOf(pool: Db, rows: readonly ResolvedRow[]): Promise<Map<number, Choice[]>> {
  const parents = rows.flatMap(({ refusal, product }) =>
    refusal?.code === 'variant_not_chosen' && product !== undefined ? [product.id] : [],
  )
  if (parents.length === 0) return new Map()
  const found = await pool.query<{ parent_id: number; code: string; name: string }>(
    `SELECT p.parent_id, p.code, coalesce(array_to_string(p.variant_values, ' / '), p.name) AS name
       FROM products p WHERE p.parent_id = ANY ($1::integer[]) AND ${isOnSale('p')} ORDER BY p.parent_id, p.id`,
    [[...new Set(parents)]],
    'cart_variant_choices',
  )
  return Map.groupBy(found, (row) => row.parent_id)
}

async function productsOf(pool: Db, rows: readonly ResolvedRow[]): Promise<Map<string, Choice[]>> {
  const barcodes = rows.flatMap(({ refusal, requested }) =>
    refusal?.code === 'barcode_ambiguous' ? [requested.code] : [],
  )
  if (barcodes.length === 0) return new Map()
  return Map.groupBy(await loadBarcodeChoices(pool, [...new Set(barcodes)]), ({ barcode }) => barcode)
}

export function presentRow(
  { requested, product, unit, refusal }: ResolvedRow,
  { plan, currency, rates, locale }: Pick<View, 'currency' | 'rates' | 'locale'> & { plan: PlanKey | null },
  choices: Choices,
): AddedRow {
  const row: AddedRow = { code: product?.code ?? requested.code, quantity: requested.quantity }
  if (product !== undefined) {
    const units = product.units.map(({ value, multiplier }) => ({ value, multiplier }))
    Object.assign(row, { productId: product.id, name: product.name, units })
  }
  const variants = choices.get(product?.id ?? requested.code)
  if (variants !== undefined)
    row.variants = variants.map(({ code, name, unit }) => ({ code, name, ...(unit !== undefined && { unit }) }))
  if (unit !== undefined) row.unit = unit.value
  const price = priceUnderPlan(unit?.defaultPrice, plan === null ? undefined : unit?.[plan], currency, rates)
  if (price !== undefined) row.price = price
  if (refusal !== null) row.error = errorBody(withUnitNames(refusal, product, unit, locale), locale).error
  return row
}
