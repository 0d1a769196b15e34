import { getOrderDraft, saveOrderDraft } from '#contract/shop/order-pad.ts'
import { isSameDraft } from '#domain/cart/draft-line.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { type OpenSave, readLocalDraft, removeLocalDraft } from './local-draft.ts'

/**
 * Saves lines of the order pad that a page left unsaved when it closed. They stay on this device if another window has saved
 * other lines meanwhile. Throws CallError.
 */
export async function saveLocalDraft(userId: number): Promise<void> {
  const local = readLocalDraft(userId)
  if (local === null) return
  let next: OpenSave = { id: newKey(), lines: local.lines, revision: local.revision }
  if (local.open !== null) {
    // A save without an answer is repeated as it was; it may be stored already.
    const revision = await save(local.open)
    if (revision === null) return
    next = { ...next, revision }
    if (isSameDraft(local.open.lines, local.lines)) return removeLocalDraft(userId)
  }
  if ((await save(next)) !== null) removeLocalDraft(userId)
}

/** Returns the revision with these lines; null if the draft has other ones. */
async function save({ id, lines, revision }: OpenSave): Promise<number | null> {
  try {
    return (await call(saveOrderDraft, { body: { revision, lines, save: id } })).revision
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'draft_changed') throw error
    const draft = await call(getOrderDraft)
    return isSameDraft(draft.lines, lines) ? draft.revision : null
  }
}
