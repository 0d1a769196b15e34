import { useTranslation } from '#web/ui/translation.ts'
import type { CartTotals } from '#domain/cart.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { Price } from '#web/app/price.tsx'
import { CardLink, OrderButton, usePayWays } from './order-buttons.tsx'

/** On phones the total and the order button stay in sight above the bottom bar. */
export function PhoneOrderBar({ totals, goToTrouble }: { totals: CartTotals; goToTrouble?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const ways = usePayWays()
  return (
    <div
      data-order-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2 sm:hidden"
    >
      {seesPrices && !totals.total.isZero() && (
        <p className="min-w-0">
          <span className="block text-12 text-ink-2">
            {t('cart.summary.total')}, {t('cart.withTax')}
          </span>
          <Price value={totals.total} currency={totals.currency} className="text-18 font-semibold" />
        </p>
      )}
      {ways.order && <OrderButton className="min-w-40 max-sm:flex-1" />}
      {ways.card && !ways.order && <CardLink isOnly className="min-w-40 max-sm:flex-1" goToTrouble={goToTrouble} />}
    </div>
  )
}
