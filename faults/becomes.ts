import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a state. Returns the milliseconds that it took; throws after `limit`. */
export async function becomes(state: () => Promise<boolean>, limit = 10_000): Promise<number> {
  const startedAt = performance.now()
  while (!(await state())) {
    if (performance.now() - startedAt > limit) throw new Error(`A state was not reached in ${limit} ms.`)
    await sleep(50)
  }
  return performance.now() - startedAt
}
