import { Link } from 'react-router'
import type { getBoard, Sales } from '#contract/admin/board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { lira } from '#domain/money/money.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { orderListPath } from './order-list-path.ts'

type BestDealersProps = { dealers: Reply<typeof getBoard>['bestDealers']; period: Sales }

/** The dealers with the highest sales of the month. */
export function BestDealers({ dealers, period: { from, to } }: BestDealersProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  return (
    <AdminPanel title={t('administration.board.bestDealers')}>
      {dealers.length === 0 && <p className="text-13 text-ink-2">{t('administration.board.noSales')}</p>}
      <ol className="flex flex-col gap-2">
        {dealers.map(({ id, code, name, orders, total }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link to={orderListPath({ dealer: code, from, to })} className="tap font-medium hover:underline">
              {name}
            </Link>
            <span className="text-13 text-ink-2">
              {t('administration.board.sales.orders', { count: orders, number: formatQuantity(orders) })} ·{' '}
              <span className="font-medium text-ink tabular-nums">{formatMoney(total, lira)}</span>
            </span>
          </li>
        ))}
      </ol>
    </AdminPanel>
  )
}
