import type { StoredCard } from '#contract/shop/stored-cards.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** A stored card in two lines: its name or bank with the last digits, then its program and month. */
export function CardLine({ card }: { card: StoredCard }) {
  const { t } = useTranslation()
  const { name, bank, scheme, family, last4, expires } = card
  const [year = '', month = ''] = expires.split('-')
  const title = name || bank || scheme
  const parts = [name === '' ? null : bank, family, t('payment.stored.until', { date: `${month}/${year.slice(2)}` })]
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-baseline gap-x-2 font-medium">
        <span className="min-w-0 truncate">{title}</span>
        <span className="font-mono text-13 whitespace-nowrap">
          <span aria-hidden="true">•••• </span>
          {last4}
        </span>
      </span>
      <span className="block text-12 text-ink-2">{parts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/** Why a card cannot be used. */
export function ProblemBadge({ problem }: Pick<StoredCard, 'problem'>) {
  const { t } = useTranslation()
  if (problem === null) return null
  return <Badge tone={problem === 'off' ? 'neutral' : 'warning'}>{t(`payment.stored.problems.${problem}`)}</Badge>
}
