/** Runs `work` repeatedly with a pause of `milliseconds`. A failed run is reported and does not stop the next one. */
export function repeatEvery(milliseconds: number, work: () => Promise<void>, warn: (error: Error) => void) {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      // The database may be unreachable for a moment; the next run continues.
      .catch((error: unknown) => warn(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = null
      })
  }, milliseconds)
  timer.unref()
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
