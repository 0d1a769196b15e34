/** Milliseconds between two checks for a cancellation. */
const checkInterval = 400

export type Run = { signal: AbortSignal; reportProgress(step: string, done: number, total: number): void }

export type RunProgress = { step: string; done: number; total: number }

/**
 * Saves the progress of a run periodically, and aborts its signal when it is cancelled. `save` returns whether the run was
 * cancelled or its import removed.
 */
export function watchRun(save: (progress: RunProgress) => Promise<boolean>): Run & { close(): Promise<void> } {
  const controller = new AbortController()
  let last: RunProgress = { step: 'check', done: 0, total: 0 }
  let busy: Promise<void> | null = null
  const check = () =>
    (busy ??= save(last)
      .then((isOver) => {
        if (isOver) controller.abort()
      })
      // The next check reports the progress.
      .catch(() => {})
      .finally(() => {
        busy = null
      }))
  const timer = setInterval(() => void check(), checkInterval)
  return {
    signal: controller.signal,
    reportProgress(step, done, total) {
      last = { step, done, total }
    },
    async close() {
      clearInterval(timer)
      await busy
    },
  }
}
