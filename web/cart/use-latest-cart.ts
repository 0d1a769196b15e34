import { useEffect } from 'react'

/** Whether the user came by the back or forward button, so that the browser may show a cached document. */
function isHistoryNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

/** Only the first document can be stale; later pages load their own data. */
let isStaleDocument = typeof document !== 'undefined' && isHistoryNavigation()

/**
 * Reloads the cart whenever its page becomes active again: another window may have changed or ordered it. Not while a dialog
 * is open. `reload` must be stable between renders.
 */
export function useLatestCart(reload: () => void): void {
  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible' && document.querySelector('dialog[open]') === null) reload()
    }
    const reloadIfRestored = ({ persisted }: PageTransitionEvent) => persisted && reloadIfVisible()
    if (isStaleDocument) reloadIfVisible()
    isStaleDocument = false
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('focus', reloadIfVisible)
    window.addEventListener('pageshow', reloadIfRestored)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('focus', reloadIfVisible)
      window.removeEventListener('pageshow', reloadIfRestored)
    }
  }, [reload])
}
