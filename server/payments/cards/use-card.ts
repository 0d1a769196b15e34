import type { Db } from '#server/platform/db/pool.ts'

/** A payment with the card is on its way to the bank. */
export async function recordCardUse(db: Db, id: number, at: Date): Promise<void> {
  await db.execute('UPDATE stored_cards SET last_used_at = $2 WHERE id = $1', [id, at], 'stored_cards_use')
}

/** What a start found out about a stored card: the provider does not know it, or wants its security code. */
export async function recordCardProblem(db: Db, id: number, problem: { kind: string; at: Date }): Promise<void> {
  if (problem.kind === 'unknown_card')
    await db.execute('UPDATE stored_cards SET refused_at = $2 WHERE id = $1', [id, problem.at], 'stored_cards_refuse')
  if (problem.kind === 'needs_cvc')
    await db.execute('UPDATE stored_cards SET needs_cvc = true WHERE id = $1', [id], 'stored_cards_cvc')
}
