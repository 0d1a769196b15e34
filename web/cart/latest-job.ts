type Job = () => Promise<void>

const running = new Map<string, Promise<void>>()
const waiting = new Map<string, Job>()

async function runAll(key: string, first: Job): Promise<void> {
  let job: Job | undefined = first
  while (job !== undefined) {
    await job()
    job = waiting.get(key)
    waiting.delete(key)
  }
  running.delete(key)
}

/**
 * Runs the jobs of a key one after another. Of the jobs that arrive while one is running, only the latest runs: twenty quick
 * quantity steps make two calls, and the last one wins. Jobs must not throw.
 */
export function runLatest(key: string, job: Job): void {
  if (running.has(key)) waiting.set(key, job)
  else running.set(key, runAll(key, job))
}

/** Whether a newer job of this key is waiting, so that the result of the running one is out of date. */
export function isOutdated(key: string): boolean {
  return waiting.has(key)
}

/** Resolves when no job is running. */
export async function allJobsDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}
