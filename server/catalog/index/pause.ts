import { setImmediate as nextTurn } from 'node:timers/promises'

const LONGEST_SLICE = 12 // milliseconds

/**
 * Yields to other work when the current one has blocked the event loop for a while. Long loops await it at intervals.
 * It throws when the work was aborted.
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
