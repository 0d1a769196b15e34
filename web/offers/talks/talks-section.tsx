import { Handshake } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  acceptOfferVersion,
  declineOfferVersion,
  getOfferRounds,
  type Negotiation,
  type OfferRoundLine,
} from '#contract/shop/offer-rounds.ts'
import type { Offer } from '#contract/shop/offers.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { LastDay } from '#web/app/moment.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { AskDialog } from './ask-dialog.tsx'
import { TalksHistory } from './talks-history.tsx'

type SectionProps = {
  offer: Offer
  /** Whether the offer has unsaved changes, which a request would not contain. */
  hasChanges: boolean
}

/** The dealer's negotiation with the store about the prices of an offer: where it is, what is possible now, and its history. */
export function TalksSection({ offer, hasChanges }: SectionProps) {
  const { t } = useTranslation()
  const { talks, hasFailed, reload } = useTalks(offer)
  const [isAsking, setAsking] = useState(false)
  const mayAsk = offer.negotiation !== 'agreed' || offer.isAgreementExpired
  const isClosed = offer.isCancel || offer.becameOrder !== null
  if (isClosed && talks?.rounds.length === 0) return null
  function ask(): void {
    if (hasChanges) notify.error(t('offers.saveFirst'), { id: 'offers' })
    else setAsking(true)
  }
  return (
    <section aria-label={t('offers.talks.title')} className="mt-4 rounded-panel border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-14 font-semibold">{t('offers.talks.title')}</h2>
          <StateText offer={offer} />
        </div>
        {!isClosed && talks !== undefined && (
          <div className="flex flex-wrap gap-2">
            <Turns offer={offer} talks={talks} onDone={reload} />
            {mayAsk && (
              <Button icon={<Handshake size={16} aria-hidden="true" />} onClick={ask}>
                {t(offer.negotiation === null ? 'offers.talks.ask' : 'offers.talks.askAgain')}
              </Button>
            )}
          </div>
        )}
      </div>
      <div className="border-t border-line p-4 empty:hidden">
        {talks === undefined && !hasFailed && <Skeleton className="h-10 w-full max-w-120" />}
        {hasFailed && (
          <p role="alert" className="text-13 text-danger">
            {t('offers.talks.failed')} <Button onClick={() => void reload()}>{t('ui.retry')}</Button>
          </p>
        )}
        {talks !== undefined && talks.rounds.length > 0 && <TalksHistory talks={talks} />}
      </div>
      {isAsking && talks !== undefined && (
        <AskDialog offer={offer} talks={talks} onSent={reload} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

/** Loads the rounds; `reload` also loads the list again, whose offer has the state. */
function useTalks({ id }: Offer) {
  const cache = useQueryCache()
  const { revalidate } = useRevalidator()
  const [hasFailed, setFailed] = useState(false)
  const key = `offer talks ${id}`
  const fetcher: Fetcher<Negotiation> = useCallback(
    ({ signal }) =>
      call(getOfferRounds, { params: { id: String(id) } }, { signal }).then(
        (talks) => {
          setFailed(false)
          return talks
        },
        (error: unknown) => {
          setFailed(true)
          throw error
        },
      ),
    [id],
  )
  const talks = useQuery(key, fetcher, { freshFor: 0 })
  async function reload(): Promise<void> {
    cache.refresh(key)
    await revalidate()
  }
  return { talks, hasFailed, reload }
}

function StateText({ offer }: Pick<SectionProps, 'offer'>) {
  const { t } = useTranslation()
  const { negotiation, agreedUntil, isAgreementExpired } = offer
  const state = negotiation === 'agreed' && isAgreementExpired ? 'agreementExpired' : (negotiation ?? 'none')
  return (
    <p className="text-12 text-ink-2">
      {t(`offers.talks.states.${state}`)}
      {negotiation === 'agreed' && agreedUntil !== null && (
        <>
          {' '}
          {t(isAgreementExpired ? 'offers.talks.expiredOn' : 'offers.talks.validUntil')} <LastDay end={agreedUntil} />
        </>
      )}
    </p>
  )
}

/** Lines that the question before accepting names at most. */
const maxFacts = 12

/** What a version costs: its lines, and the sum in each currency before tax. */
function factsOf(lines: readonly OfferRoundLine[], { t, formatMoney, formatQuantity }: Translation): string {
  const priceOf = ({ price, before }: OfferRoundLine) => price ?? before
  const sums = [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, own]) => {
    const sum = own.reduce((total, line) => total.plus(decimal(priceOf(line)).times(line.quantity)), decimal(0))
    return formatMoney(roundMoney(sum), currency)
  })
  return [
    ...lines.slice(0, maxFacts).map((line) => {
      const price = priceOf(line)
      const money = formatMoney(price, line.currency, priceDecimals(price))
      return `${formatQuantity(line.quantity)} ${line.unit} × ${money} · ${line.name}`
    }),
    ...(lines.length > maxFacts ? [t('sharing.more', { count: lines.length - maxFacts })] : []),
    `${t('offers.detail.subtotal')}: ${sums.join(' + ')}`,
  ].join('\n')
}

type TurnsProps = Pick<SectionProps, 'offer'> & { talks: Negotiation; onDone(): Promise<void> }

/** Accepting or declining the store's answer, and taking a request back. */
function Turns({ offer, talks, onDone }: TurnsProps) {
  const translation = useTranslation()
  const { t } = translation
  const { user } = useVisitor()
  const { isBusy, send } = useSubmit()
  const isAnswered = talks.state === 'answered'
  if (!isAnswered && talks.state !== 'asked') return null
  const [version] = talks.rounds
  const mayAccept = isAnswered && version?.isExpired === false && user?.canOrder === true
  const params = { id: String(offer.id) }
  // A refusal says that the other side or a colleague was faster: the page shows what is now.
  const refused = async ({ message }: { message: string }) => {
    await showAlert({ text: message })
    await onDone()
  }
  // The call runs after the answer, so that no button shows a spinner behind the question.
  async function accept(): Promise<void> {
    const answer = await showAlert({
      title: t('offers.talks.accept.title'),
      text: t('offers.talks.accept.text', { version: version?.version ?? 0, number: offer.orderNo }),
      facts: version === undefined ? '' : factsOf(version.lines, translation),
      actions: [{ label: t('offers.talks.accept.confirm'), value: 'yes', variant: 'solid' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'yes') return
    await send(async () => {
      await call(acceptOfferVersion, { params, body: { round: talks.last } })
      notify.success(t('offers.talks.accept.done'), { id: 'offers' })
      await onDone()
    }, refused)
  }
  async function decline(): Promise<void> {
    const kind = isAnswered ? 'decline' : 'takeBack'
    const answer = await showAlert({
      title: t(`offers.talks.${kind}.title`),
      text: t(`offers.talks.${kind}.text`),
      actions: [{ label: t(`offers.talks.${kind}.confirm`), value: 'yes', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'yes') return
    await send(async () => {
      await call(declineOfferVersion, { params, body: { round: talks.last, note: '' } })
      notify.success(t(`offers.talks.${kind}.done`), { id: 'offers' })
      await onDone()
    }, refused)
  }
  return (
    <>
      {mayAccept && (
        <Button variant="solid" busy={isBusy} onClick={() => void accept()}>
          {t('offers.talks.accept.action')}
        </Button>
      )}
      <Button variant="danger" busy={isBusy} onClick={() => void decline()}>
        {t(isAnswered ? 'offers.talks.decline.action' : 'offers.talks.takeBack.action')}
      </Button>
    </>
  )
}
