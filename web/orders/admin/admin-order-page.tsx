import '#web/app/page-words.ts'
import { CreditCard, Printer } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminOrder, getAnyOrder } from '#contract/admin/orders.ts'
import { adminInvoicePath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { adminErpPath, adminOrderPath, adminPaymentPath } from '#contract/core/record-paths.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { changeableStates } from '#domain/orders/order-life.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { OrderShipments } from '#web/orders/order-shipments.tsx'
import { OrderHistory } from '#web/orders/order-history.tsx'
import { OrderFacts, OrderTotals } from '#web/orders/order-facts.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-order-page.ts'
import { CancelOrder } from './admin-cancel-order.tsx'
import { ChangeLines } from './admin-change-lines.tsx'
import { AdminOrderRequest } from './admin-order-request.tsx'
import { MarkButtons } from './admin-mark-orders.tsx'
import { PickButton } from './admin-pick-button.tsx'
import { ShipButton } from './admin-ship-button.tsx'
import { MoveButtons } from './admin-move-orders.tsx'
import { AdminOrderState } from './admin-order-state.tsx'
import { OrderLinesTable } from '#web/orders/order-lines-table.tsx'
import { TransferState } from '#web/orders/transfer-state.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getAnyOrder, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One order of any dealer, with the administrators' actions. */
export default function AdminOrderPage({ loaderData: order }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(order, () => call(getAnyOrder, { params: { id: String(order.id) } }))
  const title = t('orders.page.title', { number: order.orderNo })
  const [invoice] = order.invoices
  return (
    <DetailFrame
      title={title}
      description={t('administration.orders.description')}
      path={adminOrderPath(order.id)}
      back={{ to: pages.adminOrders, label: t('administration.orders.title') }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold">{title}</h1>
        <AdminOrderState order={order} />
        <Actions order={order} />
      </div>
      <ApprovalNote order={order} />
      <TransferState order={order} />
      <AdminOrderRequest order={order} />
      {order.objectionUntil !== null && (
        <MessageStrip tone="info">
          {t('administration.orders.lines.waiting')}: <Moment date={order.objectionUntil} />
        </MessageStrip>
      )}
      <OrderNotes order={order} />
      <div className="[&>dl]:mt-0">
        <OrderFacts order={order} numberName={t('administration.orders.columns.number')} />
      </div>
      <DealerContact contact={order.contact} />
      <section className="overflow-x-auto rounded-panel border border-line bg-surface">
        <OrderLinesTable order={order} lines={order.orderItems} />
      </section>
      <OrderTotals order={order} />
      {invoice !== undefined && (
        <p className="text-13">
          <AreaLink
            to={
              order.invoices.length === 1
                ? adminInvoicePath(invoice.id)
                : urlOf(pages.adminInvoices, {}, { q: order.orderNo })
            }
            className="tap font-medium text-brand-ink hover:underline"
          >
            {t('administration.orders.invoices', { count: order.invoices.length })}
          </AreaLink>
        </p>
      )}
      <OrderShipments shipments={order.shipments} isAdmin />
      <NoteThread kind="order" number={order.orderNo} />
      <OrderHistory history={order.history} currency={order.currency} isAdmin />
    </DetailFrame>
  )
}

type ErpDeliveryProps = { delivery: NonNullable<AdminOrder['erpDelivery']> }

/** How far the order is on its way to the ERP, with the reason if the ERP refused it. */
function ErpDelivery({ delivery: { connectionId, state, message } }: ErpDeliveryProps) {
  const { t } = useTranslation()
  const filter = state === 'refused' || state === 'unknown' ? `&filtre=${state}` : ''
  return (
    <span className={state === 'refused' ? 'text-danger' : undefined}>
      {t('administration.orders.erpDelivery')}: {t(`erp.documentStates.${state}`)}
      {message !== null && ` (${message})`}{' '}
      <AreaLink
        to={`${adminErpPath(connectionId)}?sekme=belgeler${filter}`}
        className="inline-flex min-h-6 items-center text-brand-ink underline"
      >
        {t('erp.tabs.belgeler')}
      </AreaLink>
    </span>
  )
}

/** Where the order goes and whom to invoice, on screen and in print. */
function DealerContact({ contact }: Pick<AdminOrder, 'contact'>) {
  const { t } = useTranslation()
  const join = (parts: string[], sign: string) => parts.filter((part) => part !== '').join(sign)
  const { address, district, city, phone, taxOffice, taxNumber } = contact
  const facts = [
    ['address', join([address, join([district, city], ' / ')], ', ')],
    ['phone', phone],
    ['tax', join([taxOffice, taxNumber], ' · ')],
  ].filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-x-6 gap-y-3 rounded-panel border border-line bg-surface p-4 sm:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-12 text-ink-2">{t(`administration.orders.contact.${name}`)}</dt>
          <dd className="mt-0.5 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Why the order waits for approval. */
function ApprovalNote({ order: { state, approvalReasons } }: { order: AdminOrder }) {
  const { t } = useTranslation()
  if (state !== 'awaiting_approval') return null
  const reasons = approvalReasons.map((reason) => t(`orders.approval.reasons.${reason}`))
  return (
    <MessageStrip tone="warning">
      {t('orders.approval.title')}: {reasons.join(' · ')}
      {approvalReasons.includes('discount') && <p>{t('orders.approval.discountBy')}</p>}
    </MessageStrip>
  )
}

/** The order's dealer and user, and what the ERP has of it. */
function OrderNotes({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-13 text-ink-2">
      <span>
        {t('administration.orders.columns.dealerCode')}: <span className="code">{order.dealerCode}</span>
      </span>
      <a href={`mailto:${order.creatorEmail}`} className="hover:underline">
        {order.creatorEmail}
      </a>
      {order.sentAt !== null && (
        <span>
          {t('administration.orders.sentAt')}: <Moment date={order.sentAt} />
        </span>
      )}
      {order.erpDelivery !== null && order.erpDocumentNo === null && <ErpDelivery delivery={order.erpDelivery} />}
      {order.erpDocumentNo !== null && (
        <span>
          {t('administration.orders.erpDocumentNo')}: <span className="code">{order.erpDocumentNo}</span>
        </span>
      )}
      {order.erpCancellationNo !== null && (
        <span>
          {t('administration.orders.erpCancellationNo')}: <span className="code">{order.erpCancellationNo}</span>
        </span>
      )}
      {order.cancelledAt !== null && (
        <span>
          {t('orders.page.cancelledAt')}: <Moment date={order.cancelledAt} />
          {order.cancelledBy !== null && ` · ${t('orders.page.cancelledBy')}: ${order.cancelledBy}`}
        </span>
      )}
      {order.cancelReason !== '' && (
        <span className="[overflow-wrap:anywhere]">
          {t('orders.page.cancelReason')}: {order.cancelReason}
        </span>
      )}
      {!order.mayCancel && !order.isCancel && (order.isSent || order.payment !== null) && (
        <span>{t(`administration.orders.${order.isSent ? 'recallFirst' : 'refundInstead'}`)}</span>
      )}
    </p>
  )
}

function Actions({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  return (
    <div className="ml-auto flex flex-wrap gap-2 print:hidden">
      <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
        {t('orders.action.print')}
      </Button>
      {order.paymentId !== null && (
        <AreaLink isAction to={adminPaymentPath(order.paymentId)} className={buttonClasses('outline', 'card')}>
          <CreditCard size={16} aria-hidden="true" /> {t('administration.orders.payment')}
        </AreaLink>
      )}
      {mayChange && (
        <>
          <MoveButtons orders={[order]} />
          <PickButton orders={[order]} />
          <ShipButton orders={[order]} />
          {changeableStates.includes(order.state) && !order.isSent && <ChangeLines order={order} />}
          {!order.isCancel && order.state !== 'awaiting_approval' && (
            <MarkButtons chosen={new Set([order.id])} marks={[!order.isSent]} />
          )}
          {order.mayCancel && <CancelOrder order={order} />}
        </>
      )}
    </div>
  )
}
