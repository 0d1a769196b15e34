import { Plus } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { orderPath } from '#contract/core/record-paths.ts'
import type { Offer } from '#contract/shop/offers.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { UnreadBadge } from '#web/notes/unread-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type Drafts, isChanged, totalsNow } from './discount-drafts.ts'
import { OfferActions } from './offer-actions.tsx'
import { OfferDetail } from './offer-detail.tsx'
import { isFixed } from './offer-status.tsx'
import { offerColumns } from './offers-table.tsx'

export type OfferRowProps = {
  offer: Offer
  isOpen: boolean
  onToggle(): void
  drafts: Drafts
  onDrafts(drafts: Drafts): void
  onCustomer(): void
}

/** An offer, with its lines below while it is open. */
export function OfferRow(props: OfferRowProps) {
  const { offer, isOpen, onToggle, drafts, onDrafts, onCustomer } = props
  const { t } = useTranslation()
  const hasChanges = isChanged(offer, drafts)
  const total = hasChanges ? totalsNow(offer, drafts)?.total : offer.total
  const detailId = `offer-${offer.id}-lines`
  return (
    <>
      <tr
        data-testid="offer"
        className={classes(
          'border-line max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:p-3 lg:h-13',
          !isOpen && 'border-b last:border-0',
          isOpen && 'bg-brand-soft/60 shadow-[inset_3px_0_0_var(--brand)]',
          offer.isCancel && 'text-ink-2',
        )}
      >
        <Cell className="lg:pl-4">
          <span className="code text-ink">{offer.orderNo}</span>
          <UnreadBadge kind="offer" number={offer.orderNo} />
        </Cell>
        <Cell className="whitespace-nowrap max-lg:text-right">
          <Moment date={offer.date} />
        </Cell>
        <Cell className="max-lg:min-w-0">
          <CustomerCell offer={offer} onCustomer={onCustomer} />
          <SentNote offer={offer} />
          <SidesNote offer={offer} />
          <OrderedNote offer={offer} />
        </Cell>
        <Cell align="right" className="font-semibold">
          {total !== undefined && <Price value={total} currency={offer.currency} struck={offer.isCancel} />}
          {hasChanges && !isOpen && (
            <span className="block text-12 font-normal text-warning">{t('offers.unsaved')}</span>
          )}
        </Cell>
        <Cell align="right" className="max-lg:col-span-2 lg:pr-4">
          <OfferActions
            offer={offer}
            isOpen={isOpen}
            onToggle={onToggle}
            drafts={drafts}
            onDrafts={onDrafts}
            hasChanges={hasChanges}
            detailId={detailId}
          />
        </Cell>
      </tr>
      {isOpen && (
        <tr className="border-b border-line bg-brand-soft/60 shadow-[inset_3px_0_0_var(--brand)] last:border-0 max-lg:block">
          <td id={detailId} colSpan={offerColumns} className="p-3 pt-0 max-lg:block">
            <OfferDetail
              offer={offer}
              drafts={drafts}
              onDrafts={onDrafts}
              onCustomer={onCustomer}
              hasChanges={hasChanges}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** When the offer was last sent, and whether it is still valid. */
function SentNote({ offer }: Pick<OfferRowProps, 'offer'>) {
  const { t } = useTranslation()
  const [last] = offer.emails
  return (
    <>
      {last !== undefined && (
        <span className="block text-12 [overflow-wrap:anywhere] text-ink-2">
          {t('offers.sent')} <Moment date={last.date} /> · {last.to}
        </span>
      )}
      {offer.isExpired && !isFixed(offer) && (
        <span className="block text-12 text-danger">{t('offers.detail.expired')}</span>
      )}
    </>
  )
}

/** What the store and the customer have answered, and what they were asked. */
function SidesNote({ offer: { negotiation, link, becameOrder, isCancel } }: Pick<OfferRowProps, 'offer'>) {
  const { t } = useTranslation()
  if (isCancel || becameOrder !== null) return null
  return (
    <span className="flex flex-wrap gap-x-2 gap-y-1 empty:hidden [&>*]:mt-1">
      {negotiation !== null && <Badge tone={talkTones[negotiation]}>{t(`offers.talks.short.${negotiation}`)}</Badge>}
      {link !== null && link.state !== 'withdrawn' && (
        <Badge tone={linkTones[link.state]}>{t(`offers.link.short.${link.state}`)}</Badge>
      )}
    </span>
  )
}

const talkTones = {
  asked: 'neutral',
  answered: 'warning',
  agreed: 'success',
  declined: 'neutral',
  refused: 'danger',
} as const
const linkTones = { open: 'neutral', accepted: 'success', declined: 'danger', expired: 'neutral' } as const

/** The order that the offer became. */
function OrderedNote({ offer: { becameOrder } }: Pick<OfferRowProps, 'offer'>) {
  const { t } = useTranslation()
  if (becameOrder === null) return null
  return (
    <span className="block text-12 text-ink-2">
      {t('offers.lock.order')}{' '}
      <Link to={orderPath(becameOrder)} className="code text-brand-ink hover:underline">
        {becameOrder}
      </Link>
    </span>
  )
}

function CustomerCell({ offer, onCustomer }: Pick<OfferRowProps, 'offer' | 'onCustomer'>) {
  const { t } = useTranslation()
  const { customerName, customerCompanyName, customerEmail } = offer
  const main = customerCompanyName || customerName || customerEmail
  if (main === '' && !isFixed(offer)) {
    return (
      <button
        type="button"
        onClick={onCustomer}
        className="inline-flex min-h-8 items-center gap-1 rounded-control font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
      >
        <Plus size={14} aria-hidden="true" /> {t('offers.customer.add')}
      </button>
    )
  }
  return (
    <span className="break-words">
      <span className="font-semibold">{main}</span>{' '}
      {customerCompanyName !== '' && <span className="text-ink-2">{customerName}</span>}
    </span>
  )
}
