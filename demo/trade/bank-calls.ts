import type { Db } from '#server/platform/db/pool.ts'

/**
 * Inserts how the banks of the active accounts answered, for the payments board: the calls of the payments, and inquiries of
 * the last week on working hours.
 */
export async function insertBankCalls(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO pos_calls (pos_account_id, hour, step, outcome, calls, milliseconds, slowest)
     SELECT a.id, h.hour, s.step, o.outcome, calls, calls * s.usual, s.usual * CASE o.outcome WHEN 'answered' THEN 2 ELSE 8 END
       FROM pos_accounts a
      CROSS JOIN generate_series(date_trunc('hour', $1::timestamptz) - interval '7 days', date_trunc('hour', $1::timestamptz), interval '1 hour') h (hour)
      CROSS JOIN (VALUES ('inquiry', 310, 3)) s (step, usual, often)
      CROSS JOIN (VALUES ('answered'), ('unanswered')) o (outcome)
      CROSS JOIN LATERAL (
        SELECT CASE o.outcome WHEN 'answered' THEN 1 + (a.id + extract(hour FROM h.hour)::integer) % s.often
                              ELSE CASE WHEN extract(hour FROM h.hour)::integer = 14 AND a.id % 2 = 0 THEN 1 ELSE 0 END
               END AS calls) c
      WHERE a.is_active AND calls > 0 AND extract(hour FROM h.hour AT TIME ZONE 'Europe/Istanbul') BETWEEN 8 AND 18
        AND extract(isodow FROM h.hour AT TIME ZONE 'Europe/Istanbul') < 7`,
    [today],
  )
  await db.execute(
    `INSERT INTO pos_calls (pos_account_id, hour, step, outcome, calls, milliseconds, slowest)
     SELECT pos_account_id, date_trunc('hour', at), step, outcome, count(*), sum(took), max(took)
       FROM (SELECT p.pos_account_id, e.created_at AS at, s.step,
                    CASE e.to_state WHEN 'unknown' THEN 'unanswered' ELSE 'answered' END AS outcome,
                    CASE e.to_state WHEN 'unknown' THEN 30000 ELSE s.usual + p.id * 37 % 240 END AS took
               FROM payments p JOIN payment_events e ON e.payment_id = p.id
               JOIN (VALUES ('start', 420, NULL, 'created'), ('capture', 860, 'capturing', 'captured'),
                            ('capture', 690, 'capturing', 'declined'), ('capture', 0, 'capturing', 'unknown'),
                            ('refund', 740, 'captured', 'partially_refunded')) s (step, usual, before, after)
                 ON e.from_state IS NOT DISTINCT FROM s.before AND e.to_state = s.after) made
      GROUP BY 1, 2, 3, 4`,
  )
  await db.execute(
    `INSERT INTO pos_standings (pos_account_id, last_answer_at)
     SELECT id, $1::timestamptz - interval '25 minutes' FROM pos_accounts WHERE is_active`,
    [today],
  )
}
