import { ChevronDown, CreditCard } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { ListedOrder } from '#contract/shop/orders.ts'
import { orderPath } from '#contract/core/record-paths.ts'
import { lira } from '#domain/money/money.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { UnreadBadge } from '#web/notes/unread-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'
import { RowLines } from './row-lines.tsx'

const opened = 'bg-brand-soft/60 shadow-[inset_3px_0_0_var(--brand)]'

/** An order, with its lines below while it is open. */
export function OrderRow({ order }: { order: ListedOrder }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const linesId = `order-${order.id}-lines`
  return (
    <>
      <tr
        data-testid="order"
        className={classes(
          'border-line max-lg:grid max-lg:grid-cols-[auto_1fr_auto] max-lg:items-center max-lg:gap-x-2 max-lg:gap-y-1 max-lg:p-3 lg:h-13',
          isOpen ? opened : 'border-b last:border-0',
          order.isCancel && 'text-ink-2',
        )}
      >
        <Cell className="max-lg:row-span-2 max-lg:px-0">
          <IconButton
            label={t(isOpen ? 'orders.action.hide' : 'orders.action.show', { number: order.orderNo })}
            aria-expanded={isOpen}
            aria-controls={linesId}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown
              size={18}
              aria-hidden="true"
              className={classes('transition-transform', isOpen && 'rotate-180')}
            />
          </IconButton>
        </Cell>
        <Cell>
          <Link
            to={orderPath(order.orderNo)}
            className="tap code inline-block py-0.5 font-medium text-brand-ink hover:underline"
          >
            {order.orderNo}
          </Link>
        </Cell>
        <Cell className="max-lg:text-right">
          <Moment date={order.date} />
        </Cell>
        <Cell className="max-lg:col-start-2">
          {order.creator}
          <span className="block text-12 text-ink-2">{t('orders.lineCount', { count: order.lineCount })}</span>
        </Cell>
        <Cell align="right" className="font-semibold">
          {order.total !== undefined && <Price value={order.total} currency={order.currency} struck={order.isCancel} />}
          {order.total !== undefined && order.payment !== null && order.payment.fee > 0 && (
            <span className="block text-12 font-normal text-ink-2">
              {t('payment.summary.amount')}: <Price value={order.payment.amount} currency={lira} />
            </span>
          )}
        </Cell>
        <Cell className="max-lg:col-span-2 max-lg:col-start-2">
          <OrderStateBadge state={order.state} />
          {order.hasRequest && (
            <Badge tone="info" className="ml-1.5">
              {t('orders.request.waiting')}
            </Badge>
          )}
          <UnreadBadge kind="order" number={order.orderNo} />
          {order.payment !== null && (
            <span className="ml-1.5 inline-flex items-center gap-1 text-12 text-ink-2">
              <CreditCard size={12} aria-hidden="true" /> {t('payment.summary.by')}
            </span>
          )}
        </Cell>
        <Cell align="right" className="max-lg:col-span-3 lg:pr-4">
          <OrderActions order={order} />
        </Cell>
      </tr>
      {isOpen && (
        <tr className={classes('border-b border-line last:border-0 max-lg:block', opened)}>
          <td id={linesId} colSpan={7} className="p-3 pt-0 max-lg:block">
            {order.payment !== null && !order.isCancel && (
              <p className="mb-2 text-13 text-ink-2">{t('payment.summary.noCancel')}</p>
            )}
            <RowLines orderNo={order.orderNo} />
          </td>
        </tr>
      )}
    </>
  )
}
