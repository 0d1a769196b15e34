import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Milliseconds between two checks while the page is visible; pages whose data takes longer to load are checked less often. */
const defaultPace = 5_000

/**
 * Reloads the page when its data has changed on the server: others move orders and shipments while it is open. `shown` is
 * the page's data, `load` asks for it again.
 */
export function useFollow<Data>(shown: Data, load: () => Promise<Data>, pace = defaultPace): void {
  const { revalidate } = useRevalidator()
  const latest = useRef({ shown, load })
  useEffect(() => {
    latest.current = { shown, load }
  })
  useEffect(() => {
    let isChecking = false
    const check = async () => {
      if (document.visibilityState !== 'visible' || isChecking) return
      isChecking = true
      const { shown: before, load: loadAgain } = latest.current
      try {
        const now = await loadAgain()
        // What was shown meanwhile is newer than the answer, or the same.
        if (latest.current.shown === before && JSON.stringify(now) !== JSON.stringify(before)) await revalidate()
      } catch {
        // The next check tries again.
      } finally {
        isChecking = false
      }
    }
    const onVisible = () => void check()
    const timer = setInterval(onVisible, pace)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [revalidate, pace])
}
