import '#web/app/page-words.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import type { Decimal } from '#domain/money/money.ts'
import { lira } from '#domain/money/money.ts'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'

type Amount = Decimal | number
type TotalsListProps = {
  totals: { subtotal: Amount; tax: Amount; total: Amount; totalTry: Amount; currency: string }
  /** The exchange rate as text, from `useRate`. */
  rate?: string | null
  /** small: in the dropdown. */
  size?: 'small' | 'large'
}

function Row({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={classes('flex items-baseline justify-between gap-4', className)}>
      <dt>{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

/** Subtotal, tax and total; also the total in lira when another currency is shown. */
export function TotalsList({ totals, rate = null, size = 'large' }: TotalsListProps) {
  const { t } = useTranslation()
  const { subtotal, tax, total, totalTry, currency } = totals
  const isLarge = size === 'large'
  // No line has a known price, so there is no sum.
  const isUnknown = Number(subtotal) === 0
  const amount = (value: Amount, of: string, className = '') =>
    isUnknown ? '—' : <Price value={value} currency={of} className={className} />
  return (
    <dl className={isLarge ? 'space-y-2' : 'space-y-1 text-13'}>
      <Row name={t('cart.totals.subtotal')} className="[&>dt]:text-ink-2">
        {amount(subtotal, currency)}
      </Row>
      <Row name={t('cart.totals.tax')} className="[&>dt]:text-ink-2">
        {amount(tax, currency)}
      </Row>
      <Row name={t('cart.totals.total')} className={classes('font-semibold', isLarge && 'border-t border-line pt-3')}>
        {amount(total, currency, isLarge ? 'text-22' : '')}
      </Row>
      {currency !== lira && (
        <Row name={t('cart.totals.totalTry')} className="[&>dt]:text-ink-2">
          {amount(totalTry, lira)}
          {!isUnknown && rate !== null && <span className="block text-12 text-ink-2">{rate}</span>}
        </Row>
      )}
    </dl>
  )
}
