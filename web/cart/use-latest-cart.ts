import { useEffect } from 'react'

/** Whether the browser came here by its back or forward button, and may show the document as it was kept. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

/** Only the document itself can be an old one; what is opened from it is asked for. */
let isOldDocument = typeof document !== 'undefined' && isReturn()

/**
 * Reads the cart again whenever its page is looked at again: another window may have changed or ordered it. An open dialog is
 * left in peace. `read` stays the same from one drawing to the next.
 */
export function useLatestCart(read: () => void): void {
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible' && document.querySelector('dialog[open]') === null) read()
    }
    const readIfKept = ({ persisted }: PageTransitionEvent) => persisted && readAgain()
    if (isOldDocument) readAgain()
    isOldDocument = false
    document.addEventListener('visibilitychange', readAgain)
    window.addEventListener('focus', readAgain)
    window.addEventListener('pageshow', readIfKept)
    return () => {
      document.removeEventListener('visibilitychange', readAgain)
      window.removeEventListener('focus', readAgain)
      window.removeEventListener('pageshow', readIfKept)
    }
  }, [read])
}
