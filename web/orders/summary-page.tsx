import '#web/app/page-words.ts'
import { CircleCheck, CircleX, Printer } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { Link } from '#web/ui/link.tsx'
import { getOrderSummary, type SummaryOrder } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { getPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { Price } from '#web/app/price.tsx'
import { useBackToShop } from '#web/product/back-to-shop.ts'
import { PaymentFacts } from '#web/payments/payment-facts.tsx'
import { PaymentSummary } from '#web/payments/payment-summary.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { Route } from './+types/summary-page.ts'
import { useLineCount } from '#web/cart/use-cart.ts'
import { CheckoutSteps } from '#web/cart/checkout/checkout-steps.tsx'
import { OrderFacts, OrderTotals } from './order-facts.tsx'
import { OrderLines } from './summary-lines.tsx'
import { TransferAccounts } from './transfer-accounts.tsx'

/** Loads the order, or the payment into the account, of the address. An order paid by card includes its payment. */
async function openSummary(api: ServerCall, { url: address }: PageLocation) {
  const query = new URL(address).searchParams
  const paymentOf = (reference: string) => api(getPayment, { params: { reference }, query: {} })
  const reference = query.get('payment')
  const payment = reference === null ? null : await paymentOf(reference)
  const number = query.get('order') ?? payment?.order ?? null
  if (payment !== null && number === null) return { order: null, payment }
  const order = await api(getOrderSummary, number === null ? {} : { query: { order: number } })
  return { order, payment: payment ?? (order.payment && (await paymentOf(order.payment.reference))) }
}

export const loader = loadOnServer(openSummary)
export const clientLoader = loadInBrowser(openSummary)

export default function SummaryPage({ loaderData: { order, payment } }: Route.ComponentProps) {
  return order === null ? <PaymentSummary payment={payment} /> : <OrderSummary order={order} payment={payment} />
}

/** Focuses the heading, so that keyboard and screen reader users continue there. */
function focusHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

function OrderSummary({ order, payment }: { order: SummaryOrder; payment: PaymentResult | null }) {
  const { t } = useTranslation()
  const shop = useBackToShop()
  return (
    <div className="page-width max-w-260! py-6">
      <PageHead
        title={`${t('checkout.summary.pageTitle')} ${order.orderNo}`}
        description={t('checkout.summary.thanks')}
        canonical={pages.checkoutSummary}
        noIndex
      />
      <PrintHead />
      <CheckoutSteps at="summary" />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <OrderIcon isCancelled={order.isCancel} />
        <div className="min-w-0 flex-1 basis-60">
          <h1 ref={focusHeading} tabIndex={-1} className="text-20 font-semibold outline-none">
            {t(order.isCancel ? 'checkout.summary.cancelled' : 'checkout.summary.title')}
          </h1>
          {payment?.succeed === true && !order.isCancel && (
            <p className="mt-0.5 font-semibold text-success">
              {t('payment.paid')} <Price value={payment.amount} currency={payment.currency} />
            </p>
          )}
          {!order.isCancel && <p className="mt-0.5 text-ink-2">{t('checkout.summary.thanks')}</p>}
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
            {t('checkout.summary.print')}
          </Button>
          <Link to={pages.orders} className={buttonClasses('outline', 'card')}>
            {t('checkout.summary.orders')}
          </Link>
          <Link to={shop} className={buttonClasses('solid', 'card')}>
            {t('checkout.summary.shop')}
          </Link>
        </div>
      </div>
      {order.state === 'awaiting_approval' && (
        <MessageStrip tone="warning" className="mt-3">
          {t('orders.approval.title')}. {t('orders.approval.dealer')}
        </MessageStrip>
      )}
      <RestInCart />
      {payment !== null && <PaymentFacts payment={payment} />}
      <OrderFacts order={order} payment={null} />
      <OrderLines order={order} />
      {order.total !== undefined && <p className="mt-2 text-12 text-ink-2">{t('cart.withoutTax')}</p>}
      <OrderTotals order={order} />
      <TransferAccounts order={order} className="mt-6" />
    </div>
  )
}

/** After a part of the cart was ordered: the rest is still there. */
function RestInCart() {
  const { t } = useTranslation()
  const query = useSearchParameters()
  const lineCount = useLineCount()
  if (!query.has('part') || lineCount === 0) return null
  return (
    <MessageStrip
      tone="info"
      className="mt-3 print:hidden"
      actions={
        <Link to={pages.cart} className={buttonClasses('outline', 'card')}>
          {t('cart.goToCart')}
        </Link>
      }
    >
      {t('limitCoach.part.rest')}
    </MessageStrip>
  )
}

function OrderIcon({ isCancelled }: { isCancelled: boolean }) {
  const Icon = isCancelled ? CircleX : CircleCheck
  return (
    <span
      className={classes(
        'flex size-11 shrink-0 items-center justify-center rounded-full print:hidden',
        isCancelled ? 'bg-fill text-ink-2' : 'bg-success-soft text-success',
      )}
    >
      <Icon size={24} aria-hidden="true" />
    </span>
  )
}
