import { CreditCard } from 'lucide-react'
import type { StoredCard } from '#contract/shop/stored-cards.ts'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CardLine, ProblemBadge } from '#web/payments/card/stored-card-line.tsx'

type CardRowProps = { card: StoredCard; isBusy: boolean; onName(): void; onRemove(): void }

/** A stored card with where it is kept, when it was used, and its actions. */
export function CardRow({ card, isBusy, onName, onRemove }: CardRowProps) {
  const { t } = useTranslation()
  const { scheme, last4, keeper, problem, addedAt, lastUsedAt } = card
  return (
    <li data-testid="stored-card" className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <CreditCard size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <CardLine card={card} />
          <ProblemBadge problem={problem} />
        </div>
        <p className="mt-0.5 text-12 text-ink-2">
          {[scheme, keeper === '' ? null : t('payment.stored.keptBy', { keeper })].filter(Boolean).join(' · ')}
          {' · '}
          {t(lastUsedAt === null ? 'payment.stored.added' : 'payment.stored.used')}:{' '}
          <Moment date={lastUsedAt ?? addedAt} />
        </p>
        {problem !== null && <p className="mt-1 text-13">{t(`payment.stored.why.${problem}`)}</p>}
      </div>
      <div className="flex gap-2 max-sm:w-full">
        <Button aria-label={t('payment.stored.nameOf', { last4 })} disabled={isBusy} onClick={onName}>
          {t('payment.stored.rename')}
        </Button>
        <Button aria-label={t('payment.stored.removeOf', { last4 })} disabled={isBusy} onClick={onRemove}>
          {t('payment.stored.remove')}
        </Button>
      </div>
    </li>
  )
}
