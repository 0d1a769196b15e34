import type { Audience, PeriodState } from '#contract/admin/audience.ts'
import { refuse } from '#contract/core/errors.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'

/** The day that periods are compared with. */
export const today = (): string => dayInTurkey(new Date())

export function periodStateOf({ from, until }: { from: string; until: string | null }, day: string): PeriodState {
  if (from > day) return 'planned'
  return until !== null && until < day ? 'ended' : 'shown'
}

/**
 * The ids of the chosen dealers; none when all dealers are meant. Aborts the `transactionOrRefusal` when the period ends
 * before it begins, no dealer is chosen, or a code is unknown.
 */
export async function checkAudience(
  db: Db,
  { audience, from, until }: { audience: Audience; from: string; until: string | null },
): Promise<number[]> {
  if (until !== null && until < from) abortTransaction(refuse('period_reversed'))
  if (audience.isForAll) return []
  const codes = [...new Set(audience.dealers)]
  if (codes.length === 0) abortTransaction(refuse('audience_empty'))
  const rows = await db.query<{ id: number; code: string }>(
    'SELECT id, code FROM dealers WHERE code = ANY ($1) ORDER BY id',
    [codes],
    'audience_dealers',
  )
  const known = new Set(rows.map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined) abortTransaction(refuse('audience_dealer_unknown', { value: unknown }))
  return rows.map(({ id }) => id)
}
