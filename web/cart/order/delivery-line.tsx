import { useEffect, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { type DeliveryChoices, type DeliveryFields, getDeliveryChoices, typedAddress } from '#contract/shop/delivery.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { call } from '#web/app/data/call.ts'
import { type Translation, useTranslation } from '#web/ui/translation.ts'

/** What the delivery of an order can be, once the page has loaded it; null before, and for guests. */
export function useDeliveryChoices(isWanted: boolean): DeliveryChoices | null {
  const [choices, setChoices] = useState<DeliveryChoices | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    // The server proposes the address if it cannot be shown.
    call(getDeliveryChoices, {}, { signal: stop.signal }).then(setChoices, () => {})
    return () => stop.abort()
  }, [isWanted])
  return choices
}

type DeliveryLineProps = {
  choices: DeliveryChoices | null
  to: string
  fields: DeliveryFields
  /** Day and carrier are shown also where the buyer has stated none. */
  showsWishes?: boolean
}

/** Where the order goes, when and how, with a link to the step that changes it. */
export function DeliveryLine({ choices, to, fields, showsWishes = false }: DeliveryLineProps) {
  const { t } = useTranslation()
  if (choices === null) return null
  const wishes = wishesOf(fields, choices, { t, showsWishes })
  if (choices.addresses.length === 0 && to !== typedAddress && wishes.length === 0) return null
  const address = choices.addresses.find(({ id }) => String(id) === to)
  const name = to === typedAddress ? t('delivery.typed') : (address?.name ?? t('delivery.own'))
  const place = address === undefined ? '' : ` · ${address.district} / ${address.city}`
  return (
    <div className="flex items-start justify-between gap-3 text-13">
      <div className="min-w-0">
        <p className="font-medium max-sm:text-15">{t('delivery.to')}</p>
        <p className="[overflow-wrap:anywhere] text-ink-2" data-testid="delivery-line">
          {choices.chosen === null && choices.own === null ? t('delivery.noneLeft') : `${name}${place}`}
        </p>
        {wishes.map((wish) => (
          <p key={wish} className="[overflow-wrap:anywhere] text-ink-2">
            {wish}
          </p>
        ))}
      </div>
      <Link to={`${pages.checkout}?step=payment#teslimat`} className="tap font-medium text-brand-ink hover:underline">
        {t('delivery.change')}
      </Link>
    </div>
  )
}

type WishOptions = { t: Translation['t']; showsWishes: boolean }

/** The day and the carrier as lines of text. Where no carrier can be chosen, there is none. */
function wishesOf(
  { deliverOn, carrier }: DeliveryFields,
  { carriers }: DeliveryChoices,
  options: WishOptions,
): string[] {
  const { t, showsWishes } = options
  const lines: string[] = []
  if (deliverOn) lines.push(`${t('delivery.requestedOn')}: ${formatDay(deliverOn)}`)
  else if (showsWishes) lines.push(`${t('delivery.requestedOn')}: ${t('delivery.anyDay')}`)
  if (carrier && isCarrier(carrier)) lines.push(`${t('delivery.carrier')}: ${t(`shipments.carriers.${carrier}`)}`)
  else if (showsWishes && carriers.length > 0) lines.push(`${t('delivery.carrier')}: ${t('delivery.anyCarrier')}`)
  return lines
}
