import type { Db } from '#server/platform/db/pool.ts'

/** Faults that can be simulated, by card (demo-cards.ts) or for the next calls (`setSandboxFault`). */
export const sandboxFaults = [
  // The capture: no answer for a long time, a cut connection, or an unusable answer.
  'auth_silent_before',
  'auth_silent_after',
  'auth_cut_before',
  'auth_cut_after',
  'auth_500_before',
  'auth_500_after',
  'auth_garbled_after',
  'auth_html_after',
  'auth_slow',
  'auth_latin5',
  // The return to the shop.
  'callback_twice',
  'callback_five',
  'callback_late',
  'callback_missing',
  'callback_latin5',
  'callback_wrong_hash',
  'callback_no_hash',
  'callback_amount',
  'callback_oid',
  'callback_installment',
  'callback_clientid',
  'callback_currency',
  'callback_md',
  'callback_mdstatus',
  'callback_foreign',
  // The inquiry. By card: three times, then the correct answer.
  'query_pending',
  'query_unknown',
  'query_cut',
  // Voids and refunds.
  'void_refused',
  'void_cut_before',
  'void_cut_after',
  'refund_refused',
  'refund_cut_before',
  'refund_cut_after',
  // Stored cards: the merchant may not store them (its start is refused, or the card is not kept), and lost calls.
  'cardstart_refused',
  'cardstore_off',
  'cardlist_cut_before',
  'cardremove_cut_before',
  'cardremove_cut_after',
  'cardremove_silent_before',
] as const
export type SandboxFault = (typeof sandboxFaults)[number]

/** Switches a fault on for the next `times` it can occur, for one order number or for any. */
export async function setSandboxFault(
  db: Db,
  { fault, oid = null, times = 1 }: { fault: SandboxFault; oid?: string | null; times?: number },
): Promise<void> {
  await db.execute('INSERT INTO sandbox_faults (fault, oid, remaining) VALUES ($1, $2, $3)', [fault, oid, times])
}

/** Takes one use of a switched-on fault of this kind, if there is one. */
export async function takeFault(db: Db, oid: string, kind: string): Promise<SandboxFault | null> {
  const taken = await db.one<{ fault: SandboxFault }>(
    `UPDATE sandbox_faults SET remaining = remaining - 1
      WHERE id = (SELECT id FROM sandbox_faults
                   WHERE remaining > 0 AND starts_with(fault, $1) AND (oid IS NULL OR oid = $2)
                   ORDER BY oid NULLS LAST, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING fault`,
    [kind, oid],
  )
  return taken?.fault ?? null
}
