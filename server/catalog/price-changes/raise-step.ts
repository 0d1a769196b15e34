import type { raiseInChange } from '#contract/admin/price-change-steps.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { decimal } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import { formParts, type PriceRaise } from '#domain/pricing/price-rounding.ts'
import { raisePercentMax, raisePercentMin } from '#domain/pricing/raise-price.ts'
import { isWanted, narrowingParams, pricedProducts } from '#server/catalog/price-lists/price-filter.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { draftPrices, finishStep, mergeOf, type StepFacts } from './apply-step.ts'
import { lockDraft } from './change-rows.ts'
import { places, withoutCompiling } from './published-prices.ts'

type Body = Input<typeof raiseInChange>['body']
export type Stepped = { ok: true; units: number }

/** `raise` for prices in `currency`; empty: in all. */
type ReadRaise = { ok: true; raise: PriceRaise; currency: string; value: string }

function readRaise({ by, value: text, currency, form, direction }: Body): ReadRaise | Refusal {
  const typed = text.trim()
  const read = readTypedAmount(typed.replace(/^[-−+]\s*/, ''), { sign: ',', places: by === 'percent' ? 2 : 4 })
  const size = decimal(read.kind === 'amount' ? read.value : 0)
  const value = /^[-−]/.test(typed) ? size.negated() : size
  const isOut = by === 'percent' && (value.lessThan(raisePercentMin) || value.greaterThan(raisePercentMax))
  if (value.isZero() || isOut) {
    const problem = by === 'percent' ? 'priceLists.problems.percent' : 'priceChanges.problems.amount'
    return { ...refuse('validation_failed'), fields: { value: { text: problem } } }
  }
  const raise =
    by === 'percent'
      ? { factor: value.plus(100).times('0.01').toFixed(), amount: '0', form, direction }
      : { factor: '1', amount: value.toFixed(), form, direction }
  return { ok: true, raise, currency: by === 'percent' ? '' : currency, value: value.toFixed() }
}

/**
 * `changedPrice` in SQL, for the place `at` of the arrays: $6 = factor, $7 = amount, $8 = currency or empty, $9 = step, $10 =
 * steps for one unit of money, $11 = offset, $12 = direction, $13 = the lowest price of the form.
 */
const isMeant = (at: number): string => `(d.values[${at}] > 0 AND ($8 = '' OR d.currencies[${at}] = $8))`
const exactSql = (at: number): string => `(d.values[${at}] * $6::numeric + $7::numeric)`
const stepsSql = (at: number): string => `((${exactSql(at)} - $11::numeric) * $10::numeric)`
const changedSql = (at: number): string => `CASE WHEN ${isMeant(at)}
  THEN greatest(CASE $12 WHEN 'up' THEN ceil(${stepsSql(at)}) WHEN 'down' THEN floor(${stepsSql(at)}) ELSE round(${stepsSql(at)}) END
         * $9::numeric + $11::numeric, $13::numeric)
  ELSE d.values[${at}] END`

/** Prices of the draft $4 of the list $5 in the wanted brand and category. */
const wantedPrices = `FROM ${draftPrices('$4', '$5')} d JOIN product_units u ON u.id = d.unit_id ${pricedProducts}
  WHERE d.values IS NOT NULL AND ${isWanted}`

const anyPlace = (condition: (at: number) => string): string => places.map(condition).join(' OR ')
const isLost = anyPlace((at) => `(${isMeant(at)} AND ${exactSql(at)} <= 0)`)
const lostPrices = `SELECT count(*) AS lost, min(p.code) AS code ${wantedPrices} AND (${isLost})`
const raised = `SELECT d.unit_id, ARRAY[${places.map(changedSql).join(', ')}]::numeric(18, 4)[] AS values, d.currencies ${wantedPrices}`
const raiseDraft = mergeOf(raised, '$4', '$5')

type Lost = { lost: number; code: string | null }

/** Changes the prices of a draft by a rule. Refused as a whole if a price would not stay above 0. */
export function raiseDraftPrices(
  pool: Pool,
  by: UserContext,
  { id, body }: { id: number; body: Body },
): Promise<Stepped | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const read = readRaise(body)
    const { raise, currency, value } = read.ok ? read : abortTransaction(read)
    const change = await lockDraft(db, { id, revision: body.revision, by })
    const params = [
      ...(await narrowingParams(db, body)),
      null,
      id,
      change.price_list_id,
      ...ruleParams(raise, currency),
    ]
    await withoutCompiling(db)
    if (value.startsWith('-')) await rejectLost(db, params.slice(0, 8))
    const row = await mergeRaise(db, params)
    const units = row?.units ?? 0
    const facts = { by: body.by, value, currency, form: raise.form, direction: raise.direction, units }
    await finishStep(db, id, {
      kind: 'raise',
      facts: { ...facts, ...(await scopeNames(db, body)) },
      by,
    })
    return { ok: true as const, units }
  })
}

async function rejectLost(db: Db, params: readonly unknown[]): Promise<void> {
  const found = await db.one<Lost>(lostPrices, params)
  if (found !== undefined && found.lost > 0) {
    abortTransaction(refuse('price_change_negative', { count: found.lost, code: found.code ?? '' }))
  }
}

/** PostgreSQL's code for a number that its column does not hold. */
const tooLarge = '22003'

async function mergeRaise(db: Db, params: readonly unknown[]): Promise<{ units: number } | undefined> {
  try {
    return await db.one<{ units: number }>(raiseDraft, params)
  } catch (error) {
    if ((error as { code?: string }).code === tooLarge) abortTransaction('price_too_large')
    throw error
  }
}

function ruleParams({ factor, amount, form, direction }: PriceRaise, currency: string): string[] {
  const { step, offset } = formParts(form)
  const lowest = offset === '0' ? step : offset
  return [factor, amount, currency, step, decimal(1).dividedBy(step).toFixed(), offset, direction, lowest]
}

/** Names of the brand and category of a step. */
export async function scopeNames(
  db: Db,
  { brand, category }: { brand: number | null; category: number | null },
): Promise<StepFacts> {
  const names = await db.one<{ brand: string | null; category: string | null }>(
    'SELECT (SELECT name FROM brands WHERE id = $1) AS brand, (SELECT name FROM categories WHERE id = $2) AS category',
    [brand, category],
  )
  return {
    ...(names?.brand != null && { brand: names.brand }),
    ...(names?.category != null && { category: names.category }),
  }
}
