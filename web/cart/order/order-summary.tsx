import { CircleAlert } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { OpenedCart } from '#contract/shop/cart.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { CarrierNote } from './carrier-note.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { LimitWarning } from './limit-warning.tsx'
import { OffSaleNote } from '#web/cart/page/off-sale-note.tsx'
import { type MinimumGap, OrderMinimum } from './order-minimum.tsx'
import { OrderButtons, usePaymentMethods } from './order-buttons.tsx'
import { PromotionRows } from '#web/cart/promotions/promotion-rows.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { useCart, useOffSaleLines } from '#web/cart/use-cart.ts'
import { StoreApprovalNote } from './store-approval-note.tsx'
import type { Order } from './use-order.ts'
import { CartRates } from '#web/cart/order/cart-rates.tsx'

/** The store's terms about who pays the carrier, and the carrier that the buyer has chosen. */
export type CarrierChoice = { terms: OpenedCart['carrier']; chosen: string | undefined }

export type SummaryProps = {
  totals: CartTotals
  gap: MinimumGap | null
  problemCount: number
  goToProblem(): void
  order: Order
  carrier: CarrierChoice
  approvalOver: number | undefined
}

export function OrderSummary({ totals, gap, problemCount, goToProblem, order, carrier, approvalOver }: SummaryProps) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const methods = usePaymentMethods()
  const { promotions } = useCart()
  const unsavedCount = useActivity(({ failures }) => Object.keys(failures).length)
  const offSaleCount = useOffSaleLines().length
  return (
    <section
      id="order-summary"
      tabIndex={-1}
      aria-labelledby="summary-title"
      className="outline-none shrink-0 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border"
    >
      <h2 id="summary-title" className="text-16 font-semibold">
        {t('cart.summary.title')}
      </h2>
      <div className="mt-3">
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
      </div>
      <CarrierNote
        terms={carrier.terms}
        totals={totals}
        promotions={promotions}
        carrier={carrier.chosen}
        className="mt-3"
      />
      {methods.order && <StoreApprovalNote over={approvalOver} totalTry={totals.totalTry} className="mt-3" />}
      {methods.order && <LimitWarning totalTry={totals.totalTry} className="mt-3" />}
      <ApprovalNote totalTry={totals.totalTry} hasCard={methods.card} className="mt-3" />
      <OrderMinimum gap={gap} className="mt-3" />
      <OffSaleNote isInCart className="mt-3" />
      {(unsavedCount > 0 || problemCount > offSaleCount) && (
        <p className="mt-3 flex items-center gap-2 text-13">
          <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-danger" />
          <span className="flex-1">
            {unsavedCount > 0
              ? t('cart.summary.unsaved', { count: unsavedCount })
              : t('cart.summary.problems', { count: problemCount })}
          </span>
          <Button variant="ghost" size="sm" onClick={goToProblem}>
            {t('cart.summary.goToProblem')}
          </Button>
        </p>
      )}
      <OrderButtons
        totalTry={totals.totalTry}
        gap={gap}
        order={order}
        goToProblem={problemCount > 0 ? goToProblem : undefined}
      />
    </section>
  )
}
