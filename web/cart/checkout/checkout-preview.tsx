import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { decimal } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CarrierNote } from '#web/cart/order/carrier-note.tsx'
import { StoreApprovalNote } from '#web/cart/order/store-approval-note.tsx'
import { LimitWarning } from '#web/cart/order/limit-warning.tsx'
import { OrderMinimum, useMinimumGap } from '#web/cart/order/order-minimum.tsx'
import { usePaymentMethods } from '#web/cart/order/order-buttons.tsx'
import { DeliveryLine } from '#web/cart/order/delivery-line.tsx'
import { useDelivery } from '#web/cart/order/use-delivery.ts'
import { OrderChoices } from '#web/cart/order/order-choices.tsx'
import { CartPromotionsPanel } from '#web/cart/promotions/cart-promotions.tsx'
import { PromotionRows } from '#web/cart/promotions/promotion-rows.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { useCart } from '#web/cart/use-cart.ts'
import { useLineProblems } from '#web/cart/page/use-line-problems.ts'
import { useOrder } from '#web/cart/order/use-order.ts'
import { CartRates } from '#web/cart/order/cart-rates.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import type { OpenedCheckout } from './open-checkout.ts'
import { CheckoutLines } from './checkout-lines.tsx'

const formId = 'checkout-form'
const paymentStep = `${pages.checkout}?step=payment`

/** The first step: lines, branch, payment plan and note of the order. Without scripts a form leads to the next step. */
export function CheckoutPreview({ checkout: { opened, refused, choices } }: { checkout: OpenedCheckout }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { seesPrices } = useVisitor()
  const { items, isComplete, totals, promotions } = useCart()
  const [showsAll, setShowAll] = useState(false)
  const problems = useLineProblems(items)
  const methods = usePaymentMethods()
  const gap = useMinimumGap(opened.orderMinimum, totals)
  const order = useOrder({ cart: opened.mark, refusedNote: refused?.description })
  const delivery = useDelivery(choices, refused?.delivery)
  return (
    <div className="flex flex-col gap-5 cart:flex-row cart:items-start">
      <div className="min-w-0 flex-1">
        <h1 className="mb-3 text-20 font-semibold max-sm:px-4">{t('checkout.preview.title')}</h1>
        {problems.size > 0 && (
          <MessageStrip
            tone="danger"
            className="mb-3 max-sm:mx-4"
            actions={
              <Link to={pages.cart} className={buttonClasses('outline', 'sm')}>
                {t('checkout.preview.repair')}
              </Link>
            }
          >
            {t('checkout.preview.problems')}
          </MessageStrip>
        )}
        <CheckoutLines
          items={showsAll ? items : opened.items}
          lineCount={showsAll ? items.length : opened.cart.lineCount}
          subtotal={promotions?.before === undefined ? totals.subtotal : decimal(promotions.before)}
          onMore={isComplete ? () => setShowAll(true) : undefined}
        />
        <CartPromotionsPanel className="mt-4" />
      </div>
      <aside className="flex w-full shrink-0 flex-col gap-3 cart:w-83">
        <section className="border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border">
          {seesPrices ? (
            <>
              <TotalsList totals={totals}>
                <PromotionRows promotions={promotions} currency={totals.currency} />
              </TotalsList>
              <CartRates className="mt-2" />
            </>
          ) : (
            <p className="text-ink-2">{t('cart.summary.pricesHidden')}</p>
          )}
          <CarrierNote
            terms={opened.carrier}
            totals={totals}
            promotions={promotions}
            carrier={delivery.fields.carrier}
            className="mt-3"
          />
          {methods.order && (
            <StoreApprovalNote over={opened.approvalOver} totalTry={totals.totalTry} className="mt-3" />
          )}
          {methods.order && <LimitWarning totalTry={totals.totalTry} className="mt-3" />}
          <OrderMinimum gap={gap} className="mt-3" />
          <form
            id={formId}
            action={pages.checkout}
            onSubmit={(event) => {
              event.preventDefault()
              void navigate(paymentStep)
            }}
            className="mt-4 flex flex-col gap-2"
          >
            <input type="hidden" name="step" value="payment" />
            {problems.size === 0 && gap === null && (
              <Button type="submit" variant="solid" size="lg">
                {t('checkout.preview.continue')} <ArrowRight size={16} aria-hidden="true" />
              </Button>
            )}
            <Link to={pages.cart} className={buttonClasses('outline', 'lg')}>
              <ArrowLeft size={16} aria-hidden="true" /> {t('checkout.preview.toCart')}
            </Link>
          </form>
        </section>
        <OrderChoices
          order={order}
          form={formId}
          delivery={<DeliveryLine choices={choices} to={delivery.to} fields={delivery.fields} showsWishes />}
          className="max-cart:order-first"
        />
      </aside>
    </div>
  )
}
