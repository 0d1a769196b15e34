import { CreditCard } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import type { AdminListedOrder, listAllOrders } from '#contract/admin/orders.ts'
import { adminOrderPath } from '#contract/core/record-paths.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { UnreadBadge } from '#web/notes/unread-badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AdminOrderState } from './admin-order-state.tsx'
import type { OrderChoice } from './use-order-choice.ts'

type OrdersTableProps = { choice: OrderChoice; place: ListPlace; list: Reply<typeof listAllOrders> }

const box = 'relative z-1 block size-4.5 accent-(--brand) pointer-coarse:size-6'

/** Orders with checkboxes; cards in narrow windows. */
export function AdminOrdersTable({ place, list, choice }: OrdersTableProps) {
  const { t } = useTranslation()
  const { items } = list
  const chooseAll = (
    <input
      type="checkbox"
      aria-label={t('administration.orders.chooseAll')}
      checked={choice.isPageChosen}
      className={box}
      onChange={() => choice.choose(items, !choice.isPageChosen)}
    />
  )
  const columns: readonly Column[] = [
    { name: 'choice', content: chooseAll, className: 'w-10 pl-4' },
    { name: 'number', sort: 'number' },
    { name: 'date', sort: 'date' },
    { name: 'dealer', className: 'w-1/3 2xl:w-2/5' },
    { name: 'lines', align: 'right' },
    { name: 'total', sort: 'total', align: 'right' },
    { name: 'state', className: 'pr-4' },
  ]
  return (
    <ListTable place={place} list={list} columns={columns} noun="orders">
      {items.map((order) => (
        <OrderRow key={order.id} order={order} choice={choice} />
      ))}
    </ListTable>
  )
}

function OrderRow({ order, choice }: { order: AdminListedOrder; choice: OrderChoice }) {
  const { t } = useTranslation()
  const { id, orderNo, dealer, dealerCode, creator, lineCount, currency, total, totalTry } = order
  const isChosen = choice.ids.has(id)
  return (
    <tr data-testid="admin-order" className={`${cardRow.xl} max-xl:grid-cols-[auto_1fr_auto]`}>
      <Cell className="max-xl:row-span-3 max-xl:px-0 max-xl:pt-1 xl:pl-4">
        <input
          type="checkbox"
          aria-label={t('administration.orders.choose', { number: orderNo })}
          checked={isChosen}
          className={box}
          onChange={() => choice.choose([order], !isChosen)}
        />
      </Cell>
      <Cell className="whitespace-nowrap max-xl:px-0">
        {/* The whole row links to the order. */}
        <AreaLink
          to={adminOrderPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {orderNo}
        </AreaLink>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        <Moment date={order.date} />
      </Cell>
      <Cell className="min-w-40 max-xl:order-1 max-xl:col-span-2 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">{[dealerCode, creator].join(' · ')}</span>
      </Cell>
      <Cell align="right" className="max-xl:hidden">
        {lineCount}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:px-0">
        <Price value={total} currency={currency} className="font-semibold" struck={order.isCancel} />
        {currency !== 'TRY' && (
          <span className="block text-12 text-ink-2">
            <Price value={totalTry} currency="TRY" />
          </span>
        )}
      </Cell>
      <Cell className="max-xl:order-3 max-xl:px-0 max-xl:text-right max-xl:whitespace-nowrap xl:pr-4">
        <AdminOrderState order={order} />
        <UnreadBadge kind="order" number={orderNo} />
        {order.isCard && (
          <span className="ml-1.5 inline-flex items-center gap-1 text-12 whitespace-nowrap text-ink-2">
            <CreditCard size={12} aria-hidden="true" /> {t('administration.orders.card')}
          </span>
        )}
      </Cell>
    </tr>
  )
}
