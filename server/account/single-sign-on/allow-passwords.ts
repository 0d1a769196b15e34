import { commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** Lets users of a dealer, or staff for null, sign in with passwords again: the way back when their provider fails. */
export function allowPasswords(
  pool: Pool,
  dealerCode: string | null,
): Promise<{ ok: true } | { ok: false; problem: 'provider_unknown' }> {
  return transaction(pool, async (db) => {
    const row = await db.one<{ name: string }>(
      `UPDATE identity_providers p SET is_required = false
        WHERE p.dealer_id IS NOT DISTINCT FROM (SELECT d.id FROM dealers d WHERE d.code = $1)
          AND ($1::text IS NULL OR p.dealer_id IS NOT NULL) RETURNING name`,
      [dealerCode],
    )
    if (row === undefined) return { ok: false as const, problem: 'provider_unknown' as const }
    const change = { before: { isRequired: true }, after: { isRequired: false } }
    await writeAudit(db, commandLine, { action: 'change', noun: 'identity_provider', id: row.name, ...change })
    return { ok: true as const }
  })
}
