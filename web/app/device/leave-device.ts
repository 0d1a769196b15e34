import '#web/app/page-words.ts'
import { t } from '#web/app/i18n.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { forgetUser, queuedLines } from './device-store.ts'
import { padDraftKey } from './pad-draft-key.ts'
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
  const queued = await queuedLines(userId).catch(() => [])
  if (queued.length === 0 && !hasDraft(userId)) return true
  const answer = await showAlert({
    title: t('offline.leave.title'),
    text: t('offline.leave.text'),
    actions: [{ label: t('offline.leave.confirm'), value: 'leave', variant: 'danger' }],
    close: t('offline.leave.stay'),
  })
  return answer === 'leave'
}

function hasDraft(userId: number): boolean {
  try {
    return localStorage.getItem(padDraftKey(userId)) !== null
  } catch {
    return false
  }
}

/** After a user has signed out: removes everything that belongs to it. */
export async function clearDevice(userId: number): Promise<void> {
  try {
    localStorage.removeItem(padDraftKey(userId))
  } catch {
    // Nothing is stored where storage is blocked.
  }
  await forgetUser(userId).catch(() => {})
}
