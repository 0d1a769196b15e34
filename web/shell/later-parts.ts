import { useEffect } from 'react'

/** Delay after hydration, in milliseconds. */
const loadDelay = 1_500

/** What pages say in place of their content after an error. */
export const loadErrorContent = () => import('./error-content.tsx')
/** What every page says while the shop cannot store anything. */
export const loadTroubleStrip = () => import('./trouble-strip.tsx')

/** Loads both after the page: they are needed when the shop may not answer. */
export function useLaterParts(): void {
  useEffect(() => {
    const load = () => void Promise.all([loadErrorContent(), loadTroubleStrip()]).catch(() => {})
    const timer = setTimeout(load, loadDelay)
    return () => clearTimeout(timer)
  }, [])
}
