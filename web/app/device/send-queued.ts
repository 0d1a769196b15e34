import { appendDraftLines, type OrderDraft } from '#contract/shop/order-pad.ts'
import { call } from '#web/app/data/call.ts'
import { removeQueued, takeForSending } from './device-store.ts'

/**
 * Sends the lines that this device has stored for the user. Returns the draft with them; null if there are none. Lines leave
 * the device only after the server has them, and the server appends each id once. Throws CallError.
 */
export async function sendQueued(userId: number): Promise<{ count: number; draft: OrderDraft } | null> {
  const lines = await takeForSending(userId)
  if (lines.length === 0) return null
  const sent = lines.map(({ id, code, quantity, unit }) => ({ id, code, quantity, unit }))
  const { appendedCount, draft } = await call(appendDraftLines, { body: { lines: sent } })
  await removeQueued(lines)
  return { count: appendedCount, draft }
}
