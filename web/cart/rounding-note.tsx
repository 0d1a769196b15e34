import { isRoundingSeen, type ShownLine } from '#domain/rounded-price.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Below a table of lines in which somebody who multiplies finds another amount; for pages with `page-words.ts`. */
export function RoundingNote({ lines, className = '' }: { lines: readonly ShownLine[]; className?: string }) {
  const { t } = useTranslation()
  if (!isRoundingSeen(lines)) return null
  return <p className={`text-12 text-ink-2 ${className}`}>{t('checkout.roundedPrices')}</p>
}
