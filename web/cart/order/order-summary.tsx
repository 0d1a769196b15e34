import { CircleAlert } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { ApprovalNote } from './approval-note.tsx'
import { LimitWarning } from './limit-warning.tsx'
import { OffSaleNote } from '#web/cart/page/off-sale-note.tsx'
import { OrderButtons, usePaymentMethods } from './order-buttons.tsx'
import { TotalsList } from '#web/product/totals-list.tsx'
import { useOffSaleLines } from '#web/cart/use-cart.ts'
import type { Order } from './use-order.ts'
import { useRate } from './use-rate.ts'

export type SummaryProps = { totals: CartTotals; problemCount: number; goToProblem(): void; order: Order }

export function OrderSummary({ totals, problemCount, goToProblem, order }: SummaryProps) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const methods = usePaymentMethods()
  const rate = useRate(totals.currency)
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
          <TotalsList totals={totals} rate={rate} />
        ) : (
          <p className="text-ink-2">{t('cart.summary.pricesHidden')}</p>
        )}
      </div>
      {methods.order && <LimitWarning totalTry={totals.totalTry} className="mt-3" />}
      <ApprovalNote totalTry={totals.totalTry} hasCard={methods.card} className="mt-3" />
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
      <OrderButtons totalTry={totals.totalTry} order={order} goToProblem={problemCount > 0 ? goToProblem : undefined} />
    </section>
  )
}
