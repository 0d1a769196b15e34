import { useSyncExternalStore } from 'react'
import { applyTheme, currentTheme, type Theme } from './theme.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen theme and its setter. The server does not know the theme and renders 'system'. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, currentTheme, (): Theme => 'system')
  return [
    theme,
    (next) => {
      applyTheme(next)
      for (const listener of listeners) listener()
    },
  ]
}
