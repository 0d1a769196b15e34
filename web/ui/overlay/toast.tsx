import { useEffect, useSyncExternalStore } from 'react'
import { classes } from '#web/ui/classes.ts'
import { loadMessages, useMessages } from './messages-code.ts'
import { type ShownToast, type ToastPosition, toastStore } from './toast-store.ts'

export { notify } from './toast-store.ts'

/** Delay after hydration, in milliseconds, before the code of toasts and alerts is loaded: they are needed without a connection. */
const loadDelay = 1_500

const noToasts: readonly ShownToast[] = []
/** Below the main bar, so that the search field stays usable; on phones at the very top. */
const alignments: Record<ToastPosition, string> = {
  'top-right': 'items-end',
  'top-center': 'items-center',
}

/** Renders the toasts; mounted once in the shell. */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => noToasts)
  const messages = useMessages()
  const hasToasts = toasts.length > 0
  useEffect(() => {
    const timer = setTimeout(() => void loadMessages().catch(() => {}), hasToasts ? 0 : loadDelay)
    return () => clearTimeout(timer)
  }, [hasToasts])
  return (['top-center', 'top-right'] as const).map((position) => (
    <div
      key={position}
      aria-live="polite"
      className={classes(
        'pointer-events-none fixed inset-x-4 top-2 z-50 flex flex-col gap-2 sm:inset-x-6 sm:top-25',
        alignments[position],
      )}
    >
      {messages &&
        toasts
          .filter((toast) => toast.position === position)
          .map((toast) => <messages.ToastCard key={toast.key} toast={toast} />)}
    </div>
  ))
}
