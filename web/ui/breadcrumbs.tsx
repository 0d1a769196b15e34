import { ChevronRight } from 'lucide-react'
import { useTranslation } from './translation.ts'
import { Link } from './link.tsx'

export type Breadcrumb = { name: string; url: string }

/** The path to this page; the last entry is the page itself and not a link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('ui.breadcrumbs')} className="py-3 text-12">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {crumbs.map((crumb, i) => {
          const isLast = i === crumbs.length - 1
          return (
            <li key={crumb.url} className="flex min-w-0 items-center gap-1.5">
              {i > 0 && <ChevronRight size={12} aria-hidden="true" className="shrink-0 text-ink-3" />}
              {isLast ? (
                <span aria-current="page" className="truncate font-medium">
                  {crumb.name}
                </span>
              ) : (
                <Link to={crumb.url} className="py-1 text-ink-2 hover:text-ink hover:underline">
                  {crumb.name}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
