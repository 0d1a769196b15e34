import { useTranslation } from '#web/ui/translation.ts'
import type { Decimal } from '#domain/money/money.ts'
import { classes } from '#web/ui/classes.ts'

type PriceProps = { value: Decimal | number | string; currency: string; struck?: boolean; className?: string }

/** An amount of money; `struck` for a price that no longer applies. */
export function Price({ value, currency, struck = false, className }: PriceProps) {
  const { formatMoney } = useTranslation()
  const text = formatMoney(value, currency)
  if (struck) return <s className={classes('text-ink-3 whitespace-nowrap', className)}>{text}</s>
  return <span className={classes('whitespace-nowrap', className)}>{text}</span>
}

/** Below the heading of a price column: whether its prices include tax. */
export function TaxNote({ isIncluded = false }: { isIncluded?: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="block text-11 leading-3 font-normal">
      ({t(isIncluded ? 'catalog.taxIncluded' : 'catalog.taxExcluded')})
    </span>
  )
}
