import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { cartsState } from '#contract/admin/monitoring.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** Poll interval in milliseconds. */
const pace = 4_000

/** Reloads the page's carts when they have changed, while the page is visible. True while that fails. */
export function useCartChanges(version: string): boolean {
  const { revalidate } = useRevalidator()
  const [isLost, setLost] = useState(false)
  const shown = useRef(version)
  useEffect(() => {
    shown.current = version
  }, [version])
  useEffect(() => {
    let isLooking = false
    const look = async () => {
      if (isLooking || document.visibilityState === 'hidden') return
      isLooking = true
      try {
        const now = await call(cartsState)
        if (now.version !== shown.current) await revalidate()
        setLost(false)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.status === 401) redirectToSignIn()
        setLost(true)
      } finally {
        isLooking = false
      }
    }
    const timer = setInterval(() => void look(), pace)
    return () => clearInterval(timer)
  }, [revalidate])
  return isLost
}
