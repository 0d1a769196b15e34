import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { Offer } from '#contract/shop/offers.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { ShareLines } from '#web/cart/sharing/share-lines.tsx'
import { AddToList } from '#web/lists/add-to-list.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { percentText } from './percent-text.ts'
import { type Drafts, hasInvalid, totalMarginNow, totalsNow } from './discount-drafts.ts'
import { OfferTermsDialog } from './offer-terms-dialog.tsx'
import { isFixed } from './offer-status.tsx'
import { Link } from '#web/ui/link.tsx'
import { orderPath, quoteFilePath } from '#contract/core/record-paths.ts'
import { RateNotes } from '#web/product/rate-notes.tsx'

type OfferFootProps = { offer: Offer; drafts: Drafts; hasChanges: boolean }

/** Below the lines of an offer: who made it, its terms, its emails, and the totals with the dealer's margin. */
export function OfferFoot({ offer, drafts, hasChanges }: OfferFootProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t border-line p-3 text-13">
      <div className="min-w-0 flex-1 basis-60">
        <ChangesNote hasChanges={hasChanges} isInvalid={hasInvalid(offer, drafts)} />
        <OfferFacts offer={offer} />
      </div>
      <div className="w-full max-w-70 sm:ml-auto">
        <OfferTotals offer={offer} drafts={drafts} />
        <RateNotes notes={offer.rateNotes} className="mt-2" />
      </div>
    </div>
  )
}

/** Announces unsaved and invalid changes. */
function ChangesNote({ hasChanges, isInvalid }: { hasChanges: boolean; isInvalid: boolean }) {
  const { t } = useTranslation()
  return (
    <output className={classes('block', isInvalid ? 'text-danger' : 'text-warning', hasChanges && 'mb-2 font-medium')}>
      {hasChanges && t(isInvalid ? 'offers.detail.rule' : 'offers.unsaved')}
    </output>
  )
}

function OfferFacts({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const wide = 'text-ink [overflow-wrap:anywhere] whitespace-pre-line'
  return (
    <>
      <dl className="text-ink-2">
        <div className="flex gap-2">
          <dt>{t('offers.detail.creator')}</dt>
          <dd className="text-ink">{offer.creator}</dd>
        </div>
        {isFixed(offer) && offer.validUntil !== null && (
          <div className="mt-1 flex gap-2">
            <dt>{t('offers.detail.validUntil')}</dt>
            <dd className="text-ink">{formatDay(offer.validUntil)}</dd>
          </div>
        )}
        {offer.ratesLockedUntil !== null && offer.becameOrder === null && offer.rateNotes.length > 0 && (
          <RateLock until={offer.ratesLockedUntil} />
        )}
        {offer.becameOrder !== null && (
          <div className="mt-1 flex gap-2">
            <dt>{t('offers.lock.order')}</dt>
            <dd>
              <Link to={orderPath(offer.becameOrder)} className="code text-brand-ink hover:underline">
                {offer.becameOrder}
              </Link>
            </dd>
          </div>
        )}
        {offer.terms !== '' && (
          <div className="mt-1">
            <dt>{t('offers.detail.terms')}</dt>
            <dd className={wide}>{offer.terms}</dd>
          </div>
        )}
        {offer.description !== '' && (
          <div className="mt-1">
            <dt>{t('offers.detail.note')}</dt>
            <dd className={wide}>{offer.description}</dd>
          </div>
        )}
        {offer.emails.length > 0 && (
          <div className="mt-1">
            <dt>{t('offers.detail.sent')}</dt>
            {offer.emails.map(({ date, to, by }) => (
              <dd key={date} className="[overflow-wrap:anywhere] text-ink">
                <Moment date={date} /> · {t('offers.detail.sentTo', { email: to, name: by })}
              </dd>
            ))}
          </div>
        )}
      </dl>
      <div className="mt-2 flex flex-wrap gap-2">
        {!isFixed(offer) && <Button onClick={() => setEditing(true)}>{t('offers.terms.action')}</Button>}
        <AddToList name={offer.orderNo} source={() => ({ kind: 'offer', number: offer.orderNo })}>
          {(open, label) => (
            <Button
              aria-label={`${label}: ${offer.orderNo}`}
              icon={<ListPlus size={16} aria-hidden="true" />}
              onClick={open}
            >
              {label}
            </Button>
          )}
        </AddToList>
        <ShareLines
          title={offer.orderNo}
          lines={offer.offerItems}
          count={offer.offerItems.length}
          loadLines={() => Promise.resolve(offer.offerItems)}
          files={
            offer.total === undefined
              ? []
              : (['xlsx', 'pdf'] as const).map((format) => ({ format, path: quoteFilePath(offer.orderNo, format) }))
          }
        />
      </div>
      {isEditing && <OfferTermsDialog offer={offer} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Until when an order from the offer keeps its rates. */
function RateLock({ until }: { until: string }) {
  const { t } = useTranslation()
  return (
    <div className="mt-1 flex gap-2">
      <dt>{t('offers.lock.until')}</dt>
      <dd className="text-ink">
        <Moment date={until} />
      </dd>
    </div>
  )
}

function OfferTotals({ offer, drafts }: Pick<OfferFootProps, 'offer' | 'drafts'>) {
  const { t, formatNumber } = useTranslation()
  const totals = totalsNow(offer, drafts)
  const earned = totalMarginNow(offer, drafts)
  if (totals === undefined) return null
  return (
    <dl>
      {(['subtotal', 'tax', 'total'] as const).map((name) => (
        <div
          key={name}
          className={classes(
            'flex justify-between gap-4',
            name === 'total' ? 'text-14 font-semibold' : '[&>dt]:text-ink-2',
          )}
        >
          <dt>{t(`offers.detail.${name}`)}</dt>
          <dd>
            <Price value={totals[name]} currency={offer.currency} />
          </dd>
        </div>
      ))}
      {earned !== undefined && (
        <div
          className={classes(
            'mt-1 flex justify-between gap-4 border-t border-line pt-1',
            earned.margin.lessThan(0) ? 'text-danger' : 'text-ink-2',
          )}
        >
          <dt title={t('offers.detail.markUpHint')}>{t('offers.detail.totalMargin')}</dt>
          <dd>
            <Price value={earned.margin} currency={offer.currency} />
            {earned.percent !== null && (
              <>
                {' '}
                <span className="whitespace-nowrap">({percentText({ t, formatNumber }, earned.percent, 1)})</span>
              </>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}
