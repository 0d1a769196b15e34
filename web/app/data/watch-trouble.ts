import { isShopInTrouble, setShopTrouble } from './shop-trouble.ts'

/** Milliseconds between checks, give or take half, so that open pages do not all check at once. */
const pause = 5_000

let isWatching = false

/** Call after a 503: checks whether the shop can store changes, and repeats the check until it can. */
export function reportUnavailable(): void {
  if (isWatching) return
  isWatching = true
  void watch()
}

async function watch(): Promise<void> {
  isWatching = await findTrouble()
  setShopTrouble(isWatching)
  if (isWatching) setTimeout(() => void watch(), pause * (0.5 + Math.random()))
}

/** A proxy answers 503 with its own body while no process is ready. Without a connection, the last result stays. */
async function findTrouble(): Promise<boolean> {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null)
  if (response === null) return isShopInTrouble()
  const state = (await response.json().catch(() => ({}))) as { reason?: string; changes?: boolean }
  return state.changes === false || (!response.ok && (state.reason ?? 'database') === 'database')
}
