import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { type DeliveryChoices, type DeliveryFields, getDeliveryChoices, typedAddress } from '#contract/shop/delivery.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { call } from '#web/app/data/call.ts'
import { useTranslation } from '#web/ui/translation.ts'

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

type DeliveryLineProps = { choices: DeliveryChoices | null; to: string; fields: DeliveryFields }

/** Where the order goes, with a link to the step that changes it. Renders nothing where there is nothing to choose. */
export function DeliveryLine({ choices, to, fields }: DeliveryLineProps) {
  const { t } = useTranslation()
  const isPlain = to !== typedAddress && !fields.deliverOn
  if (choices === null || (choices.addresses.length === 0 && isPlain)) return null
  const address = choices.addresses.find(({ id }) => String(id) === to)
  const name = to === typedAddress ? t('delivery.typed') : (address?.name ?? t('delivery.own'))
  const place = address === undefined ? '' : ` · ${address.district} / ${address.city}`
  return (
    <div className="flex items-start justify-between gap-3 text-13">
      <div className="min-w-0">
        <p className="font-medium max-sm:text-15">{t('delivery.to')}</p>
        <p className="[overflow-wrap:anywhere] text-ink-2" data-testid="delivery-line">
          {choices.chosen === null && choices.own === null ? t('delivery.noneLeft') : `${name}${place}`}
          {fields.deliverOn ? ` · ${formatDay(fields.deliverOn)}` : ''}
        </p>
      </div>
      <Link to={`${pages.checkout}?step=payment#teslimat`} className="tap font-medium text-brand-ink hover:underline">
        {t('delivery.change')}
      </Link>
    </div>
  )
}
