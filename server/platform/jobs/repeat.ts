/** Does `work` again and again, with so many milliseconds between; a failed round is told and does not end it. */
export function repeatEvery(milliseconds: number, work: () => Promise<void>, warn: (error: Error) => void) {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      // The database may be away for a moment; what waits there waits on.
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
