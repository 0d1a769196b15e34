import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import { Table, TableHead } from './table.tsx'

/** By the breakpoint below which rows become cards. Each list arranges the columns of its cards. */
const wide = 'max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0'
const layouts = {
  lg: { panel: 'max-lg:overflow-hidden', block: 'max-lg:block', hidden: 'max-lg:hidden' },
  xl: { panel: wide, block: 'max-xl:block', hidden: 'max-xl:hidden' },
  never: { panel: wide, block: undefined, hidden: undefined },
}

/** A row that is a link as a whole. */
export const cardRow = {
  lg: 'relative border-b border-line last:border-0 hover:bg-hover max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:p-3 lg:h-13 lg:[&>td]:py-1.5',
  xl: 'relative border-b border-line last:border-0 hover:bg-hover max-xl:grid max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 xl:h-13 xl:[&>td]:py-1.5',
}

type CardTableProps = { label: string; below: keyof typeof layouts; head: ReactNode; children: ReactNode }

/**
 * A table in a panel, with cards instead of rows in narrow windows. Tables that stay wide scroll sideways, also by the
 * keyboard; the others do not scroll, so that their heads stick to the window.
 */
export function CardTable({ label, below, head, children }: CardTableProps) {
  const { panel, block, hidden } = layouts[below]
  const style = `rounded-panel border border-line bg-surface ${panel}`
  const table = (
    <Table aria-label={label} className={block}>
      <TableHead className={hidden}>
        <tr className="border-b border-line">{head}</tr>
      </TableHead>
      <tbody className={block}>{children}</tbody>
    </Table>
  )
  if (below === 'lg') return <div className={style}>{table}</div>
  return (
    <ScrollRegion label={label} className={style}>
      {table}
    </ScrollRegion>
  )
}
