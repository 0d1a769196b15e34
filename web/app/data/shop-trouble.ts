import { useSyncExternalStore } from 'react'

/** Milliseconds between two questions whether the shop is well again; up to half as much more or less, so that not all pages ask at once. */
const pause = 5_000

const listeners = new Set<() => void>()
let isInTrouble = false
let isWatching = false

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the shop cannot store anything at the moment: its database is away, or its disk is full. */
export const isShopInTrouble = (): boolean => isInTrouble
export const useShopTrouble = (): boolean => useSyncExternalStore(subscribe, isShopInTrouble, () => false)

/** A call was answered with 503: asks the shop why, and if it cannot store anything, again until it can. */
export function reportUnavailable(): void {
  if (isWatching) return
  isWatching = true
  void watch()
}

async function watch(): Promise<void> {
  isInTrouble = await findTrouble()
  for (const listener of listeners) listener()
  isWatching = isInTrouble
  if (isInTrouble) setTimeout(() => void watch(), pause * (0.5 + Math.random()))
}

/** A proxy answers 503 in its own words while no process is ready. Without a connection nothing is known. */
async function findTrouble(): Promise<boolean> {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null)
  if (response === null) return isInTrouble
  const state = (await response.json().catch(() => ({}))) as { reason?: string; changes?: boolean }
  return state.changes === false || (!response.ok && (state.reason ?? 'database') === 'database')
}
