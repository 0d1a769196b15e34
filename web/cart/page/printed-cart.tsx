import { useTranslation } from '#web/ui/translation.ts'
import { decimal } from '#domain/money/money.ts'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CheckoutLines } from '#web/cart/checkout/checkout-lines.tsx'
import { CartPromotionsPanel } from '#web/cart/promotions/cart-promotions.tsx'
import { PromotionRows } from '#web/cart/promotions/promotion-rows.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { useCart, useCartPlan } from '#web/cart/use-cart.ts'
import { CartRates } from '#web/cart/order/cart-rates.tsx'

/** The cart for printing: all lines without virtualization, with quantity and unit as text. */
export function PrintedCart() {
  const { t } = useTranslation()
  const { plans, seesPrices } = useVisitor()
  const plan = useCartPlan()
  const { items, lineCount, totals, promotions } = useCart()
  const planName = plans.find(({ priceName }) => priceName === plan)?.name
  return (
    <div className="hidden print:block">
      <PrintHead />
      <h1 className="mb-3 text-20 font-semibold">
        {t('cart.title')}{' '}
        <span className="text-16 font-normal text-ink-2">{t('cart.lines', { count: lineCount })}</span>
      </h1>
      <CheckoutLines
        items={items}
        lineCount={lineCount}
        subtotal={promotions?.before === undefined ? totals.subtotal : decimal(promotions.before)}
      />
      <CartPromotionsPanel className="mt-4" />
      {seesPrices && (
        <div className="mt-4 ml-auto w-80 break-inside-avoid">
          <TotalsList totals={totals}>
            <PromotionRows promotions={promotions} currency={totals.currency} />
          </TotalsList>
          <CartRates className="mt-2" />
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
