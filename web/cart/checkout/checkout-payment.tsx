import { ArrowLeft, CreditCard, Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { lira } from '#domain/money/money.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { ApprovalNote, useApproval } from '#web/cart/order/approval-note.tsx'
import { OrderMinimum, useMinimumGap } from '#web/cart/order/order-minimum.tsx'
import { CarrierNote } from '#web/cart/order/carrier-note.tsx'
import { StoreApprovalNote } from '#web/cart/order/store-approval-note.tsx'
import { LimitWarning } from '#web/cart/order/limit-warning.tsx'
import { LimitCoach } from '#web/cart/limit-coach/limit-coach.tsx'
import { OffSaleNote } from '#web/cart/page/off-sale-note.tsx'
import { NoCardPayment, OrderButton } from '#web/cart/order/order-buttons.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { useDelivery } from '#web/cart/order/use-delivery.ts'
import { PromotionRows } from '#web/cart/promotions/promotion-rows.tsx'
import { OrderForm, orderFormId } from '#web/cart/order/order-form.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { totalsOf } from '#web/cart/cart-totals.ts'
import { useCartPlan } from '#web/cart/use-cart.ts'
import { useOrder } from '#web/cart/order/use-order.ts'
import { UnfinishedNote } from '#web/payments/unfinished-note.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { CardMethod } from './card-method.tsx'
import type { OpenedCheckout } from './open-checkout.ts'
import { CartRates } from '#web/cart/order/cart-rates.tsx'

/**
 * The payment step: on account, with the plan and its terms, or by card (section 4). Shows the server's amounts at the
 * time the step was loaded.
 */
export function CheckoutPayment({ checkout }: { checkout: OpenedCheckout }) {
  const { t } = useTranslation()
  const { seesPrices, hasCardPayment } = useVisitor()
  const { opened, refused } = checkout
  const { plan, branch, isCarried } = useChosen(checkout)
  const totals = totalsOf(opened.cart)
  const gap = useMinimumGap(opened.orderMinimum, totals)
  const refusedNote = checkout.carried.description ?? refused?.description
  const delivery = useDelivery(checkout.choices, refused?.delivery)
  const order = useOrder({ cart: opened.mark, refusedNote, delivery: delivery.sent, shownTotal: totals.total })
  const fields = {
    description: order.note,
    advencePrice: plan?.priceName ?? '',
    ...(isCarried ? { branch: String(branch?.id ?? '') } : {}),
    ...(seesPrices ? { total: totals.total.toFixed(2) } : {}),
  }
  const offered = paymentMethods(plan)
  const methods = { ...offered, card: offered.card && hasCardPayment && seesPrices && totals.totalTry.greaterThan(0) }
  const isForApproval = useApproval(totals.totalTry) !== null
  return (
    <div className="flex flex-col gap-5 cart:flex-row cart:items-start">
      <div className="min-w-0 flex-1">
        <h1 className="mb-3 text-20 font-semibold max-sm:px-4">{t('checkout.payment.title')}</h1>
        <UnfinishedNote />
        <LimitCoach totalTry={totals.totalTry} order={order} className="mb-4" />
        <div className="mb-4">
          <DeliveryForm
            choices={checkout.choices}
            to={delivery.to}
            fields={delivery.fields}
            errors={{ ...refused?.fields, ...order.errors }}
            form={orderFormId}
            set={delivery.set}
          />
        </div>
        <section className="space-y-4 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border">
          {methods.order && (
            <Method icon={<Landmark size={20} aria-hidden="true" />} title={t('checkout.payment.onAccount')}>
              {t('checkout.payment.onAccountText')}
            </Method>
          )}
          {methods.card && (
            <Method icon={<CreditCard size={20} aria-hidden="true" />} title={t('payment.order.title')}>
              {t('payment.order.text')}
            </Method>
          )}
          <dl className="grid gap-x-6 gap-y-3 text-13 sm:grid-cols-2">
            {plan && <Fact name={t('checkout.payment.due')}>{plan.name}</Fact>}
            {branch && <Fact name={t('cartPage.branch.title')}>{branch.name}</Fact>}
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
          <TotalsList totals={totals}>
            <PromotionRows promotions={opened.cart.promotions ?? null} currency={totals.currency} />
          </TotalsList>
        ) : (
          <p className="text-ink-2">{t('cart.summary.pricesHidden')}</p>
        )}
        <CartRates className="mt-2" />
        {methods.card && totals.currency !== lira && (
          <p className="mt-2 text-13 text-ink-2">
            {t('payment.order.charged')}: <Price value={totals.totalTry} currency={lira} className="font-medium" />
          </p>
        )}
        <CarrierNote
          terms={opened.carrier}
          totals={totals}
          promotions={opened.cart.promotions ?? null}
          carrier={delivery.fields.carrier}
          className="mt-3"
        />
        {methods.order && <StoreApprovalNote over={opened.approvalOver} totalTry={totals.totalTry} className="mt-3" />}
        {methods.order && <LimitWarning totalTry={totals.totalTry} className="mt-3" />}
        <OrderMinimum gap={gap} className="mt-3" />
        <ApprovalNote totalTry={totals.totalTry} hasCard={methods.card} className="mt-3" />
        <OffSaleNote className="mt-3" />
        <OrderForm order={order} isSentAsItIs={isCarried} orderKey={opened.orderKey} fields={fields} />
        <div className="mt-4 flex flex-col gap-2">
          {methods.order && <OrderButton totalTry={totals.totalTry} gap={gap} label={t('checkout.payment.confirm')} />}
          {methods.card && !isForApproval && (
            <CardMethod
              totals={totals}
              lineCount={opened.cart.lineCount}
              plan={plan?.priceName ?? null}
              order={order}
              delivery={delivery.sent}
              isOnly={!methods.order}
              isBlocked={gap !== null}
            />
          )}
          {!methods.order && !methods.card && <NoCardPayment />}
          <Link to={pages.checkout} className={buttonClasses('outline', 'lg')}>
            <ArrowLeft size={16} aria-hidden="true" />
            {t(methods.order || methods.card ? 'checkout.payment.back' : 'checkout.payment.anotherPlan')}
          </Link>
        </div>
      </aside>
    </div>
  )
}

/** Plan and branch as submitted by a form without scripts, else as currently chosen. */
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

function Method({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-brand-ink">{icon}</span>
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-13 text-ink-2">{children}</p>
      </div>
    </div>
  )
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 font-medium break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}
