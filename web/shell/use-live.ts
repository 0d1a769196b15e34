import { useEffect } from 'react'

/** Delay after hydration, in milliseconds. */
const startDelay = 1_500

/** Keeps "last seen" current while a signed-in user has a page open. Its code is loaded after the page. */
export function useLive(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    const timer = setTimeout(
      () => void import('#web/app/data/live-client.ts').then(({ live }) => live.start()).catch(() => {}),
      startDelay,
    )
    return () => clearTimeout(timer)
  }, [isSignedIn])
}
