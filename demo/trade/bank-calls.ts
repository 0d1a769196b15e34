import type { Db } from '#server/platform/db/pool.ts'

/** Inserts how the banks of the active accounts answered inquiries in the last week, on working hours, for the payments board. */
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
    `INSERT INTO pos_standings (pos_account_id, last_answer_at)
     SELECT id, $1::timestamptz - interval '25 minutes' FROM pos_accounts WHERE is_active`,
    [today],
  )
}
