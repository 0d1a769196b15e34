import '#web/app/page-words.ts'
import { ArrowLeft, FileSignature, ListPlus, Printer, ReceiptText, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { urlOf } from '#contract/core/endpoint.ts'
import { getOrderSummary, type Order } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { invoicePath, mailOrderPath, newReturnPath, orderPath } from '#contract/core/record-paths.ts'
import { Moment } from '#web/app/moment.tsx'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { OrderFacts, OrderTotals } from './order-facts.tsx'
import { AddToList } from '#web/lists/add-to-list.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/order-page.ts'
import { ChangeAnswer } from './change-answer.tsx'
import { CancelButton } from './order-actions.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { OrderLinesTable } from './order-lines-table.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'
import { RequestButton, RequestNote } from './request-change.tsx'
import { RepeatOutcome } from './repeat-outcome.tsx'
import { TransferAccounts } from './transfer-accounts.tsx'
import { TransferState } from './transfer-state.tsx'
import { useRepeatOrder } from './use-repeat-order.ts'

const inputOf = (order: string) => ({ query: { order } })

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) =>
  api(getOrderSummary, inputOf(params.orderNo))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One order: its data, printing, and ordering again. */
export default function OrderPage({ loaderData: order }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(order, () => call(getOrderSummary, inputOf(order.orderNo)))
  const title = t('orders.page.title', { number: order.orderNo })
  const [invoice] = order.invoices
  return (
    <div className="page-width max-w-260! py-5">
      <PageHead title={title} description={t('orders.page.description')} canonical={orderPath(order.orderNo)} noIndex />
      <Link
        to={pages.orders}
        className="inline-flex items-center gap-1.5 text-13 text-ink-2 hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('orders.page.back')}
      </Link>
      <PrintHead />
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <h1 className="text-20 font-semibold">{title}</h1>
        <OrderStateBadge state={order.state} />
        <div className="ml-auto flex flex-wrap gap-2 print:hidden">
          <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
            {t('orders.action.print')}
          </Button>
          {order.payment !== null && (
            <a
              href={mailOrderPath(order.payment.reference)}
              target="_blank"
              rel="noreferrer"
              className={buttonClasses('outline', 'card')}
            >
              <FileSignature size={16} aria-hidden="true" /> {t('payment.summary.mailOrder')}
            </a>
          )}
          {invoice !== undefined && (
            <Link
              to={
                order.invoices.length === 1 ? invoicePath(invoice.id) : urlOf(pages.invoices, {}, { q: order.orderNo })
              }
              className={buttonClasses('outline', 'card')}
            >
              <ReceiptText size={16} aria-hidden="true" /> {t('orders.page.invoices', { count: order.invoices.length })}
            </Link>
          )}
          <RequestButton order={order} />
          {order.mayReturn && (
            <Link to={newReturnPath(order.orderNo)} className={buttonClasses('outline', 'card')}>
              <Undo2 size={16} aria-hidden="true" /> {t('orders.page.return')}
            </Link>
          )}
          <AddToList name={order.orderNo} source={() => ({ kind: 'order', number: order.orderNo })}>
            {(open, label) => (
              <Button size="card" icon={<ListPlus size={16} aria-hidden="true" />} onClick={open}>
                {label}
              </Button>
            )}
          </AddToList>
          <CancelButton order={order} size="card" />
        </div>
      </div>
      {order.payment !== null && !order.isCancel && (
        <p className="mt-2 text-13 text-ink-2 print:hidden">{t('payment.summary.noCancel')}</p>
      )}
      {order.state === 'awaiting_approval' && (
        <MessageStrip tone="warning" className="mt-3">
          {t('orders.approval.title')}. {t('orders.approval.dealer')}
        </MessageStrip>
      )}
      {order.isTransferDue ? (
        <TransferAccounts order={order} className="mt-4 print:hidden" />
      ) : (
        <TransferState order={order} className="mt-3 print:hidden" />
      )}
      {order.objectionUntil !== null && <ChangeAnswer order={order} until={order.objectionUntil} />}
      <RequestNote order={order} />
      {order.cancelledAt !== null && (
        <p className="mt-2 text-ink-2">
          {t('orders.page.cancelledAt')}: <Moment date={order.cancelledAt} />
          {order.cancelledBy !== null && ` · ${t('orders.page.cancelledBy')}: ${order.cancelledBy}`}
        </p>
      )}
      {order.cancelReason !== '' && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {t('orders.page.cancelReason')}: {order.cancelReason}
        </p>
      )}
      <OrderFacts order={order} />
      <Lines key={order.id} order={order} />
      <OrderTotals order={order} />
      <OrderShipments shipments={order.shipments} />
      <NoteThread kind="order" number={order.orderNo} />
      <OrderHistory history={order.history} currency={order.currency} />
    </div>
  )
}

/** The lines; all or the chosen ones can be ordered again. */
function Lines({ order }: { order: Order }) {
  const { t } = useTranslation()
  const [chosen, onChoose] = useState<ReadonlySet<number>>(new Set())
  const repeat = useRepeatOrder(order.id)
  const mayFill = useMayFillCart()
  const lines = chosen.size === 0 ? undefined : [...chosen].toSorted((a, b) => a - b)
  return (
    <>
      <section className="mt-4 overflow-x-auto rounded-panel border border-line bg-surface">
        <OrderLinesTable order={order} lines={order.orderItems} {...(mayFill && { choice: { chosen, onChoose } })} />
      </section>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-3">
        {order.total !== undefined && <p className="text-12 text-ink-2">{t('cart.withoutTax')}</p>}
        {mayFill && (
          <Button
            variant="soft"
            size="card"
            className="print:hidden"
            busy={repeat.isBusy}
            icon={<RotateCcw size={16} aria-hidden="true" />}
            onClick={() => void repeat.run(lines)}
          >
            {lines === undefined ? t('orders.page.againAll') : t('orders.page.againChosen', { count: lines.length })}
          </Button>
        )}
      </div>
      <RepeatOutcome outcome={repeat.outcome} onClose={repeat.close} />
    </>
  )
}
