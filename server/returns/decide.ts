import { refuse } from '#contract/core/errors.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { lockForMove, move } from './move.ts'
import { loadReturnLines, saveAccepted } from './queries.ts'

export type Decision = {
  id: number
  userId: number
  note: string
  lines: readonly { lineNo: number; accepted: number }[]
}

/**
 * Accepts a requested return in whole or in part; without any accepted quantity it is refused. Aborts the transaction with
 * a refusal. Returns its number.
 */
export async function decide(db: Transaction, { id, userId, note, lines }: Decision): Promise<string> {
  const locked = await lockForMove(db, id, ['accepted', 'refused'])
  const rows = await loadReturnLines(db, id)
  for (const { lineNo, accepted } of lines) {
    const row = rows.find(({ line_no }) => line_no === lineNo)
    if (row === undefined) return abortTransaction('return_line_unknown')
    if (accepted > row.quantity) {
      abortTransaction(refuse('return_exceeds_requested', { code: row.code, quantity: row.quantity }))
    }
  }
  const to = lines.some(({ accepted }) => accepted > 0) ? 'accepted' : 'refused'
  if (to === 'refused' && note === '') abortTransaction('return_reason_missing')
  await saveAccepted(db, id, lines)
  await move(db, locked, { to, note, userId, kind: 'staff' })
  return locked.return_no
}
