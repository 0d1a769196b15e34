import { decimal } from '#domain/money/money.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { TakenShares } from '#domain/payments/pos-rules.ts'
import type { RoutingRule } from '#domain/payments/route-payment.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type PosRuleRow = RoutingRule & { name: string; isActive: boolean }

const select = `
  SELECT r.id, r.name, r.is_active AS "isActive", r.bins, r.card_families AS families, r.bank_codes AS "bankCodes",
         r.card_types AS "cardTypes", r.card_class AS "cardClass", r.min_amount::text AS "minAmount",
         r.max_amount::text AS "maxAmount", r.installments, r.currency, r.target, r.share_by AS "shareBy",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.pos_account_id, 'share', trim_scale(a.share)::text)
                   ORDER BY a.position), '[]')
            FROM pos_rule_accounts a WHERE a.rule_id = r.id) AS accounts
    FROM pos_rules r`

/** All rules in their order. */
export function listRuleRows(db: Db): Promise<PosRuleRow[]> {
  return db.query<PosRuleRow>(`${select} ORDER BY r.position, r.id`, [], 'pos_rules')
}

/** Locks a rule until the transaction ends. */
export function lockRule(db: Db, id: number): Promise<PosRuleRow | undefined> {
  return db.one<PosRuleRow>(`${select} WHERE r.id = $1 FOR NO KEY UPDATE OF r`, [id])
}

/** Makes payments whose accounts are chosen by shares wait for each other, so that each counts those before it. */
export async function lockShares(db: Db): Promise<void> {
  await db.query(
    "SELECT id FROM pos_rules WHERE target = 'shares' AND is_active ORDER BY id FOR NO KEY UPDATE",
    [],
    'pos_rules_lock',
  )
}

/** Days whose payments count for shares. */
const countedDays = 30

type TakenRow = { rule_id: number; pos_account_id: number; share_by: 'amount' | 'count'; amount: string; count: number }

/**
 * What the accounts of rules with shares took lately, without payments that brought no money. `today`: the day in Turkey.
 */
export async function loadTaken(
  db: Db,
  { currency, today }: { currency: PosCurrency; today: Day },
): Promise<Map<number, TakenShares>> {
  const rows = await db.query<TakenRow>(
    `SELECT r.id AS rule_id, p.pos_account_id, r.share_by, coalesce(sum(p.base_amount), 0) AS amount, count(*)::integer AS count
       FROM pos_rules r JOIN payments p ON p.pos_rule_id = r.id AND p.created_at >= r.counted_from
      WHERE r.target = 'shares' AND p.currency = $1 AND p.created_at >= $2::date::timestamp AT TIME ZONE 'Europe/Istanbul'
        AND p.state NOT IN ('declined', 'cancelled', 'expired', 'voided', 'refunded')
      GROUP BY r.id, p.pos_account_id`,
    [currency, addDays(today, -countedDays)],
    'pos_rules_taken',
  )
  const taken = new Map<number, Map<number, string>>()
  for (const { rule_id: id, pos_account_id: account, share_by: by, amount, count } of rows) {
    const shares = taken.get(id) ?? new Map<number, string>()
    taken.set(id, shares.set(account, by === 'count' ? String(count) : decimal(amount).toFixed(2)))
  }
  return taken
}
