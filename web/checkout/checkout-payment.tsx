import { ArrowLeft, Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from 'react-router'
import { pages } from '#contract/pages.ts'
import { payWays } from '#domain/payment-plan.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { LimitWarning } from '#web/cart/limit-warning.tsx'
import { NoCardPayment, OrderButton } from '#web/cart/order-buttons.tsx'
import { OrderForm } from '#web/cart/order-form.tsx'
import { TotalsList } from '#web/cart/totals-list.tsx'
import { totalsOf, useCartPlan } from '#web/cart/use-cart.ts'
import { useOrder } from '#web/cart/use-order.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import type { OpenedCheckout } from './checkout-page.tsx'

/**
 * The middle step: on account, with the plan and what its terms are called. Figures are the server's, as of this step.
 * Payment by card has its place here once a bank is set up.
 */
export function CheckoutPayment({ checkout }: { checkout: OpenedCheckout }) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const { opened, refused } = checkout
  const { plan, branch, isCarried } = useChosen(checkout)
  const order = useOrder(undefined, checkout.carried.description ?? refused?.description)
  const fields = {
    description: order.note,
    advencePrice: plan?.priceName ?? '',
    ...(isCarried ? { branch: String(branch?.id ?? '') } : {}),
  }
  return (
    <div className="flex flex-col gap-5 cart:flex-row cart:items-start">
      <div className="min-w-0 flex-1">
        <h1 className="mb-3 text-20 font-semibold max-sm:px-4">{t('checkout.payment.title')}</h1>
        <section className="space-y-4 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border">
          {payWays(plan).order && (
            <div className="flex gap-3">
              <Landmark size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brand-ink" />
              <div>
                <h2 className="font-semibold">{t('checkout.payment.onAccount')}</h2>
                <p className="text-13 text-ink-2">{t('checkout.payment.onAccountText')}</p>
              </div>
            </div>
          )}
          <dl className="grid gap-x-6 gap-y-3 text-13 sm:grid-cols-2">
            {plan && <Fact name={t('checkout.payment.due')}>{plan.name}</Fact>}
            {branch && <Fact name={t('cart.branch.title')}>{branch.name}</Fact>}
            {order.note.trim() !== '' && (
              <Fact name={t('cart.summary.note')} isWide>
                {order.note}
              </Fact>
            )}
          </dl>
        </section>
      </div>
      <aside className="w-full shrink-0 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border cart:w-83">
        {seesPrices ? (
          <TotalsList totals={totalsOf(opened.cart)} />
        ) : (
          <p className="text-ink-2">{t('cart.summary.pricesHidden')}</p>
        )}
        <LimitWarning totalTry={totalsOf(opened.cart).totalTry} className="mt-3" />
        <OrderForm order={order} orderKey={opened.orderKey} fields={fields} />
        <div className="mt-4 flex flex-col gap-2">
          {payWays(plan).order ? <OrderButton label={t('checkout.payment.confirm')} /> : <NoCardPayment />}
          <Link to={pages.checkout} className={buttonClasses('outline', 'lg')}>
            <ArrowLeft size={16} aria-hidden="true" />
            {t(payWays(plan).order ? 'checkout.payment.back' : 'checkout.payment.anotherPlan')}
          </Link>
        </div>
      </aside>
    </div>
  )
}

/** Plan and branch as a form without scripts carried them over, else as they are chosen. */
function useChosen({ carried, opened }: OpenedCheckout) {
  const { plans, branches, branch: ownBranch } = useVisitor()
  const chosen = useCartPlan()
  const isCarried = carried.advencePrice !== null || carried.branch !== null
  const planKey = isCarried ? opened.cart.plan : chosen
  const branchId = carried.branch === null ? ownBranch : Number(carried.branch)
  return {
    isCarried,
    plan: plans.find(({ priceName }) => priceName === planKey),
    branch: branches.find(({ id }) => id === branchId),
  }
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 font-medium break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}
