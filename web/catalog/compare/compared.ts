import { useSyncExternalStore } from 'react'
import { comparedMax } from '#contract/shop/catalog.ts'

/** The products that the visitor has chosen to compare, in this browser. */
const key = 'toptan.compared'

let ids: readonly number[] | undefined
const listeners = new Set<() => void>()
const none: readonly number[] = []

function stored(): readonly number[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((id) => Number.isSafeInteger(id)).slice(0, comparedMax) : none
  } catch {
    return none
  }
}

export const comparedIds = (): readonly number[] => (ids ??= stored())

export function setCompared(next: readonly number[]): void {
  ids = next
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // Full or disabled storage: the choice lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Adds or removes a product; returns `full` without a change if it would be one too many. */
export function toggleCompared(id: number): 'added' | 'removed' | 'full' {
  // Another tab may have changed them.
  const now = stored()
  if (now.includes(id)) {
    setCompared(now.filter((other) => other !== id))
    return 'removed'
  }
  if (now.length >= comparedMax) {
    setCompared(now)
    return 'full'
  }
  setCompared([...now, id])
  return 'added'
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return
    ids = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The chosen products; none on the server and until hydration. */
export const useCompared = (): readonly number[] => useSyncExternalStore(subscribe, comparedIds, () => none)
