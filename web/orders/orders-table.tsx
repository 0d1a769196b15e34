import type { ListedOrder } from '#contract/shop/orders.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { OrderRow } from './order-row.tsx'

/** The list as a table; in narrow windows each order is a card. */
export function OrdersTable({ orders }: { orders: readonly ListedOrder[] }) {
  const { t } = useTranslation()
  return (
    <CardTable
      label={t('orders.table')}
      below="lg"
      head={
        <>
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
        </>
      }
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </CardTable>
  )
}
