import { CalendarClock, User } from 'lucide-react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { useState } from 'react'
import type { Offer } from '#contract/shop/offers.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { TaxNote } from '#web/app/price.tsx'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import {
  commonDraft,
  type DiscountDraft,
  discountOf,
  draftOf,
  type Drafts,
  draftsForAll,
  typedDraft,
} from './discount-drafts.ts'
import { customerFacts } from './offer-customer.ts'
import { OfferFoot } from './offer-foot.tsx'
import { OfferLine } from './offer-line.tsx'
import { OfferTermsDialog } from './offer-terms-dialog.tsx'
import { PercentMode } from './percent-mode.tsx'
import { isFixed } from './offer-status.tsx'
import { LinkPanel } from './link/link-panel.tsx'
import { TalksSection } from './talks/talks-section.tsx'

type OfferDetailProps = {
  offer: Offer
  drafts: Drafts
  onDrafts(drafts: Drafts): void
  onCustomer(): void
  hasChanges: boolean
}

/** The lines of an opened offer with their discounts, one discount for all of them, the customer and the totals. */
export function OfferDetail({ offer, drafts, onDrafts, onCustomer, hasChanges }: OfferDetailProps) {
  const { t } = useTranslation()
  const hasPrices = offer.total !== undefined
  return (
    <div className="rounded-panel border border-brand/30 bg-surface">
      {!isFixed(offer) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line p-3">
          <PercentForAll offer={offer} drafts={drafts} onDrafts={onDrafts} />
          <Validity offer={offer} />
          <CustomerFacts offer={offer} onCustomer={onCustomer} />
        </div>
      )}
      <Table aria-label={t('offers.detail.of', { number: offer.orderNo })} className="max-lg:block">
        <TableHead className="static! bg-surface max-lg:hidden">
          <tr className="border-b border-line">
            <HeadCell className="w-14 pl-3">
              <span className="sr-only">{t('offers.detail.image')}</span>
            </HeadCell>
            <HeadCell>{t('offers.detail.code')}</HeadCell>
            <HeadCell>{t('offers.detail.name')}</HeadCell>
            <HeadCell align="right">{t('offers.detail.quantity')}</HeadCell>
            <HeadCell align="right">
              {t('offers.detail.basePrice')}
              {hasPrices && <TaxNote />}
            </HeadCell>
            <HeadCell align="right">{t('offers.detail.percent')}</HeadCell>
            <HeadCell align="right" className="pr-3">
              {t('offers.detail.amount')}
              {hasPrices && <TaxNote />}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-lg:block">
          {offer.offerItems.map((item) => (
            <OfferLine
              key={item.id}
              offer={offer}
              item={item}
              draft={draftOf(item, drafts)}
              onDraft={(draft) => onDrafts({ ...drafts, [item.id]: draft })}
            />
          ))}
        </tbody>
      </Table>
      {hasPrices && <p className="px-3 pt-2 text-12 text-ink-2 lg:hidden">{t('cart.withoutTax')}</p>}
      <OfferFoot offer={offer} drafts={drafts} hasChanges={hasChanges} />
      <div className="px-3 pb-3">
        {hasPrices && <LinkPanel offer={offer} hasChanges={hasChanges} />}
        {hasPrices && <TalksSection offer={offer} hasChanges={hasChanges} />}
        <NoteThread kind="offer" number={offer.orderNo} />
      </div>
    </div>
  )
}

/**
 * One percentage for all lines; the switch next to it makes it a mark-up (decisions, "Offers"). What is typed is in the
 * lines at once, so that it is also what is saved; while the lines differ the field is empty.
 */
function PercentForAll({ offer, drafts, onDrafts }: Pick<OfferDetailProps, 'offer' | 'drafts' | 'onDrafts'>) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const [isMarkUp, setMarkUp] = useState(false)
  const common = commonDraft(offer, drafts)
  const draft = common ?? { text: '', isMarkUp }
  const isInvalid = discountOf(draft) === null
  const change = (next: DiscountDraft) => onDrafts(draftsForAll(offer, drafts, next))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-13 font-medium max-sm:w-full">{t('offers.detail.all')}</span>
      <PercentMode
        label={t('offers.detail.mode')}
        draft={draft}
        onDraft={common === null ? (next) => setMarkUp(next.isMarkUp) : change}
      />
      <span className="relative">
        <input
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          aria-label={t('offers.detail.percentAll')}
          aria-invalid={isInvalid || undefined}
          value={fieldNumber(draft.text)}
          placeholder={common === null ? t('offers.detail.mixed') : undefined}
          onChange={(event) => change(typedDraft(fieldNumber(event.target.value), draft.isMarkUp))}
          onFocus={(event) => event.target.select()}
          className="field h-8 w-22 pr-6 pl-2 text-right pointer-coarse:min-h-11"
        />
        <span aria-hidden="true" className="absolute inset-y-0 right-2 flex items-center text-13 text-ink-2">
          %
        </span>
      </span>
    </div>
  )
}

/** Until when the customer may accept the offer; pressing it changes the date. */
function Validity({ offer }: Pick<OfferDetailProps, 'offer'>) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { validUntil, isExpired } = offer
  return (
    <>
      <Button
        variant={isExpired ? 'danger' : 'ghost'}
        icon={<CalendarClock size={16} aria-hidden="true" />}
        onClick={() => setEditing(true)}
      >
        {validUntil === null
          ? t('offers.detail.addValidity')
          : `${t('offers.detail.validUntil')}: ${formatDay(validUntil)}`}
        {isExpired && ` · ${t('offers.detail.expired')}`}
      </Button>
      {isEditing && <OfferTermsDialog offer={offer} onClose={() => setEditing(false)} />}
    </>
  )
}

function CustomerFacts({ offer, onCustomer }: Pick<OfferDetailProps, 'offer' | 'onCustomer'>) {
  const { t } = useTranslation()
  const facts = customerFacts(offer)
  return (
    <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2 text-13">
      {facts.length > 0 && (
        <span className="flex min-w-0 items-center gap-2 break-words">
          <User size={16} aria-hidden="true" className="shrink-0 text-ink-2" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{facts.join(' · ')}</span>
        </span>
      )}
      <Button onClick={onCustomer}>{t(facts.length > 0 ? 'offers.customer.update' : 'offers.customer.add')}</Button>
    </div>
  )
}
