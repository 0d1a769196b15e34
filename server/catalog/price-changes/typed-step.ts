import type { setPriceInChange } from '#contract/admin/price-change-steps.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { maxPrice, priceText, readPrice } from '#domain/pricing/price-text.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { countRows, finishStep, mergeOf } from './apply-step.ts'
import { lockDraft } from './change-rows.ts'
import { publishedIn } from './published-prices.ts'
import type { Stepped } from './raise-step.ts'
import { type CodedUnit, loadUnitsByCode, unitNamed } from './units-by-code.ts'

/**
 * The sale prices $4 in the currencies $5 for the units $3; an empty value takes the unit out of the list. List and plan prices
 * stay as the draft $1 of the list $2 has them.
 */
const typedPrices = `SELECT t.unit_id,
       CASE WHEN t.value IS NOT NULL THEN ARRAY[t.value] || (coalesce(
         CASE WHEN d.change_id IS NULL THEN p.values ELSE d.after_values END, array_fill(NULL::numeric, ARRAY[7])))[2:7] END AS values,
       CASE WHEN t.value IS NOT NULL THEN ARRAY[t.currency] || (coalesce(
         CASE WHEN d.change_id IS NULL THEN p.currencies ELSE d.after_currencies END, array_fill(NULL::text, ARRAY[7])))[2:7] END AS currencies
  FROM unnest($3::integer[], $4::numeric[], $5::text[]) AS t (unit_id, value, currency)
  LEFT JOIN ${publishedIn('$2')} p ON p.unit_id = t.unit_id
  LEFT JOIN price_change_rows d ON d.change_id = $1 AND d.unit_id = t.unit_id`
const mergeTyped = mergeOf(typedPrices, '$1', '$2')

export type TypedPrices = { units: number[]; values: (string | null)[]; currencies: (string | null)[] }

/** Sets sale prices of a draft; NULL takes a unit out of the list. Returns how many changed. */
export async function setPrices(
  db: Db,
  { change, list, prices }: { change: number; list: number; prices: TypedPrices },
): Promise<number> {
  const { units, values, currencies } = prices
  const row = await db.one<{ units: number }>(mergeTyped, [change, list, units, values, currencies])
  return row?.units ?? 0
}

export function setTypedPrice(
  pool: Pool,
  by: UserContext,
  { id, body }: { id: number; body: Input<typeof setPriceInChange>['body'] },
): Promise<Stepped | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockDraft(db, { id, revision: body.revision, by })
    const code = cleanText(body.code)
    const unit = await findUnit(db, { code, unit: body.unit })
    const value = await readTyped(db, body)
    const prices = { units: [unit.id], values: [value], currencies: [value === null ? null : body.currency] }
    const units = await setPrices(db, { change: id, list: change.price_list_id, prices })
    const facts = {
      code,
      unit: unit.name,
      price: value === null ? '' : `${priceText(value)} ${body.currency}`,
      units,
    }
    await finishStep(db, id, { kind: 'typed', facts, by })
    return { ok: true as const, units }
  })
}

async function findUnit(db: Db, { code, unit }: { code: string; unit: string }): Promise<CodedUnit> {
  const units = (await loadUnitsByCode(db, [code])).get(code)
  if (units === undefined) return problem('code', 'priceChanges.problems.code')
  return unitNamed(units, unit) ?? problem('unit', 'priceChanges.problems.unit')
}

async function readTyped(
  db: Db,
  { value: text, currency }: { value: string; currency: string },
): Promise<string | null> {
  if (text.trim() === '') return null
  const value = readPrice(text)
  if (value === null || decimal(value).greaterThan(maxPrice)) return problem('value', 'productForm.problems.price')
  const known = await db.one('SELECT FROM currencies WHERE code = $1', [currency])
  return known === undefined ? problem('value', 'productForm.problems.currency') : value.toFixed()
}

const problem = (field: string, text: string): never =>
  abortTransaction({ ...refuse('validation_failed'), fields: { [field]: { text } } })

/** Takes one price out of a draft: the list's stays as it is. */
export function resetPrice(
  pool: Pool,
  by: UserContext,
  { id, unit, revision }: { id: number; unit: number; revision: number },
): Promise<Stepped | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockDraft(db, { id, revision, by })
    const units = await db.execute('DELETE FROM price_change_rows WHERE change_id = $1 AND unit_id = $2', [id, unit])
    if (units === 0) abortTransaction('not_found')
    await countRows(db, id)
    return { ok: true as const, units }
  })
}
