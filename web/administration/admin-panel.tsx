import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { AreaLink } from './area-link.tsx'

/** A titled panel of an administrator's page. */
export function AdminPanel({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-panel border border-line bg-surface">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
        <h2 className="text-14 font-semibold">{title}</h2>
        {end}
      </div>
      <div className="flex flex-col gap-4 p-4">{children}</div>
    </section>
  )
}

/** A link back to the list, above the page title. */
export function BackTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AreaLink to={to} className="inline-flex items-center gap-2 hover:underline pointer-coarse:min-h-11">
      <ArrowLeft size={16} aria-hidden="true" className="text-ink-2" /> {children}
    </AreaLink>
  )
}

/** The bar at the bottom of a long form that shows unsaved changes, as wide as its page or form. */
export const saveBarClasses =
  'sticky bottom-0 z-10 -mx-6 -mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-6 py-3 shadow-float max-sm:-mx-4 max-sm:px-4 2xl:bottom-4 2xl:mx-0 2xl:mb-0 2xl:rounded-panel 2xl:border 2xl:px-4'
