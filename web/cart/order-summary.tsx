import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CartTotals } from '#domain/cart.ts'
import { lira } from '#domain/money.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/app/price.tsx'
import type { Order } from './use-order.ts'

export type SummaryProps = { totals: CartTotals; troubleCount: number; goToTrouble(): void; order: Order }

export function OrderSummary({ totals, troubleCount, goToTrouble, order }: SummaryProps) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  return (
    <section
      aria-labelledby="summary-title"
      className="border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border"
    >
      <h2 id="summary-title" className="text-16 font-semibold">
        {t('cart.summary.title')}
      </h2>
      {seesPrices ? <Totals totals={totals} /> : <p className="mt-2 text-ink-2">{t('cart.summary.pricesHidden')}</p>}
      {troubleCount > 0 && (
        <p className="mt-3 flex items-center gap-2 text-13">
          <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-danger" />
          <span className="flex-1">{t('cart.summary.problems', { count: troubleCount })}</span>
          <Button look="ghost" size="sm" onClick={goToTrouble}>
            {t('cart.summary.goToProblem')}
          </Button>
        </p>
      )}
      <OrderButton order={order} className="mt-4 w-full max-sm:hidden" />
    </section>
  )
}

function Totals({ totals }: { totals: CartTotals }) {
  const { t } = useTranslation()
  const { currency } = totals
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] items-baseline gap-y-2">
      <dt className="text-ink-2">{t('cart.summary.subtotal')}</dt>
      <dd className="text-right">
        <Price value={totals.subtotal} currency={currency} />
      </dd>
      <dt className="text-ink-2">{t('cart.summary.tax')}</dt>
      <dd className="text-right">
        <Price value={totals.tax} currency={currency} />
      </dd>
      <dt className="border-t border-line pt-3 font-semibold">{t('cart.summary.total')}</dt>
      <dd className="border-t border-line pt-3 text-right text-22 font-semibold">
        <Price value={totals.total} currency={currency} />
      </dd>
      {currency !== lira && (
        <>
          <dt className="text-ink-2">{t('cart.summary.totalTry')}</dt>
          <dd className="text-right">
            <Price value={totals.totalTry} currency={lira} />
          </dd>
        </>
      )}
    </dl>
  )
}

export function OrderButton({ order, className }: { order: Order; className?: string }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const mayOrder = user?.canOrder === true
  return (
    <>
      <Button
        look="solid"
        size="lg"
        busy={order.isBusy}
        disabled={!mayOrder}
        onClick={() => void order.submit()}
        className={className}
      >
        {t(order.isBusy ? 'cart.summary.ordering' : 'cart.summary.order')}
      </Button>
      {!mayOrder && <p className="mt-2 text-12 text-ink-2">{t('cart.summary.noOrderRight')}</p>}
    </>
  )
}
