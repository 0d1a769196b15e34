import type { Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import {
  addInstallmentLimit,
  changeInstallmentLimit,
  type LimitValues,
  listInstallmentLimits,
  type ManagedLimit,
  removeInstallmentLimit,
} from '#contract/admin/installment-limits.ts'
import { type Day, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { changedSince } from '#server/account/account.ts'
import { loadCategoryRows } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import {
  insertLimit,
  type ListedLimit,
  listLimits,
  lockLimit,
  readLimit,
  removeLimit,
  updateLimit,
} from './installment-limits.ts'

/** Registers the administrators' calls for legal and store limits of installments. */
export function registerLimitAdministration(calls: Calls, deps: Pick<PaymentDeps, 'pool' | 'now'>): void {
  const { pool } = deps
  const answer = async (done: { ok: true } | Refusal) => (done.ok ? listReply(pool, dayInTurkey(deps.now())) : done)
  handle(calls, listInstallmentLimits, () => answer({ ok: true }))
  handle(calls, addInstallmentLimit, async ({ body }, by) =>
    answer(
      await transactionOrRefusal(pool, async (db) => {
        await insertLimit(db, by, await readOrAbort(db, body.values))
        return { ok: true as const }
      }),
    ),
  )
  handle(calls, changeInstallmentLimit, async ({ params, body }, by) =>
    answer(
      await transactionOrRefusal(pool, async (db) => {
        const row = (await lockLimit(db, params.id)) ?? abortTransaction('not_found')
        const limit = await readOrAbort(db, body.values)
        const shown = { now: valuesOf(row), wanted: valuesOf({ ...limit, id: row.id }) }
        const late = changedSince('limit_changed', { before: body.before, ...shown }, formatValue)
        if (late !== null) abortTransaction(late)
        await updateLimit(db, by, row, limit)
        return { ok: true as const }
      }),
    ),
  )
  handle(calls, removeInstallmentLimit, async ({ params }, by) => {
    const removed = await removeLimit(pool, params.id, by)
    return answer(removed.ok ? { ok: true } : refuse('not_found'))
  })
}

async function readOrAbort(db: Db, typed: LimitValues) {
  const read = await readLimit(db, typed)
  if (read.ok) return read.limit
  const fields = read.problems.map(([field, problem]) => [field, { text: `administration.limits.problems.${problem}` }])
  return abortTransaction({ ...refuse('validation_failed'), fields: Object.fromEntries(fields) })
}

const valuesOf = ({ most, cardClass, category, validFrom, validUntil, note }: ListedLimit): LimitValues => ({
  most: String(most),
  cardClass: cardClass ?? '',
  category: category ?? '',
  from: validFrom ?? '',
  until: validUntil ?? '',
  note,
})

/** Formats days. Card class and category are choices that the form itself shows. */
function formatValue(field: string, value: unknown): string | null {
  if (typeof value !== 'string' || field === 'cardClass' || field === 'category') return null
  return value === '' ? '–' : field === 'from' || field === 'until' ? formatDay(value) : value
}

async function listReply(db: Db, today: Day): Promise<Reply<typeof listInstallmentLimits>> {
  const [limits, lines] = await Promise.all([listLimits(db), loadCategoryRows(db)])
  return {
    items: limits.map((limit) => {
      return { id: limit.id, values: valuesOf(limit), goods: limit.goods, state: stateOf(limit, today) }
    }),
    categories: lines.map(({ slug, name, depth }) => ({ slug, name, depth })),
  }
}

function stateOf({ validFrom, validUntil }: ListedLimit, today: Day): ManagedLimit['state'] {
  if (validUntil !== null && validUntil < today) return 'over'
  return validFrom !== null && today < validFrom ? 'to_come' : 'in_force'
}
