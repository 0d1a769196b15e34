import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { PurchaseSettings } from '#contract/shop/purchases.ts'
import { type ApprovalStep, approvalSteps, expiryDays } from '#domain/orders/purchase-approval.ts'
import { mayGrant, permissionsOf } from '#domain/people/permissions.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { differenceOf, writeAudit } from '#server/audit/audit.ts'
import { loadCategoryRows } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { findApprovers, findNamed } from './approvers.ts'
import { monthTotals } from './limits.ts'

const amountMax = 1e12

type RulesRow = { category_ids: number[]; second_step_over: string | null; expiry_days: number }
type LimitsRow = { user_id: number; per_order: string | null; per_month: string | null; category_ids: number[] }

const shown = (amount: string | null): string => (amount === null ? '' : formFormats.formatNumber(amount, 2))

/** The rules of a dealer, its users' limits, and what they have ordered in this month. */
export async function loadPurchaseSettings(db: Db, dealerId: number, now: Date): Promise<PurchaseSettings> {
  const users = await db.query<LimitsRow>(
    `SELECT u.id AS user_id, l.per_order, l.per_month, coalesce(l.category_ids, '{}') AS category_ids
       FROM users u LEFT JOIN purchase_limits l ON l.user_id = u.id
      WHERE u.dealer_id = $1 AND u.removed_at IS NULL ORDER BY u.id`,
    [dealerId],
    'purchase_limits_all',
  )
  const months = await monthTotals(
    db,
    users.map(({ user_id: id }) => id),
    { now },
  )
  const rules = await loadRules(db, dealerId)
  const { all, named } = await findApprovers(db, dealerId, dayInTurkey(now))
  const own = all.filter(({ standsInFor }) => standsInFor === null).map(({ userId: id, name }) => ({ id, name }))
  const hasRight = (id: number) => own.some((approver) => approver.id === id)
  return {
    rules: {
      firstApprovers: named[1].filter(hasRight),
      secondApprovers: named[2].filter(hasRight),
      fallbackSteps: approvalSteps.filter((step) => named[step].length > 0 && !named[step].some(hasRight)),
      categoryIds: rules.category_ids,
      secondStepOver: shown(rules.second_step_over),
      expiryDays: rules.expiry_days,
    },
    limits: users.map(({ user_id: userId, per_order, per_month, category_ids: categoryIds }) => {
      const monthTotal = months.get(userId)?.toNumber() ?? 0
      return { userId, perOrder: shown(per_order), perMonth: shown(per_month), categoryIds, monthTotal }
    }),
    categories: (await loadCategoryRows(db)).map(({ id, name, depth }) => ({ id, name, depth })),
    approvers: own,
  }
}

async function loadRules(db: Db, dealerId: number): Promise<RulesRow> {
  const row = await db.one<RulesRow>(
    'SELECT category_ids, second_step_over, expiry_days FROM purchase_rules WHERE dealer_id = $1',
    [dealerId],
    'purchase_rules_of',
  )
  return row ?? { category_ids: [], second_step_over: null, expiry_days: expiryDays.default }
}

/** An empty amount is none. */
function readAmount(check: ReturnType<typeof createFieldCheck>, field: string, typed: string): string | null {
  if (typed.trim() === '') return null
  const text = check.amount(field, typed, amountMax, 'purchaseAmount')
  return parseAmount(text)?.toFixed(2) ?? null
}

/** Ids of existing categories, each once. */
async function existingCategories(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM categories WHERE id = ANY ($1::integer[]) ORDER BY id',
    [ids],
    'purchase_known_categories',
  )
  return rows.map(({ id }) => id)
}

/** Categories are audited by their names. */
async function categoryNames(db: Db, ids: readonly number[]): Promise<string> {
  const rows = await db.query<{ name: string }>(
    'SELECT name FROM categories WHERE id = ANY ($1::integer[]) ORDER BY name, id',
    [ids],
    'purchase_category_names',
  )
  return rows.map(({ name }) => name).join(', ')
}

type TypedRules = {
  categoryIds: number[]
  secondStepOver: string
  expiryDays: number
  /** Undefined: as they are. */
  firstApprovers?: number[] | undefined
  secondApprovers?: number[] | undefined
}

export async function savePurchaseRules(
  pool: Pool,
  by: DealerContext,
  typed: TypedRules,
  now: Date,
): Promise<{ ok: true } | Refusal> {
  const check = createFieldCheck()
  const secondStepOver = readAmount(check, 'secondStepOver', typed.secondStepOver)
  const refusal = check.refusal()
  if (refusal !== null) return refusal
  const { dealer } = by.actor
  return transactionOrRefusal(pool, async (db) => {
    const before = await loadRules(db, dealer.id)
    const after: RulesRow = {
      category_ids: await existingCategories(db, typed.categoryIds),
      second_step_over: secondStepOver,
      expiry_days: typed.expiryDays,
    }
    await db.execute(
      `INSERT INTO purchase_rules (dealer_id, category_ids, second_step_over, expiry_days) VALUES ($1, $2, $3, $4)
       ON CONFLICT (dealer_id) DO UPDATE SET category_ids = excluded.category_ids,
         second_step_over = excluded.second_step_over, expiry_days = excluded.expiry_days`,
      [dealer.id, after.category_ids, after.second_step_over, after.expiry_days],
      'purchase_rules_save',
    )
    const named = await findNamed(db, dealer.id)
    await nameApprovers(db, dealer.id, typed, now)
    const valuesOf = async (rules: RulesRow, steps: typeof named) => ({
      secondStepOver: rules.second_step_over,
      expiryDays: rules.expiry_days,
      categories: await categoryNames(db, rules.category_ids),
      firstApprovers: await userNames(db, steps[1]),
      secondApprovers: await userNames(db, steps[2]),
    })
    const change = differenceOf(await valuesOf(before, named), await valuesOf(after, await findNamed(db, dealer.id)))
    if (change !== null) await writeAudit(db, by, { action: 'change', noun: 'dealer', id: dealer.code, ...change })
    return { ok: true as const }
  })
}

/** Saves who gives the approval of each step. Aborts if somebody has no right to approve. */
async function nameApprovers(db: Db, dealerId: number, typed: TypedRules, now: Date): Promise<void> {
  const { all } = await findApprovers(db, dealerId, dayInTurkey(now))
  const hasRight = (id: number) => all.some(({ userId, authorityId }) => userId === id && authorityId === id)
  const steps = { 1: ['firstApprovers', typed.firstApprovers], 2: ['secondApprovers', typed.secondApprovers] } as const
  for (const step of approvalSteps) {
    const [field, ids] = steps[step]
    if (ids === undefined) continue
    if (!ids.every(hasRight))
      abortTransaction({
        ...refuse('validation_failed'),
        fields: { [field]: { text: 'purchases.rules.approverGone' } },
      })
    await saveNamed(db, dealerId, step, ids)
  }
}

async function saveNamed(db: Db, dealerId: number, step: ApprovalStep, ids: readonly number[]): Promise<void> {
  await db.execute(
    'DELETE FROM purchase_step_approvers WHERE dealer_id = $1 AND step = $2 AND user_id <> ALL ($3::integer[])',
    [dealerId, step, ids],
    'purchase_unname_approvers',
  )
  await db.execute(
    `INSERT INTO purchase_step_approvers (dealer_id, step, user_id) SELECT $1, $2, unnest($3::integer[])
     ON CONFLICT DO NOTHING`,
    [dealerId, step, ids],
    'purchase_name_approvers',
  )
}

/** Named approvers are audited by their names. */
async function userNames(db: Db, ids: readonly number[]): Promise<string> {
  const rows = await db.query<{ name: string }>(
    'SELECT name FROM users WHERE id = ANY ($1::integer[]) ORDER BY name, id',
    [ids],
    'purchase_user_names',
  )
  return rows.map(({ name }) => name).join(', ')
}

type TypedLimits = { id: number; perOrder: string; perMonth: string; categoryIds: number[] }

/** Saves a colleague's limits. Nobody changes own ones but an owner, or those of somebody who may do more. */
export async function savePurchaseLimits(
  pool: Pool,
  by: DealerContext,
  typed: TypedLimits,
): Promise<{ ok: true } | Refusal> {
  const check = createFieldCheck()
  const perOrder = readAmount(check, 'perOrder', typed.perOrder)
  const perMonth = readAmount(check, 'perMonth', typed.perMonth)
  const refusal = check.refusal()
  if (refusal !== null) return refusal
  return transactionOrRefusal(pool, async (db) => {
    const user = await lockUser(db, by, typed.id)
    const before = await loadLimitsRow(db, typed.id)
    const after = {
      per_order: perOrder,
      per_month: perMonth,
      category_ids: await existingCategories(db, typed.categoryIds),
    }
    await db.execute(
      `INSERT INTO purchase_limits (user_id, per_order, per_month, category_ids) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET per_order = excluded.per_order, per_month = excluded.per_month,
         category_ids = excluded.category_ids`,
      [typed.id, perOrder, perMonth, after.category_ids],
      'purchase_limits_save',
    )
    const valuesOf = async (limits: Omit<LimitsRow, 'user_id'>) => ({
      perOrder: limits.per_order,
      perMonth: limits.per_month,
      categories: await categoryNames(db, limits.category_ids),
    })
    const change = differenceOf(await valuesOf(before), await valuesOf(after))
    if (change !== null) await writeAudit(db, by, { action: 'change', noun: 'user', id: user.email, ...change })
    return { ok: true as const }
  })
}

async function loadLimitsRow(db: Db, userId: number): Promise<Omit<LimitsRow, 'user_id'>> {
  const row = await db.one<Omit<LimitsRow, 'user_id'>>(
    'SELECT per_order, per_month, category_ids FROM purchase_limits WHERE user_id = $1',
    [userId],
    'purchase_limits_row',
  )
  return row ?? { per_order: null, per_month: null, category_ids: [] }
}

type UserRow = { email: string; user_role: string | null; permissions: string[] | null }

async function lockUser(db: Db, by: DealerContext, id: number): Promise<UserRow> {
  const row = await db.one<UserRow>(
    `SELECT u.email, u.user_role, r.permissions FROM users u LEFT JOIN user_roles r ON r.id = u.own_role_id
      WHERE u.id = $1 AND u.dealer_id = $2 AND u.removed_at IS NULL FOR UPDATE OF u`,
    [id, by.actor.dealer.id],
    'purchase_user',
  )
  if (row === undefined) return abortTransaction('user_not_found')
  if (id === by.actor.userId && row.user_role !== 'owner') abortTransaction('own_account')
  const has = permissionsOf({ kind: 'dealer', role: row.user_role, own: row.permissions, canOrder: false })
  return mayGrant(by.actor.permissions, has) ? row : abortTransaction(refuse('no_right_to_grant'))
}
