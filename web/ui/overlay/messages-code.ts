import { useSyncExternalStore } from 'react'

type Messages = typeof import('./messages.tsx')

let code: Messages | undefined
const listeners = new Set<() => void>()

/** Loads the code of alerts and toasts. Rejects without a connection; the next call tries again. */
export async function loadMessages(): Promise<void> {
  if (code !== undefined) return
  code = await import('./messages.tsx')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The code of alerts and toasts; undefined until it is loaded. */
export const useMessages = (): Messages | undefined =>
  useSyncExternalStore(
    subscribe,
    () => code,
    () => undefined,
  )
