import { logout } from '#contract/shop/account.ts'
import { pages } from '#contract/core/pages.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { CallError, call } from '#web/app/data/call.ts'

/** Ends the session; the next page is a new document. */
export async function signOut(): Promise<void> {
  try {
    await call(logout)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // 401: the session has already ended.
    if (error.status !== 401) return notify.error(error.message)
  }
  location.assign(pages.home)
}
