import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { HeadCell } from '#web/ui/table.tsx'
import { listPath, type ListView } from './list-address.ts'
import type { ListPlace } from './list-frame.tsx'

type SortHeadProps = {
  place: ListPlace
  list: ListView
  /** The sort field; `-` reverses it. */
  field: string
  align?: 'left' | 'right'
  className?: string
  children: ReactNode
}

/** A column head that sorts by its column; a second click reverses the order. */
export function SortHead({ place, list, field, children, ...cell }: SortHeadProps) {
  const isDescending = list.sort === `-${field}`
  const isAscending = list.sort === field
  const next = isDescending ? field : `-${field}`
  return (
    <HeadCell {...cell} aria-sort={isDescending ? 'descending' : isAscending ? 'ascending' : undefined}>
      <Link
        to={listPath(place.page, { ...list, sort: next, page: 1 }, place.names, place.sort)}
        preventScrollReset
        className="inline-flex items-center gap-1 hover:underline"
      >
        {children}
        {isDescending && <ArrowDown size={12} aria-hidden="true" />}
        {isAscending && <ArrowUp size={12} aria-hidden="true" />}
      </Link>
    </HeadCell>
  )
}
