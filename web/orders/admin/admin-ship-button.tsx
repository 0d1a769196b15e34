import { Truck } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { shippedOrdersMax } from '#contract/admin/shipments.ts'
import { newShipmentPath } from '#contract/core/admin-pages.ts'
import { type OrderState, shippableStates } from '#domain/orders/order-life.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ShipButtonProps = { orders: readonly { id: number; state: OrderState; dealerCode: string }[]; isList?: true }

/** Leads to a shipment of the chosen orders of one dealer; it counts those of which goods can be shipped. */
export function ShipButton({ orders, isList }: ShipButtonProps) {
  const { t } = useTranslation()
  const fitting = orders.filter(({ state }) => shippableStates.includes(state))
  const dealers = new Set(fitting.map(({ dealerCode }) => dealerCode))
  if (dealers.size !== 1 || fitting.length > shippedOrdersMax) return null
  return (
    <AreaLink isAction to={newShipmentPath(fitting.map(({ id }) => id))} className={buttonClasses('soft', 'card')}>
      <Truck size={16} aria-hidden="true" /> {t('administration.shipments.ship')}
      {isList && ` (${fitting.length})`}
    </AreaLink>
  )
}
