import { ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'

/** A collapsible group of filters; works without scripts. */
export function FilterSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <details open className="group border-t py-4 first:border-t-0 first:pt-0">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1.5 rounded-badge pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <h2 className="text-13 font-semibold">{title}</h2>
        {note ? <span className="text-12 text-ink-3">{note}</span> : null}
        <ChevronUp
          size={14}
          aria-hidden="true"
          className="ml-auto text-ink-2 transition-transform group-[:not([open])]:rotate-180"
        />
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
