import { FileText } from 'lucide-react'
import { useId } from 'react'
import { useActivity } from './cart-activity.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useCart } from './use-cart.ts'
import { type OfferForm, useMakeOffer } from './use-make-offer.ts'

type MakeOfferButtonProps = OfferForm & {
  /** Called once the offer is made, e.g. to clear the note. */
  onMade(): void
  disabled?: boolean
  className?: string
}

/** Makes an offer from the cart. Shown only if the store and the role let the user make offers; busy while one is being made. */
export function MakeOfferButton({ onMade, disabled = false, className, ...form }: MakeOfferButtonProps) {
  const { t } = useTranslation()
  const { user, settings, seesPrices } = useVisitor()
  const isOrdering = useActivity(({ fetching }) => fetching.operation === 'saveOrder')
  const { isBusy, submit } = useMakeOffer(form, onMade)
  const { promotions } = useCart()
  // Offers are priced without promotions (docs/decisions/076).
  const losesPromotions = promotions !== null && promotions.applied.length + promotions.free.length > 0
  const noteId = useId()
  const mayOffer = user?.permissions.includes('offers') === true
  if (settings.b2b_teklif_ver_durum !== '1' || !seesPrices || !mayOffer) return null
  return (
    <>
      <Button
        size="lg"
        busy={isBusy}
        disabled={isOrdering || disabled}
        icon={<FileText size={16} aria-hidden="true" />}
        aria-describedby={losesPromotions ? noteId : undefined}
        onClick={() => void submit()}
        className={className}
      >
        {t(isBusy ? 'offers.make.busy' : 'offers.make.action')}
      </Button>
      {losesPromotions && (
        <p id={noteId} className="text-12 text-ink-2">
          {t('offers.make.withoutPromotions')}
        </p>
      )}
    </>
  )
}
