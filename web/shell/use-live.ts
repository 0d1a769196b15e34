import { useEffect } from 'react'

/** After the page has come to life, in milliseconds. */
const startDelay = 1_500

/** Keeps "last seen" fresh while somebody who is signed in has a page open; its code comes when the page is done. */
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
