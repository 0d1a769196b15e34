import { Link } from '#web/ui/link.tsx'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { salesPath } from './order-list-path.ts'
import type { SalesDay } from './sales-chart.tsx'

/** The figures of the chart, newest first. */
export function SalesTable({ days }: { days: readonly SalesDay[] }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  return (
    <details>
      <summary className="tap w-fit cursor-pointer text-13 font-medium">{t('administration.board.asTable')}</summary>
      <Table aria-label={t('administration.board.chart')}>
        <TableHead className="static!">
          <tr className="border-b border-line">
            <HeadCell>{t('administration.board.columns.day')}</HeadCell>
            <HeadCell align="right">{t('administration.board.columns.orders')}</HeadCell>
            <HeadCell align="right">{t('administration.board.columns.total')}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {days.toReversed().map(({ day, orders, total }) => (
            <tr key={day} className="h-9 border-b border-line last:border-0">
              <Cell>
                <Link to={salesPath({ from: day, to: day })} className="tap hover:underline">
                  {formatDay(day)}
                </Link>
              </Cell>
              <Cell align="right">{formatQuantity(orders)}</Cell>
              <Cell align="right">{formatMoney(total, lira)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
