import { useLocation } from 'react-router'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { Link } from '#web/ui/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Whether the address restricts the list to what failed. */
export function useFailedOnly(): boolean {
  return useSearchParameters().get('show') === 'failed'
}

/** Links to all rows of a list and to those that failed; without failures nothing, unless the filter is set. */
export function FailedFilter({ total, failed }: { total: number; failed: number }) {
  const { t, formatQuantity } = useTranslation()
  const { pathname } = useLocation()
  const isFailedOnly = useFailedOnly()
  if (failed === 0 && !isFailedOnly) return null
  const shows = [
    { to: pathname, label: t('integration.show.all'), count: total, isChosen: !isFailedOnly },
    { to: `${pathname}?show=failed`, label: t('integration.show.failed'), count: failed, isChosen: isFailedOnly },
  ]
  return (
    <nav aria-label={t('integration.show.label')} className="flex flex-wrap gap-2">
      {shows.map(({ to, label, count, isChosen }) => (
        <Link
          key={to}
          to={to}
          replace
          preventScrollReset
          aria-current={isChosen ? 'true' : undefined}
          className={classes(
            'inline-flex h-8 items-center gap-1.5 rounded-control border px-3 text-13 font-medium max-sm:h-11 pointer-coarse:min-h-11',
            isChosen ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-2 bg-surface text-ink hover:bg-hover',
          )}
        >
          {label} <span className="tabular-nums">{formatQuantity(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
