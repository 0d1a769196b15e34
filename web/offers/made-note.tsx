import { UserPlus } from 'lucide-react'
import type { Offer } from '#contract/shop/offers.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { hasCustomer } from './offer-customer.ts'

/** Confirms that the cart became an offer, and shows the next steps. */
export function MadeNote({ offer, onCustomer }: { offer: Offer; onCustomer(): void }) {
  const { t } = useTranslation()
  return (
    <MessageStrip
      tone="info"
      role="status"
      className="mb-3"
      actions={
        !hasCustomer(offer) && (
          <Button variant="solid" icon={<UserPlus size={15} aria-hidden="true" />} onClick={onCustomer}>
            {t('offers.customer.add')}
          </Button>
        )
      }
    >
      <span className="font-semibold">{t('offers.made.title', { number: offer.orderNo })}</span>{' '}
      {t('offers.made.cart', { action: t('offers.action.edit') })} {t('offers.made.next')}
    </MessageStrip>
  )
}
