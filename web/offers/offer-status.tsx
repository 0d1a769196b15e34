import { type Offer, offerStatusOf } from '#contract/shop/offers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Stated = Pick<Offer, 'isCancel' | 'acceptedAt'>

/** Whether an offer can no longer be changed: it was cancelled or accepted. */
export const isFixed = (offer: Stated): boolean => offerStatusOf(offer) !== 'open'

const tones = { open: 'success', accepted: 'info', cancelled: 'danger' } as const

export function OfferStatus({ offer }: { offer: Stated }) {
  const { t } = useTranslation()
  const status = offerStatusOf(offer)
  return <Badge tone={tones[status]}>{t(`offers.status.${status}`)}</Badge>
}
