import { useEffect } from 'react'

/** Delay after hydration, in milliseconds. */
const loadDelay = 1_500

/** Loads what pages say in place of their content after an error. */
export const loadErrorContent = () => import('./error-content.tsx')

/** Loads it after the page: it is needed without a connection. */
export function useErrorContent(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadErrorContent().catch(() => {}), loadDelay)
    return () => clearTimeout(timer)
  }, [])
}
