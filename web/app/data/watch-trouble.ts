import { isShopInTrouble, setShopTrouble } from './shop-trouble.ts'

/** Milliseconds between two questions whether the shop is well again; up to half as much more or less, so that not all pages ask at once. */
const pause = 5_000

let isWatching = false

/** A call was answered with 503: asks the shop why, and if it cannot store anything, again until it can. */
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

/** A proxy answers 503 in its own words while no process is ready. Without a connection nothing is known. */
async function findTrouble(): Promise<boolean> {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null)
  if (response === null) return isShopInTrouble()
  const state = (await response.json().catch(() => ({}))) as { reason?: string; changes?: boolean }
  return state.changes === false || (!response.ok && (state.reason ?? 'database') === 'database')
}
