import { logout } from '#contract/shop/account.ts'
import { pages } from '#contract/core/pages.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { CallError, call } from '#web/app/data/call.ts'

/** Ends the session and removes what the device stores of the user; the next page is a new document. */
export async function signOut(userId: number): Promise<void> {
  const device = await import('#web/app/device/leave-device.ts').catch(() => null)
  if (device !== null && !(await device.mayLeaveDevice(userId))) return
  try {
    await call(logout)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // 401: the session has already ended.
    if (error.status !== 401) return notify.error(error.message)
  }
  await device?.clearDevice(userId)
  location.assign(pages.home)
}
