import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, peoplePath, type PeopleView } from './people-path.ts'
import { MayChange } from '#web/administration/may-change.tsx'

type PeopleListProps = {
  base: string
  list: PeopleView & { total: number; pages: number; items: readonly unknown[] }
  /** Selects the texts: `people.dealers` or `people.users`. */
  noun: 'dealers' | 'users'
  add: { to: string; label: string }
  /** A page that belongs to the list. */
  more?: { to: string; label: string }
  /** Exports of the whole list. */
  files: ReactNode
  children: ReactNode
}

/** One page of a list with its total, a button for a new record, and an empty state. */
export function PeopleList({ base, list, noun, add, more, files, children }: PeopleListProps) {
  const { t, formatQuantity } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const { total, page, pages: count, items } = list
  return (
    <div aria-busy={isLoading} className={classes('flex flex-col gap-3', isLoading && 'opacity-60')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-13 text-ink-2">
          {t(`people.${noun}.count`, { count: total, number: formatQuantity(total) })}
        </p>
        <div className="flex flex-wrap gap-2">
          {more !== undefined && (
            <Link to={more.to} className={buttonClasses('outline', 'card')}>
              {more.label}
            </Link>
          )}
          {files}
          <MayChange>
            <Link to={add.to} className={buttonClasses('solid', 'card')}>
              <Plus size={16} aria-hidden="true" /> {add.label}
            </Link>
          </MayChange>
        </div>
      </div>
      {items.length > 0 ? (
        children
      ) : (
        <EmptyState
          title={t(isNarrowed(list) || page > 1 ? `people.${noun}.nothing` : `people.${noun}.empty`)}
          actions={
            (isNarrowed(list) || page > 1) && (
              <Link to={base} className={buttonClasses('outline', 'card')}>
                {t('people.filter.clear')}
              </Link>
            )
          }
        />
      )}
      <Pagination page={page} pages={count} to={(to) => peoplePath(base, { ...list, page: to })} />
    </div>
  )
}
