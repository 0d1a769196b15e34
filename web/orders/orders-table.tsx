import type { ListedOrder } from '#contract/orders.ts'
import { HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { OrderRow } from './order-row.tsx'

/** The list as a table; on narrow windows each order is a card. */
export function OrdersTable({ orders }: { orders: readonly ListedOrder[] }) {
  const { t } = useTranslation()
  return (
    <div className="rounded-panel border border-line bg-surface max-lg:overflow-hidden">
      <Table aria-label={t('orders.table')} className="max-lg:block">
        <TableHead className="max-lg:hidden">
          <tr className="border-b border-line">
            <HeadCell className="w-12 rounded-tl-panel">
              <span className="sr-only">{t('orders.head.toggle')}</span>
            </HeadCell>
            <HeadCell>{t('orders.head.number')}</HeadCell>
            <HeadCell>{t('orders.head.date')}</HeadCell>
            <HeadCell>{t('orders.head.creator')}</HeadCell>
            <HeadCell align="right">{orders[0]?.total !== undefined && t('orders.head.total')}</HeadCell>
            <HeadCell>{t('orders.head.status')}</HeadCell>
            <HeadCell align="right" className="rounded-tr-panel pr-4">
              {t('orders.head.actions')}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-lg:block">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}
