import type { ReactNode } from 'react'

export function Key({ children }: { children: ReactNode }) {
  return <kbd className="key">{children}</kbd>
}
