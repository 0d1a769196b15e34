import '#web/app/page-words.ts'
import type { ReactNode } from 'react'
import type { Order } from '#contract/shop/orders.ts'
import { addressLines } from '#domain/orders/delivery.ts'
import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { type Translation, useTranslation } from '#web/ui/translation.ts'

type Delivery = NonNullable<Order['delivery']>

/** Where an order goes, as lines of text; empty for the dealer's own address. */
export function placeLines({ address }: Delivery): string[] {
  if (address === null) return []
  return [address.name, address.recipient, ...addressLines(address), address.phone].filter((line) => line !== '')
}

type Wish = { name: string; value: string }
type Carried = { delivery: Delivery | null; carrierPayer?: CarrierPayer | null }

/** What the buyer of an order wishes, and who pays the carrier, as name and value. */
export function useWishes(): (order: Carried) => Wish[] {
  const { t } = useTranslation()
  return ({ delivery, carrierPayer = null }) => [
    ...(delivery === null ? [] : buyersWishes(delivery, t)),
    ...(carrierPayer === null ? [] : [{ name: t('delivery.freight'), value: t(`delivery.payers.${carrierPayer}`) }]),
  ]
}

function buyersWishes({ requestedOn, partDelivery, carrier }: Delivery, t: Translation['t']): Wish[] {
  return [
    ...(requestedOn === null ? [] : [{ name: t('delivery.requestedOn'), value: formatDay(requestedOn) }]),
    ...(partDelivery ? [] : [{ name: t('delivery.partTitle'), value: t('delivery.part.refused') }]),
    ...(carrier === null
      ? []
      : [
          {
            name: t('delivery.carrier'),
            value: isCarrier(carrier) ? t(`shipments.carriers.${carrier}`) : carrier,
          },
        ]),
  ]
}

/** The delivery address of an order and the wishes of its buyer. Renders nothing without them. */
export function DeliveryFacts({ delivery, className = '' }: { delivery: Delivery | null; className?: string }) {
  const { t } = useTranslation()
  const wishesOf = useWishes()
  if (delivery === null) return null
  const { address } = delivery
  return (
    <section aria-label={t('delivery.title')} className={className}>
      <dl className="grid gap-x-6 gap-y-3 rounded-panel border border-line bg-surface p-4 sm:grid-cols-3">
        <Fact name={t('delivery.to')}>
          {address === null ? (
            t('delivery.own')
          ) : (
            <>
              <span className="font-medium">{address.name === '' ? t('delivery.typed') : address.name}</span>
              <span className="block whitespace-pre-line">
                {[address.recipient, ...addressLines(address), address.phone].join('\n')}
              </span>
              {address.erpCode !== '' && (
                <span className="block text-12 text-ink-2">
                  {t('delivery.erpCode')}: <span className="code">{address.erpCode}</span>
                </span>
              )}
            </>
          )}
        </Fact>
        {wishesOf({ delivery }).map(({ name, value }) => (
          <Fact key={name} name={name}>
            <span className="font-medium">{value}</span>
          </Fact>
        ))}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
