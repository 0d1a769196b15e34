import type { ReactNode } from 'react'
import { CardTable } from '#web/ui/card-table.tsx'
import { HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ListView } from './list-address.ts'
import type { ListPlace } from './list-frame.tsx'
import { SortHead } from './sort-head.tsx'

export type Column = {
  name: string
  /** The field that this column sorts by. */
  sort?: string
  /** Replaces the column's name. */
  content?: ReactNode
  align?: 'right'
  className?: string
}

type ListTableProps = {
  place: ListPlace
  list: ListView
  /** Selects the texts. */
  noun: string
  columns: readonly Column[]
  /** The width below which rows become cards. */
  below?: 'xl' | 'never'
  children: ReactNode
}

/** The table of an administrators' list with its column heads. */
export function ListTable({ place, list, noun, columns, below = 'xl', children }: ListTableProps) {
  const { t } = useTranslation()
  const head = columns.map(({ name, sort, content = t(`administration.${noun}.columns.${name}`), ...cell }) =>
    sort === undefined ? (
      <HeadCell key={name} {...cell}>
        {content}
      </HeadCell>
    ) : (
      <SortHead key={name} place={place} list={list} field={sort} {...cell}>
        {content}
      </SortHead>
    ),
  )
  return (
    <CardTable label={t(`administration.${noun}.title`)} below={below} head={head}>
      {children}
    </CardTable>
  )
}
