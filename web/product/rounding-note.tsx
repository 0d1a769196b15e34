import type { Decimal } from '#domain/money/money.ts'
import { isRoundingVisible, type ShownLine } from '#domain/pricing/rounded-price.ts'
import { useTranslation } from '#web/ui/translation.ts'

type RoundingNoteProps = {
  lines: readonly ShownLine[]
  /** The subtotal beside them; undefined where it is not of these lines alone. */
  subtotal: Decimal | number | undefined
  className?: string
}

/** Below a table of lines in which somebody who multiplies or adds finds another amount; for pages with `page-words.ts`. */
export function RoundingNote({ lines, subtotal, className = '' }: RoundingNoteProps) {
  const { t } = useTranslation()
  if (!isRoundingVisible(lines, subtotal)) return null
  return <p className={`text-12 text-ink-2 ${className}`}>{t('checkout.roundedPrices')}</p>
}
