import type { ReactNode } from 'react'

export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-badge border border-line-2 bg-surface px-1 font-sans text-11 text-ink-2">
      {children}
    </kbd>
  )
}
