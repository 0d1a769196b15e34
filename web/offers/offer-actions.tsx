import { Check, Mail, Printer, Save, ShoppingCart } from 'lucide-react'
import type { Offer } from '#contract/shop/offers.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Drafts } from './discount-drafts.ts'
import { isFixed, OfferStatus } from './offer-status.tsx'
import { useOfferCalls } from './use-offer-calls.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

export type OfferActionsProps = {
  offer: Offer
  isOpen: boolean
  onToggle(): void
  drafts: Drafts
  onDrafts(drafts: Drafts): void
  hasChanges: boolean
  detailId: string
}

/** Whether the customer accepted it, or its prices are agreed, and it is no order yet. */
const isOrderable = (offer: Offer): boolean =>
  offer.becameOrder === null &&
  (offer.acceptedAt !== null || (offer.negotiation === 'agreed' && !offer.isAgreementExpired))

/** Actions of an offer; a cancelled one can only be opened. */
export function OfferActions({ offer, isOpen, onToggle, detailId, ...edits }: OfferActionsProps) {
  const { t } = useTranslation()
  const calls = useOfferCalls(offer, edits)
  const { user } = useVisitor()
  const nameOf = (key: string) => t('offers.action.of', { action: t(`offers.action.${key}`), number: offer.orderNo })
  const named = (key: string) => ({ 'aria-label': nameOf(key), title: nameOf(key) })
  // In a row that is neither a card nor wide, icons alone; those that everyone knows first.
  const known = 'lg:max-2xl:hidden'
  const toggle = isOpen ? 'close' : isFixed(offer) ? 'look' : 'detail'
  const icon = { size: 15, 'aria-hidden': true } as const
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 lg:flex-nowrap">
      {offer.isCancel ? (
        <OfferStatus offer={offer} />
      ) : (
        <>
          {isFixed(offer) && <OfferStatus offer={offer} />}
          {isOpen && !isFixed(offer) && (
            <Button variant="solid" busy={calls.busy === 'save'} icon={<Save {...icon} />} onClick={calls.save}>
              {t(calls.busy === 'save' ? 'offers.action.saving' : 'offers.action.save')}
            </Button>
          )}
          <Button
            busy={calls.busy === 'edit'}
            icon={<ShoppingCart {...icon} />}
            aria-label={nameOf('edit')}
            onClick={calls.edit}
          >
            {t('offers.action.edit')}
          </Button>
          <Button icon={<Printer {...icon} />} {...named('print')} onClick={calls.print}>
            <span className={known}>{t('offers.action.print')}</span>
          </Button>
          <Button busy={calls.busy === 'mail'} icon={<Mail {...icon} />} {...named('mail')} onClick={calls.mail}>
            <span className={known}>{t('offers.action.mail')}</span>
          </Button>
          {isOrderable(offer) && user?.canOrder === true && (
            <Button variant="solid" busy={calls.busy === 'order'} aria-label={nameOf('order')} onClick={calls.order}>
              {t('offers.order.action')}
            </Button>
          )}
          {!isFixed(offer) && (
            <Button
              busy={calls.busy === 'accept'}
              icon={<Check {...icon} />}
              {...named('accept')}
              onClick={calls.accept}
            >
              <span className="lg:max-xl:hidden">{t('offers.action.accept')}</span>
            </Button>
          )}
          <Button
            variant="danger"
            busy={calls.busy === 'cancel'}
            aria-label={nameOf('cancel')}
            onClick={calls.cancel}
            className="lg:border-transparent lg:bg-transparent lg:px-2"
          >
            {t('offers.action.cancel')}
          </Button>
        </>
      )}
      <Button aria-expanded={isOpen} aria-controls={detailId} aria-label={nameOf(toggle)} onClick={onToggle}>
        {t(`offers.action.${toggle}`)}
      </Button>
    </div>
  )
}
