export type FollowOptions = {
  /** Subscribes to notifications of a channel; also calls back after a lost connection is restored. */
  listen?: (channel: string, onNotice: () => void) => void
  warn?: (message: string) => void
  pollMilliseconds?: number
}

/**
 * Calls `catchUp` at notifications of changed caches and regularly, never twice at once. `what` names the data in
 * warnings.
 */
export function followChanges(
  what: string,
  catchUp: () => Promise<void>,
  { listen, warn = () => {}, pollMilliseconds = 1_000 }: FollowOptions,
) {
  let reading: Promise<void> | null = null
  const check = () => {
    reading ??= catchUp()
      // The database may be unavailable for a moment; the next check catches up.
      .catch((error: unknown) => warn(`Could not read ${what}: ${String(error)}`))
      .finally(() => {
        reading = null
      })
  }
  listen?.('cache_version', check)
  const timer = setInterval(check, pollMilliseconds)
  timer.unref()
  return {
    /** Waits for the check that runs. */
    settled: async () => {
      await reading
    },
    async close() {
      clearInterval(timer)
      await reading
    },
  }
}
