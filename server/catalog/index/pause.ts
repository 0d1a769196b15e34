import { setImmediate as nextTurn } from 'node:timers/promises'

const LONGEST_SLICE = 12 // milliseconds

/**
 * Lets other work run when this one has taken the event loop for a while; long loops await it at intervals. It throws when
 * the work is no longer wanted.
 */
export type Pause = () => Promise<void> | undefined

export function createPause(signal?: AbortSignal): Pause {
  let since = performance.now()
  return () => {
    if (performance.now() - since < LONGEST_SLICE) return undefined
    return nextTurn().then(() => {
      signal?.throwIfAborted()
      since = performance.now()
    })
  }
}
