import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { ServiceContext } from '#server/visitor/visitor.ts'
import { finishStep } from './apply-step.ts'
import { lockDraft } from './change-rows.ts'
import { insertChange } from './list-changes.ts'
import { type LineProblem, type PriceLine, resolveLines } from './resolve-lines.ts'
import { setPrices } from './typed-step.ts'

/** A price of a request with its place in it. A price of `null` takes the unit out of the list. */
export type ProgramPrice = {
  line: number
  code: string
  unit?: string | undefined
  price: number | string | null
  currency?: string | undefined
}

/** `isAtomic`: nothing is written if a price has a problem. `hasBad`: others of the request have one already. */
type Prices = { rows: readonly ProgramPrice[]; isAtomic: boolean; hasBad: boolean }
/** `id` is null if nothing was written; `units` are prices that changed in the draft. */
export type PricesWritten = { ok: true; id: number | null; units: number; problems: LineProblem[] }

/** Starts a draft of a program with these prices. Without a good one it is not made. */
export function createProgramDraft(
  pool: Pool,
  by: ServiceContext,
  { name, priceList, ...prices }: { name: string; priceList: string | undefined } & Prices,
): Promise<PricesWritten | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const list = await db.one<{ id: number; code: string }>(
      'SELECT id, code FROM price_lists WHERE CASE WHEN $1::text IS NULL THEN is_default ELSE code = $1 END FOR KEY SHARE',
      [priceList === undefined ? null : cleanText(priceList)],
    )
    if (list === undefined) return refuse('price_list_not_found')
    const found = await resolveLines(db, prices.rows.map(lineOf))
    if (!isWritable(found, prices)) return { ok: true as const, id: null, units: 0, problems: found.problems }
    const id = await insertChange(db, by, { list, name })
    return write(db, by, { id, list: list.id, ...found })
  })
}

/** Sets prices of a draft of the program, as the revision that it knows. */
export function setProgramPrices(
  pool: Pool,
  by: ServiceContext,
  { id, revision, ...prices }: { id: number; revision: number } & Prices,
): Promise<PricesWritten | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockDraft(db, { id, revision, by })
    const found = await resolveLines(db, prices.rows.map(lineOf))
    if (!isWritable(found, prices)) return { ok: true as const, id: null, units: 0, problems: found.problems }
    return write(db, by, { id, list: change.price_list_id, ...found })
  })
}

type Found = Awaited<ReturnType<typeof resolveLines>>

const isWritable = ({ prices, problems }: Found, { isAtomic, hasBad }: Prices): boolean =>
  prices.units.length > 0 && !(isAtomic && (hasBad || problems.length > 0))

async function write(
  db: Db,
  by: ServiceContext,
  { id, list, prices, problems }: { id: number; list: number } & Found,
): Promise<PricesWritten> {
  const units = await setPrices(db, { change: id, list, prices })
  const facts = { lines: prices.units.length + problems.length, problems: problems.length, units }
  await finishStep(db, id, { kind: 'file', facts, by })
  return { ok: true, id, units, problems }
}

function lineOf({ line, code, unit = '', price, currency = '' }: ProgramPrice): PriceLine {
  const value = price === null ? null : decimal(price).toFixed()
  return {
    line,
    code: cleanText(code),
    unit: cleanText(unit),
    value,
    price: value ?? '',
    currency: cleanText(currency),
  }
}
