import {
  addEarlyPayment,
  type EarlyPaymentValues,
  listEarlyPayment,
  removeEarlyPayment,
} from '#contract/admin/early-payment.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import type { EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import { parsePercent } from '#domain/orders/representative-discount.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { ReadPart } from '#server/platform/db/together.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'

/** Registers the administrators' calls for discounts for early payment. */
export function registerEarlyPayment(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listEarlyPayment, () => list(pool))
  handle(calls, addEarlyPayment, async ({ body }, by) => {
    const added = await add(pool, by, body.values)
    return added.ok ? list(pool) : added
  })
  handle(calls, removeEarlyPayment, async ({ params }, by) => {
    const removed = await remove(pool, by, params.id)
    return removed.ok ? list(pool) : removed
  })
}

const stepsOfDealerSql = `WITH own AS (
       SELECT s.days, s.percent, CASE WHEN s.dealer_id IS NOT NULL THEN 1 WHEN s.group_id IS NOT NULL THEN 2 ELSE 3 END AS rank
         FROM early_payment_steps s JOIN dealers d ON d.id = $1
        WHERE s.dealer_id = d.id OR s.group_id = d.group_id OR (s.dealer_id IS NULL AND s.group_id IS NULL)
     )
     SELECT days, trim_scale(percent)::text AS percent FROM own WHERE rank = (SELECT min(rank) FROM own) ORDER BY days`

/**
 * The steps for a dealer, the shortest first: its own, else those of its group, else those for everyone. A dealer's steps take the place
 * of the others.
 */
export function earlyPaymentSteps(db: Db, dealerId: number): Promise<EarlyPaymentStep[]> {
  return db.query<EarlyPaymentStep>(stepsOfDealerSql, [dealerId], 'early_payment_of_dealer')
}

/** The same, to be read with other statements. */
export function earlyPaymentPart(dealerId: number): ReadPart<EarlyPaymentStep> {
  return { sql: stepsOfDealerSql, params: [dealerId] }
}

type StepRow = {
  id: number
  days: number
  percent: string
  dealer: { code: string; name: string } | null
  group: { code: string; name: string } | null
}

const stepsSql = `SELECT s.id, s.days, s.percent,
       CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('code', d.code, 'name', d.name) END AS dealer,
       CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('code', g.code, 'name', g.name) END AS "group"
  FROM early_payment_steps s
  LEFT JOIN dealers d ON d.id = s.dealer_id
  LEFT JOIN dealer_groups g ON g.id = s.group_id`

async function list(db: Db): Promise<Reply<typeof listEarlyPayment>> {
  const rows = await db.query<StepRow>(
    `${stepsSql} ORDER BY (s.dealer_id IS NOT NULL), (s.group_id IS NOT NULL), d.name, g.name, s.days`,
  )
  const groups = await db.query<{ code: string; name: string }>(
    'SELECT code, name FROM dealer_groups ORDER BY name, id',
  )
  return { items: rows.map((row) => ({ ...row, percent: Number(row.percent) })), groups }
}

type Scope = { dealer_id: number | null; group_id: number | null }

async function add(pool: Pool, by: Author, values: EarlyPaymentValues): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    // A step is checked against the others: concurrent saves run one after the other.
    await db.execute('SELECT pg_advisory_xact_lock(79, 1)')
    const fields: NonNullable<Refusal['fields']> = {}
    const report = (field: keyof EarlyPaymentValues, problem: string) => {
      fields[field] ??= { text: `earlyPayment.problems.${problem}` }
    }
    const scope = await scopeOf(db, values, report)
    const days = /^\d{1,3}$/.test(values.days.trim()) ? Number(values.days) : 0
    if (days < 1 || days > 365) report('days', 'days')
    const percent = parsePercent(values.percent) ?? '0'
    if (decimal(percent).lessThan('0.01') || decimal(percent).greaterThan(50)) report('percent', 'percent')
    if (Object.keys(fields).length === 0) {
      for (const step of await stepsOf(db, scope)) {
        if (step.days === days) report('days', 'twice')
        else if (step.days > days === decimal(step.percent).greaterThanOrEqualTo(percent)) report('percent', 'order')
      }
    }
    if (Object.keys(fields).length > 0) abortTransaction({ ...refuse('validation_failed'), fields })
    await insertRow(db, 'early_payment_steps', { ...scope, days, percent })
    const id = values.scope === 'everyone' ? '*' : values.code.trim()
    await writeAudit(db, by, { action: 'create', noun: 'early_payment', id, after: { days, percent } })
    return { ok: true as const }
  })
}

type Report = (field: keyof EarlyPaymentValues, problem: string) => void

async function scopeOf(db: Db, { scope, code }: EarlyPaymentValues, report: Report): Promise<Scope> {
  if (scope === 'everyone') return { dealer_id: null, group_id: null }
  const row =
    scope === 'dealer'
      ? await db.one<{ id: number }>('SELECT id FROM dealers WHERE code = $1 FOR KEY SHARE', [code.trim()])
      : await db.one<{ id: number }>('SELECT id FROM dealer_groups WHERE code = $1 FOR KEY SHARE', [code.trim()])
  if (row === undefined) report('code', scope)
  const id = row?.id ?? null
  return scope === 'dealer' ? { dealer_id: id, group_id: null } : { dealer_id: null, group_id: id }
}

function stepsOf(db: Db, { dealer_id: dealer, group_id: group }: Scope): Promise<EarlyPaymentStep[]> {
  return db.query<EarlyPaymentStep>(
    `SELECT days, percent FROM early_payment_steps
      WHERE dealer_id IS NOT DISTINCT FROM $1 AND group_id IS NOT DISTINCT FROM $2`,
    [dealer, group],
  )
}

function remove(pool: Pool, by: Author, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await db.one<StepRow>(`${stepsSql} WHERE s.id = $1 FOR UPDATE OF s`, [id])
    if (row === undefined) return abortTransaction('not_found')
    await db.execute('DELETE FROM early_payment_steps WHERE id = $1', [id])
    const { dealer, group, days, percent } = row
    const whom = dealer?.code ?? group?.code ?? '*'
    await writeAudit(db, by, { action: 'remove', noun: 'early_payment', id: whom, before: { days, percent } })
    return { ok: true as const }
  })
}
