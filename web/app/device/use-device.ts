import { useEffect } from 'react'
import type { Visitor } from '#contract/core/visitor.ts'

/** Delay after hydration, in milliseconds: behind everything that the page itself loads. */
const startDelay = 5_000

/** Makes the shop installable and usable without a connection. Its code is loaded long after the page. */
export function useDevice(user: Visitor['user']): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void import('./start-device.ts').then(({ startDevice }) => startDevice(user)).catch(() => {}),
      startDelay,
    )
    return () => clearTimeout(timer)
  }, [user])
}
