import '#web/app/page-words.ts'
import { CircleCheck, CircleX, Printer } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import { getOrderSummary } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { useWayToShop } from '#web/cart/empty-cart.tsx'
import { signInOrThrow } from '#web/cart/sign-in-redirect.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Route } from './+types/summary-page.ts'
import { CheckoutSteps } from './checkout-steps.tsx'
import { OrderFacts, OrderTotals } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'

const orderOf = (url: string) => {
  const order = new URL(url).searchParams.get('order')
  return order === null ? {} : { query: { order } }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return context
    .get(callContext)(getOrderSummary, orderOf(request.url))
    .catch((error: unknown) => signInOrThrow(error, request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(getOrderSummary, orderOf(request.url)).catch((error: unknown) => signInOrThrow(error, request.url))
}

export default function SummaryPage({ loaderData: order }: Route.ComponentProps) {
  const { t } = useTranslation()
  const shop = useWayToShop()
  return (
    <div className="page-width max-w-260! py-6">
      <PageHead
        title={`${t('checkout.summary.pageTitle')} ${order.orderNo}`}
        description={t('checkout.summary.thanks')}
        canonical={pages.checkoutSummary}
        noIndex
      />
      <CheckoutSteps at="summary" />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <OrderMark isCancelled={order.isCancel} />
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-20 font-semibold">
            {t(order.isCancel ? 'checkout.summary.cancelled' : 'checkout.summary.title')}
          </h1>
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
      <OrderFacts order={order} />
      <OrderLines order={order} />
      <p className="mt-2 text-12 text-ink-2">{t('cart.withoutTax')}</p>
      <OrderTotals order={order} />
    </div>
  )
}

function OrderMark({ isCancelled }: { isCancelled: boolean }) {
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
