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
 * Runs jobs of one key one after another; of those that pile up meanwhile only the latest runs. So twenty quick steps of a
 * quantity are two calls, and the last word wins. Jobs must not throw.
 */
export function runLatest(key: string, job: Job): void {
  if (running.has(key)) waiting.set(key, job)
  else running.set(key, runAll(key, job))
}

/** Whether a newer job of this key will run: the answer to the older one is then out of date. */
export function isOutdated(key: string): boolean {
  return waiting.has(key)
}

/** Resolves when nothing is under way any more. */
export async function allJobsDone(): Promise<void> {
  while (running.size > 0) await Promise.all(running.values())
}
