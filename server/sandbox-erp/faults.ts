import type { Db } from '#server/platform/db/pool.ts'

export const erpDialects = ['logo', 'netsis', 'mikro'] as const
export type ErpDialect = (typeof erpDialects)[number]

/** Faults of the sandbox ERP. */
export const erpFaults = [
  /** Any request: a late answer, an error, a page instead of JSON, `null`. */
  'slow',
  'error_500',
  'html',
  'null_answer',
  /** Any request after signing in: the token is no longer valid. */
  'session_end',
  /** Any request: the program restarts. The connection is cut, and nobody is signed in afterwards. */
  'restart',
  'seats_full',
  /** Writes: nothing is written. */
  'locked',
  'period_closed',
  /** Writes: the document is there, but the answer is not, or is an error. */
  'lost_answer',
  'error_500_after',
  'restart_after',
] as const
export type ErpFault = (typeof erpFaults)[number]

/** Switches a fault on for the next `times` it can occur: in one dialect or in all, for one document of the shop or for any. */
export async function setErpFault(
  db: Db,
  fault: { fault: ErpFault; dialect?: ErpDialect | null; number?: string | null; times?: number },
): Promise<void> {
  const { dialect = null, number = null, times = 1 } = fault
  await db.execute('INSERT INTO sandbox_erp_faults (fault, dialect, sender_no, remaining) VALUES ($1, $2, $3, $4)', [
    fault.fault,
    dialect,
    number,
    times,
  ])
}

export async function clearErpFaults(db: Db): Promise<void> {
  await db.execute('DELETE FROM sandbox_erp_faults')
}

/** Takes one use of the first of these faults that is switched on. */
export async function takeErpFault(
  db: Db,
  faults: readonly ErpFault[],
  { dialect, number }: { dialect: ErpDialect; number: string | null },
): Promise<ErpFault | null> {
  const taken = await db.one<{ fault: ErpFault }>(
    `UPDATE sandbox_erp_faults SET remaining = remaining - 1
      WHERE id = (SELECT id FROM sandbox_erp_faults
                   WHERE remaining > 0 AND fault = ANY ($1) AND (dialect IS NULL OR dialect = $2)
                     AND (sender_no IS NULL OR sender_no = $3)
                   ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING fault`,
    [faults, dialect, number],
  )
  return taken?.fault ?? null
}
