import { ClipboardCheck } from 'lucide-react'
import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type StoreApprovalNoteProps = {
  /** Lira with tax: larger orders wait; 0: all do. */
  over: number | undefined
  totalTry: Decimal
  className?: string
}

/** Announces before the order that it waits for the store's approval because of its amount. */
export function StoreApprovalNote({ over, totalTry, className }: StoreApprovalNoteProps) {
  const { t, formatMoney } = useTranslation()
  if (over === undefined || !decimal(totalTry).greaterThan(over)) return null
  return (
    <p data-testid="store-approval" className={classes('flex items-start gap-2 text-13', className)}>
      <ClipboardCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-2" />
      <span>
        {over === 0
          ? t('cart.summary.storeApproval')
          : t('cart.summary.storeApprovalOver', { amount: formatMoney(over, lira) })}
      </span>
    </p>
  )
}
