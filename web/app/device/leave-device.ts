import '#web/app/page-words.ts'
import { t } from '#web/app/i18n.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { forgetUser, queuedLines } from './device-store.ts'
import { readLocalDraft, removeLocalDraft } from './local-draft.ts'
import { saveLocalDraft } from './save-local-draft.ts'
import { sendQueued } from './send-queued.ts'
import { finishWork } from './sign-out-work.ts'

/**
 * Before a user signs out: sends what it has stored on this device, and asks when that is not possible. Returns whether to sign
 * out.
 */
export async function mayLeaveDevice(userId: number): Promise<boolean> {
  await finishWork().catch(() => {})
  // A refused call leaves the lines where they are; blocked storage has none.
  await sendQueued(userId).catch(() => null)
  await saveLocalDraft(userId).catch(() => {})
  const queued = await queuedLines(userId).catch(() => [])
  if (queued.length === 0 && readLocalDraft(userId) === null) return true
  const answer = await showAlert({
    title: t('offline.leave.title'),
    text: t('offline.leave.text'),
    actions: [{ label: t('offline.leave.confirm'), value: 'leave', variant: 'danger' }],
    close: t('offline.leave.stay'),
  })
  return answer === 'leave'
}

/** After a user has signed out: removes everything that belongs to it. */
export async function clearDevice(userId: number): Promise<void> {
  removeLocalDraft(userId)
  await forgetUser(userId).catch(() => {})
}
