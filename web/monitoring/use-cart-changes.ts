import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { cartsState } from '#contract/admin/monitoring.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** Poll interval in milliseconds. */
const pollInterval = 4_000

/** Reloads the page's carts when they have changed, while the page is visible. True while that fails. */
export function useCartChanges(version: string): boolean {
  const { revalidate } = useRevalidator()
  const [isLost, setLost] = useState(false)
  const shownVersion = useRef(version)
  useEffect(() => {
    shownVersion.current = version
  }, [version])
  useEffect(() => {
    let isChecking = false
    const check = async () => {
      if (isChecking || document.visibilityState === 'hidden') return
      isChecking = true
      try {
        const current = await call(cartsState)
        if (current.version !== shownVersion.current) await revalidate()
        setLost(false)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.status === 401) redirectToSignIn()
        setLost(true)
      } finally {
        isChecking = false
      }
    }
    const timer = setInterval(() => void check(), pollInterval)
    return () => clearInterval(timer)
  }, [revalidate])
  return isLost
}
