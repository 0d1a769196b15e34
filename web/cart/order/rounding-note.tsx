import type { Decimal } from '#domain/money/money.ts'
import { isRoundingVisible, type ShownLine } from '#domain/pricing/rounded-price.ts'
import { useTranslation } from '#web/ui/translation.ts'

type RoundingNoteProps = {
  lines: readonly ShownLine[]
  /** Subtotal of exactly these lines, if it is shown. */
  subtotal: Decimal | number | undefined
  className?: string
}

/**
 * Explains rounding below a table whose shown prices do not multiply or add up exactly; for pages with `page-words.ts`.
 */
export function RoundingNote({ lines, subtotal, className = '' }: RoundingNoteProps) {
  const { t } = useTranslation()
  if (!isRoundingVisible(lines, subtotal)) return null
  return <p className={`text-12 text-ink-2 ${className}`}>{t('checkout.roundedPrices')}</p>
}
