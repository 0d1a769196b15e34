import '#web/app/page-words.ts'
import { ExternalLink, Printer, Tags } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminShipment, getShipment } from '#contract/admin/shipments.ts'
import { adminShipmentPath, shipmentLabelsPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { adminOrderPath } from '#contract/core/record-paths.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-shipment-page.ts'
import { carrierName } from './carrier-name.ts'
import { ChangeShipment, WithdrawShipment } from './shipment-actions.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getShipment, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One shipment; printed, it is the packing slip. */
export default function AdminShipmentPage({ loaderData: shipment }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.shipments.one', { number: shipment.shipmentNo })
  return (
    <DetailFrame
      title={title}
      description={t('administration.shipments.description')}
      path={adminShipmentPath(shipment.id)}
      back={{ to: pages.adminShipments, label: t('administration.shipments.title') }}
    >
      <PrintHead />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold print:hidden">{title}</h1>
        <p className="hidden text-18 font-semibold print:block">
          {t('administration.shipments.slip', { number: shipment.shipmentNo })}
        </p>
        {shipment.withdrawnAt !== null && <Badge tone="danger">{t('shipments.withdrawn')}</Badge>}
        <Actions shipment={shipment} />
      </div>
      {shipment.withdrawnAt !== null && (
        <MessageStrip tone="warning">
          {t('shipments.withdrawn')}: <Moment date={shipment.withdrawnAt} /> · {shipment.withdrawnBy} ·{' '}
          {shipment.withdrawReason}
        </MessageStrip>
      )}
      <Facts shipment={shipment} />
      {shipment.orders.map((order) => (
        <section key={order.id} className="break-inside-avoid rounded-panel border border-line bg-surface">
          <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">
            <AreaLink to={adminOrderPath(order.id)} className="code text-brand-ink hover:underline print:text-ink">
              {order.orderNo}
            </AreaLink>{' '}
            <span className="text-12 font-normal text-ink-2 print:hidden">{t(`orders.states.${order.state}`)}</span>
          </h2>
          <Goods lines={order.lines} />
        </section>
      ))}
      <Signatures />
    </DetailFrame>
  )
}

function Actions({ shipment }: { shipment: AdminShipment }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  return (
    <div className="ml-auto flex flex-wrap gap-2 print:hidden">
      <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
        {t('administration.shipments.printSlip')}
      </Button>
      <a href={shipmentLabelsPath(shipment.id)} className={buttonClasses('outline', 'card')}>
        <Tags size={16} aria-hidden="true" /> {t('administration.shipments.labels')}
      </a>
      {mayChange && shipment.withdrawnAt === null && <ChangeShipment shipment={shipment} />}
      {mayChange && shipment.mayWithdraw && <WithdrawShipment shipment={shipment} />}
    </div>
  )
}

function Facts({ shipment }: { shipment: AdminShipment }) {
  const { t, formatQuantity } = useTranslation()
  const { dealer, dealerCode, creator, carrier, trackingNo, trackingLink, deliveryNoteNo, parcels, weight } = shipment
  const join = (parts: string[], sign: string) => parts.filter((part) => part !== '').join(sign)
  const { recipient, address, district, city, phone, note, shippedOn } = shipment
  const weighed = parcels.some((parcel) => parcel.weight !== null)
  const weights = parcels.map((parcel) => (parcel.weight === null ? '?' : formatQuantity(parcel.weight))).join(' + ')
  const total = weight === null ? weights : formatQuantity(weight)
  const facts = [
    ['date', <Moment key="date" date={shipment.date} />],
    ...(shippedOn === dayInTurkey(new Date(shipment.date)) ? [] : [['shippedOn', formatDay(shippedOn)] as const]),
    ['dealer', `${dealer} (${dealerCode})`],
    ['carrier', carrierName(t, carrier)],
    [
      'trackingNo',
      trackingLink === null ? trackingNo : <Tracking key="link" link={trackingLink} number={trackingNo} />,
    ],
    ['deliveryNoteNo', deliveryNoteNo],
    [
      'parcels',
      join(
        [t('shipments.parcels', { count: parcels.length }), weighed ? t('shipments.weight', { weight: total }) : ''],
        ' · ',
      ),
    ],
    ['recipient', join([recipient, address, join([district, city], ' / '), phone], '\n')],
    ['note', note],
    ['creator', creator ?? t('administration.shipments.program')],
  ] as const
  return (
    <dl className="grid gap-x-6 rounded-panel border border-line bg-surface px-4 py-2 sm:grid-cols-3">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="py-1.5 text-13">
            <dt className="text-12 text-ink-2">{t(`administration.shipments.fields.${name}`)}</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Where the driver and the dealer sign the printed slip. */
function Signatures() {
  const { t } = useTranslation()
  return (
    <div className="mt-20 hidden break-inside-avoid grid-cols-2 gap-10 print:grid">
      {(['giver', 'taker'] as const).map((who) => (
        <p key={who} className="border-t border-ink pt-1.5 text-12 text-ink-2">
          {t(`administration.shipments.signatures.${who}`)}
        </p>
      ))}
    </div>
  )
}

function Tracking({ link, number }: { link: string; number: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-brand-ink hover:underline print:text-ink"
    >
      {number === '' ? t('shipments.track') : number}{' '}
      <ExternalLink size={14} aria-hidden="true" className="print:hidden" />
    </a>
  )
}

function Goods({ lines }: { lines: AdminShipment['orders'][number]['lines'] }) {
  const { formatQuantity } = useTranslation()
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.lineNo} className="flex gap-4 px-4 py-2.5 text-13">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="code text-ink-2">{line.code}</span> <span className="font-medium">{line.name}</span>
          </p>
          <p className="font-semibold whitespace-nowrap">
            {formatQuantity(line.quantity)} {line.unit}
          </p>
        </li>
      ))}
    </ul>
  )
}
