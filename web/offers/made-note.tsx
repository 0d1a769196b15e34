import { Undo2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { pages } from '#contract/core/pages.ts'
import { restoreCartLines } from '#contract/shop/cart.ts'
import type { Offer } from '#contract/shop/offers.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { hasCustomer } from './offer-customer.ts'

type MadeNoteProps = {
  offer: Offer
  /** The key that restores the cart. */
  undo: string | null
  onCustomer(): void
}

/** Confirms that the cart became an offer and is empty, and shows the next steps. */
export function MadeNote({ offer, undo, onCustomer }: MadeNoteProps) {
  const { t } = useTranslation()
  return (
    <MessageStrip
      tone="info"
      role="status"
      className="mb-3"
      actions={
        <>
          {undo !== null && <RestoreButton undo={undo} />}
          {!hasCustomer(offer) && (
            <Button variant="solid" icon={<UserPlus size={15} aria-hidden="true" />} onClick={onCustomer}>
              {t('offers.customer.add')}
            </Button>
          )}
        </>
      }
    >
      <span className="font-semibold">{t('offers.made.title', { number: offer.orderNo })}</span>{' '}
      {t('offers.made.cart', { action: t('offers.action.edit') })} {t('offers.made.next')}
    </MessageStrip>
  )
}

/** Puts the lines back into the cart and opens it. The offer stays. */
function RestoreButton({ undo }: { undo: string }) {
  const { t } = useTranslation()
  const address = useSearchParameters()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function restore(): Promise<void> {
    setBusy(true)
    try {
      await call(restoreCartLines, { body: { undo } })
      // A full page load, so that the cart is filled everywhere.
      location.assign(pages.cart)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setBusy(false)
      notify.error(error.message)
      if (error.code === 'removal_not_found')
        void navigate(`?${new URLSearchParams([...address].filter(([name]) => name !== 'undo'))}`, { replace: true })
    }
  }
  return (
    <Button busy={isBusy} icon={<Undo2 size={15} aria-hidden="true" />} onClick={() => void restore()}>
      {t('offers.made.restore')}
    </Button>
  )
}
