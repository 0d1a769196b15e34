import { useEffect, useSyncExternalStore } from 'react'

const key = 'toptan.order-note'
const listeners = new Set<() => void>()
let note: string | null = null

function read(): string {
  try {
    note ??= sessionStorage.getItem(key)
  } catch {
    // Storage may be blocked: the note is then kept as long as the page.
  }
  return note ?? ''
}

export function saveNote(next: string): void {
  note = next
  try {
    sessionStorage.setItem(key, next)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The order's note, which survives a reload and a sign-in. `refused`: the note of a posted form that was refused. */
export function useNote(refused = ''): string {
  useEffect(() => {
    if (refused !== '' && read() === '') saveNote(refused)
  }, [refused])
  return useSyncExternalStore(subscribe, read, () => refused)
}
