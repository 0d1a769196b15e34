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
  /** small: in the dropdown. */
  size?: 'small' | 'large'
  /** Rows above the subtotal: what leads to it. */
  children?: ReactNode
}

/** A row of a list of totals. */
export function TotalsRow({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={classes('flex items-baseline justify-between gap-4', className)}>
      <dt>{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

/** Subtotal, tax and total; also the total in lira when another currency is shown. */
export function TotalsList({ totals, size = 'large', children }: TotalsListProps) {
  const { t } = useTranslation()
  const { subtotal, tax, total, totalTry, currency } = totals
  const isLarge = size === 'large'
  // No line has a known price, so there is no sum.
  const isUnknown = Number(subtotal) === 0
  const amount = (value: Amount, of: string, className = '') =>
    isUnknown ? '—' : <Price value={value} currency={of} className={className} />
  return (
    <dl className={isLarge ? 'space-y-2' : 'space-y-1 text-13'}>
      {children}
      <TotalsRow name={t('cart.totals.subtotal')} className="[&>dt]:text-ink-2">
        {amount(subtotal, currency)}
      </TotalsRow>
      <TotalsRow name={t('cart.totals.tax')} className="[&>dt]:text-ink-2">
        {amount(tax, currency)}
      </TotalsRow>
      <TotalsRow
        name={t('cart.totals.total')}
        className={classes('font-semibold', isLarge && 'border-t border-line pt-3')}
      >
        {amount(total, currency, isLarge ? 'text-22' : '')}
      </TotalsRow>
      {currency !== lira && (
        <TotalsRow name={t('cart.totals.totalTry')} className="[&>dt]:text-ink-2">
          {amount(totalTry, lira)}
        </TotalsRow>
      )}
    </dl>
  )
}
