import type { Reply } from '#contract/core/endpoint.ts'
import type { addListLines } from '#contract/shop/lists.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Describes what became of the lines that were added to a list. */
export function useOutcomeText(): (outcome: Reply<typeof addListLines>) => string {
  const { t } = useTranslation()
  return ({ addedCount, changedCount, refused }) => {
    const parts = [
      ...(addedCount > 0 ? [t('lists.outcome.added', { count: addedCount })] : []),
      ...(changedCount > 0 ? [t('lists.outcome.changed', { count: changedCount })] : []),
      ...(refused.length > 0 ? [t('lists.outcome.refused', { count: refused.length })] : []),
    ]
    return parts.length === 0 ? t('lists.outcome.same') : parts.join(' · ')
  }
}
