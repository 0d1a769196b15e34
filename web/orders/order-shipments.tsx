import { ExternalLink } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { adminShipmentPath } from '#contract/core/admin-pages.ts'
import type { OrderShipment } from '#contract/shop/shipments.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type OrderShipmentsProps = { shipments: readonly OrderShipment[]; isAdmin?: true }

/** What was sent of an order, and where to follow it. */
export function OrderShipments({ shipments, isAdmin }: OrderShipmentsProps) {
  const { t } = useTranslation()
  if (shipments.length === 0) return null
  return (
    <section aria-label={t('shipments.title')} className="mt-4 rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{t('shipments.title')}</h2>
      <ul className="divide-y divide-line">
        {shipments.map((shipment) => (
          <Shipment key={shipment.id} shipment={shipment} isAdmin={isAdmin} />
        ))}
      </ul>
    </section>
  )
}

function Shipment({ shipment, isAdmin }: { shipment: OrderShipment; isAdmin: true | undefined }) {
  const { t, formatQuantity } = useTranslation()
  const { id, shipmentNo, carrier, trackingNo, trackingLink, deliveryNoteNo, parcelCount, weight } = shipment
  const facts = [
    isCarrier(carrier) ? t(`shipments.carriers.${carrier}`) : carrier,
    trackingNo !== '' && `${t('shipments.trackingNo')}: ${trackingNo}`,
    deliveryNoteNo !== '' && `${t('shipments.deliveryNoteNo')}: ${deliveryNoteNo}`,
    t('shipments.parcels', { count: parcelCount }),
    weight !== null && t('shipments.weight', { weight: formatQuantity(weight) }),
  ].filter((fact) => fact !== false)
  return (
    <li className="break-inside-avoid p-4 text-13" data-testid="shipment">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isAdmin ? (
          <Link to={adminShipmentPath(id)} className="code font-medium text-brand-ink hover:underline">
            {shipmentNo}
          </Link>
        ) : (
          <span className="code font-medium">{shipmentNo}</span>
        )}
        <span className="text-ink-2">
          <Moment date={shipment.date} />
        </span>
        {shipment.withdrawnAt !== null && <Badge tone="danger">{t('shipments.withdrawn')}</Badge>}
        {trackingLink !== null && shipment.withdrawnAt === null && (
          <a
            href={trackingLink}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 font-medium text-brand-ink hover:underline pointer-coarse:min-h-11 print:hidden"
          >
            {t('shipments.track')} <ExternalLink size={14} aria-hidden="true" />
          </a>
        )}
      </p>
      <p className="mt-1 [overflow-wrap:anywhere]">{facts.join(' · ')}</p>
      <ul className="mt-1.5 flex flex-col gap-0.5 text-ink-2">
        {shipment.lines.map((line) => (
          <li key={line.lineNo} className="[overflow-wrap:anywhere]">
            {formatQuantity(line.quantity)} {line.unit} · <span className="code">{line.code}</span> {line.name}
          </li>
        ))}
      </ul>
    </li>
  )
}
