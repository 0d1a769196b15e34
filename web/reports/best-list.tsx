import { AreaLink } from '#web/administration/area-link.tsx'
import type { BestSeller } from '#contract/admin/board.ts'
import { lira } from '#domain/money/money.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type BestListProps = {
  title: string
  /** Shown without sales. */
  none: string
  items: readonly BestSeller[]
  /** The page of a dealer or product. */
  pathOf(item: BestSeller): string
  /** Its orders of the period. */
  ordersPathOf(item: BestSeller): string
}

/** The dealers or products with the highest sales of a period. */
export function BestList({ title, none, items, pathOf, ordersPathOf }: BestListProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  return (
    <AdminPanel title={title}>
      {items.length === 0 && <p className="text-13 text-ink-2">{none}</p>}
      <ol className="flex flex-col gap-2 max-sm:gap-4">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
            <AreaLink
              to={pathOf(item)}
              className="tap min-w-0 flex-1 basis-60 font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {item.name}
            </AreaLink>
            <AreaLink to={ordersPathOf(item)} className="tap text-13 text-ink-2 hover:underline">
              {t('administration.board.sales.orders', { count: item.orders, number: formatQuantity(item.orders) })} ·{' '}
              <span className="font-medium text-ink tabular-nums">{formatMoney(item.total, lira)}</span>
            </AreaLink>
          </li>
        ))}
      </ol>
    </AdminPanel>
  )
}
