import type { BankStep } from '#domain/payments/bank-health.ts'
import { capturedStates } from '#domain/payments/payment.ts'
import type { PosAdapter } from '#domain/payments/pos-adapters.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type StandingRow = {
  id: number
  code: string
  name: string
  adapter: PosAdapter
  environment: 'sandbox' | 'test' | 'live'
  is_active: boolean
  attempts: number
  captured: number
  declined: number
  left_early: number
  amount: string
  fee: string
  currency: string
  /** What banks keep of the captured amount for which that is known, and that amount. */
  cost: string
  costed_amount: string
  unknown: number
  oldest_unknown_at: Date | null
  last_answer_at: Date | null
  unanswered: number
  declines: { code: string; count: number }[]
  steps: { step: BankStep; calls: number; unanswered: number; milliseconds: number; slowest: number }[]
  alerts: { kind: 'silent' | 'declining'; since: string }[]
}

/** The states in which the bank took the money, as a list in SQL. */
export const capturedStatesSql = `(${capturedStates.map((state) => `'${state}'`).join(', ')})`

/** Active accounts, and those with payments since then or with an unknown one, by their place in the list. */
export async function loadStandings(db: Db, since: Date): Promise<StandingRow[]> {
  return db.query<StandingRow>(
    `SELECT a.id, a.code, a.name, a.adapter, a.environment, a.is_active, a.currency,
            coalesce(p.attempts, 0) AS attempts, coalesce(p.captured, 0) AS captured, coalesce(p.declined, 0) AS declined,
            coalesce(p.left_early, 0) AS left_early, coalesce(p.amount, 0) AS amount, coalesce(p.fee, 0) AS fee,
            coalesce(p.cost, 0) AS cost, coalesce(p.costed_amount, 0) AS costed_amount,
            u.count AS unknown, u.oldest AS oldest_unknown_at,
            s.last_answer_at, coalesce(s.unanswered, 0) AS unanswered,
            coalesce(d.list, '[]') AS declines, coalesce(c.list, '[]') AS steps, coalesce(t.list, '[]') AS alerts
       FROM pos_accounts a
       LEFT JOIN (SELECT pos_account_id, count(*)::integer AS attempts,
                         (count(*) FILTER (WHERE state IN ${capturedStatesSql}))::integer AS captured,
                         (count(*) FILTER (WHERE state = 'declined'))::integer AS declined,
                         (count(*) FILTER (WHERE state IN ('cancelled', 'expired')))::integer AS left_early,
                         sum(amount) FILTER (WHERE state IN ${capturedStatesSql}) AS amount,
                         sum(fee) FILTER (WHERE state IN ${capturedStatesSql}) AS fee,
                         sum(cost) FILTER (WHERE state IN ${capturedStatesSql}) AS cost,
                         sum(amount) FILTER (WHERE state IN ${capturedStatesSql} AND cost IS NOT NULL) AS costed_amount
                    FROM payments WHERE created_at >= $1 GROUP BY pos_account_id) p ON p.pos_account_id = a.id
       CROSS JOIN LATERAL (SELECT count(*)::integer AS count, min(coalesce(redirected_at, created_at)) AS oldest
                             FROM payments WHERE pos_account_id = a.id AND state IN ('capturing', 'unknown')) u
       LEFT JOIN pos_standings s ON s.pos_account_id = a.id
       LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('code', code, 'count', count) ORDER BY count DESC, code) AS list
                            FROM (SELECT coalesce(result_code, '') AS code, count(*) AS count FROM payments
                                   WHERE pos_account_id = a.id AND created_at >= $1 AND state = 'declined' GROUP BY 1) each) d ON true
       LEFT JOIN LATERAL (SELECT jsonb_agg(to_jsonb(each)) AS list
                            FROM (SELECT step, sum(calls) AS calls, coalesce(sum(calls) FILTER (WHERE outcome = 'unanswered'), 0) AS unanswered,
                                         sum(milliseconds) AS milliseconds, max(slowest) AS slowest
                                    FROM pos_calls WHERE pos_account_id = a.id AND hour >= date_trunc('hour', $1::timestamptz)
                                   GROUP BY step) each) c ON true
       LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('kind', kind, 'since', opened_at) ORDER BY opened_at) AS list
                            FROM pos_alerts WHERE pos_account_id = a.id AND closed_at IS NULL) t ON true
      WHERE a.is_active OR p.attempts > 0 OR u.count > 0
      ORDER BY a.is_active DESC, a.position, a.id`,
    [since],
    'pos_standings',
  )
}
