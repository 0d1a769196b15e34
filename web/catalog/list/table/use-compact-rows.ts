import { useSyncExternalStore } from 'react'

const key = 'toptan.compact-rows'
let chosen: boolean | null = null
const listeners = new Set<() => void>()

function isCompactNow(): boolean {
  if (chosen !== null) return chosen
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    // Storage may be blocked: rows then have their normal height.
    return false
  }
}

function choose(isCompact: boolean): void {
  chosen = isCompact
  try {
    localStorage.setItem(key, isCompact ? '1' : '0')
  } catch {
    // The choice then lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the table has compact rows; stored in this browser. */
export function useCompactRows(): [boolean, (isCompact: boolean) => void] {
  return [useSyncExternalStore(subscribe, isCompactNow, () => false), choose]
}
