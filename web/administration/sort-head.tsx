import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
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
  const isDown = list.sort === `-${field}`
  const isUp = list.sort === field
  const next = isDown ? field : `-${field}`
  return (
    <HeadCell {...cell} aria-sort={isDown ? 'descending' : isUp ? 'ascending' : undefined}>
      <Link
        to={listPath(place.page, { ...list, sort: next, page: 1 }, place.names, place.sort)}
        preventScrollReset
        className="inline-flex items-center gap-1 hover:underline"
      >
        {children}
        {isDown && <ArrowDown size={12} aria-hidden="true" />}
        {isUp && <ArrowUp size={12} aria-hidden="true" />}
      </Link>
    </HeadCell>
  )
}
