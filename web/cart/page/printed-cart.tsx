import { useTranslation } from '#web/ui/translation.ts'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CheckoutLines } from '#web/cart/checkout/checkout-lines.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { useCart, useCartPlan } from '#web/cart/use-cart.ts'
import { useRate } from '#web/cart/order/use-rate.ts'

/** The cart for printing: all lines without virtualization, with quantity and unit as text. */
export function PrintedCart() {
  const { t } = useTranslation()
  const { plans, seesPrices } = useVisitor()
  const plan = useCartPlan()
  const { items, lineCount, totals } = useCart()
  const rate = useRate(totals.currency)
  const planName = plans.find(({ priceName }) => priceName === plan)?.name
  return (
    <div className="hidden print:block">
      <PrintHead />
      <h1 className="mb-3 text-20 font-semibold">
        {t('cart.title')}{' '}
        <span className="text-16 font-normal text-ink-2">{t('cart.lines', { count: lineCount })}</span>
      </h1>
      <CheckoutLines items={items} lineCount={lineCount} subtotal={totals.subtotal} />
      {seesPrices && (
        <div className="mt-4 ml-auto w-80 break-inside-avoid">
          <TotalsList totals={totals} rate={rate} />
          {planName !== undefined && (
            <p className="mt-2 text-13 text-ink-2">
              {t('cartPage.plan.title')}: {planName}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
