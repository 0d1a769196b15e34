import type { ReactNode } from 'react'

/** Totals of a list. */
export function ListSums({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">{children}</dl>
}

export function ListSum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
