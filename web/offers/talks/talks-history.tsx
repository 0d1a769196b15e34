import type { Negotiation, OfferRound } from '#contract/shop/offer-rounds.ts'
import { sideOf } from '#domain/orders/negotiation.ts'
import { LastDay, Moment } from '#web/app/moment.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { Changed, RoundLines } from './round-lines.tsx'

const tones: Record<OfferRound['kind'], BadgeTone> = {
  request: 'warning',
  version: 'brand',
  refusal: 'danger',
  acceptance: 'success',
  decline: 'neutral',
}

/** Everything that both sides have asked and answered, newest first. */
export function TalksHistory({ talks }: { talks: Negotiation }) {
  const { t } = useTranslation()
  return (
    <ol aria-label={t('offers.talks.history')} className="flex flex-col gap-3">
      {talks.rounds.map((round) => (
        <Round key={round.number} round={round} currency={talks.currency} />
      ))}
    </ol>
  )
}

function Round({ round, currency }: { round: OfferRound; currency: string }) {
  const { t, formatMoney } = useTranslation()
  const { settings } = useVisitor()
  const { kind, version, totals, expiresAt } = round
  const isDealers = sideOf(kind) === 'dealer'
  const title = t(`offers.talks.kinds.${kind}`, { version: version ?? 0 })
  return (
    <li
      data-testid="round"
      className={classes(
        'rounded-control border px-3 py-2 text-13',
        isDealers ? 'border-line bg-canvas' : 'border-info/30 bg-info-soft',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[kind]}>{title}</Badge>
        <span className="text-ink-2">
          {round.by ?? settings.storeName} · <Moment date={round.date} />
        </span>
      </p>
      {round.note !== '' && <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line">{round.note}</p>}
      {expiresAt !== null && (
        <p className={classes('mt-1', round.isExpired ? 'text-danger' : 'text-ink-2')}>
          {t(round.isExpired ? 'offers.talks.expiredOn' : 'offers.talks.validUntil')} <LastDay end={expiresAt} />
          {round.locksRates && ` · ${t('offers.talks.ratesLocked')}`}
        </p>
      )}
      <RoundLines lines={round.lines} label={title} />
      {totals !== null && totals.now !== totals.before && (
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 border-t border-line pt-1.5 font-medium">
          {t('offers.talks.total')}
          <Changed
            from={formatMoney(totals.before, currency)}
            to={formatMoney(totals.now, currency)}
            label={t('offers.talks.fromTo')}
          />
        </p>
      )}
    </li>
  )
}
