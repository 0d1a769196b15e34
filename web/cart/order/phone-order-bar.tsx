import { useTranslation } from '#web/ui/translation.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Price } from '#web/app/price.tsx'
import { SignInToOrder } from './guest-summary.tsx'
import { goToMinimum, type MinimumGap } from './order-minimum.tsx'
import { CardLink, OrderButton, usePaymentMethods } from './order-buttons.tsx'

type PhoneOrderBarProps = {
  totals: CartTotals
  gap: MinimumGap | null
  goToProblem?: (() => void) | undefined
}

/** On phones keeps the total and the order button (for guests the link to sign in) in view above the bottom bar. */
export function PhoneOrderBar({ totals, gap, goToProblem }: PhoneOrderBarProps) {
  const { t } = useTranslation()
  const { user, seesPrices } = useVisitor()
  const methods = usePaymentMethods()
  return (
    <div
      data-order-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-2 sm:hidden"
    >
      {seesPrices && !totals.total.isZero() && (
        <p className="min-w-0">
          <span className="block text-12 text-ink-2">
            {t('cart.totals.total')}, {t('cart.withTax')}
          </span>
          <Price value={totals.total} currency={totals.currency} className="text-18 font-semibold" />
        </p>
      )}
      {user === null && <SignInToOrder className="min-w-40 max-sm:flex-1" />}
      {user !== null && methods.order && (
        <OrderButton totalTry={totals.totalTry} gap={gap} className="min-w-40 max-sm:flex-1" />
      )}
      {user !== null && methods.card && !methods.order && (
        <CardLink
          isOnly
          className="min-w-40 max-sm:flex-1"
          goToProblem={goToProblem ?? (gap === null ? undefined : goToMinimum)}
        />
      )}
    </div>
  )
}
