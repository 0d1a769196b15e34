import '#web/app/page-words.ts'
import { FileUp } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminListedShipment, listShipments } from '#contract/admin/shipments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminFileImportsPath, adminShipmentPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-shipments-page.ts'
import { carrierName } from './carrier-name.ts'

const place: ListPlace = { page: pages.adminShipments, names: ['q', 'dealer', 'from', 'to'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listShipments, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'number', className: 'pl-4' },
  { name: 'date' },
  { name: 'dealer', className: 'w-full 2xl:w-1/2' },
  { name: 'orders' },
  { name: 'carrier' },
  { name: 'parcels', align: 'right', className: 'pr-4' },
]

/** Shipments to all dealers. */
export default function AdminShipmentsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="shipments"
      filter={<ShipmentsFilter list={list} />}
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-13 text-ink-2">
            {t('administration.shipments.count', { count: list.total, number: formatQuantity(list.total) })}
          </p>
          <MayChange>
            <AreaLink isAction to={adminFileImportsPath('shipments')} className={buttonClasses('outline', 'card')}>
              <FileUp size={16} aria-hidden="true" /> {t('administration.shipments.fromFile')}
            </AreaLink>
          </MayChange>
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="shipments">
        {list.items.map((shipment) => (
          <ShipmentRow key={shipment.id} shipment={shipment} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function ShipmentsFilter({ list }: { list: Reply<typeof listShipments> }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.shipments.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} hint={text('dealerHint')} />
    </ListFilter>
  )
}

function ShipmentRow({ shipment }: { shipment: AdminListedShipment }) {
  const { t } = useTranslation()
  const { id, shipmentNo, dealer, dealerCode, orderNos, carrier, trackingNo, parcelCount, isWithdrawn } = shipment
  return (
    <tr data-testid="admin-shipment" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-1 max-xl:px-0 xl:pl-4">
        {/* The whole row links to the shipment. */}
        <AreaLink
          to={adminShipmentPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {shipmentNo}
        </AreaLink>
        {isWithdrawn && (
          <Badge tone="danger" className="ml-2">
            {t('shipments.withdrawn')}
          </Badge>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0 max-xl:text-right">
        <Moment date={shipment.date} />
      </Cell>
      <Cell className="min-w-40 max-xl:order-3 max-xl:col-span-2 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">{dealerCode}</span>
      </Cell>
      <Cell className="max-xl:order-4 max-xl:col-span-2 max-xl:px-0">
        <span className="code text-13 text-ink-2">{orderNos.join(', ')}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-5 max-xl:px-0">
        {carrierName(t, carrier)}
        {trackingNo !== '' && <span className="code block text-12 text-ink-2">{trackingNo}</span>}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-6 max-xl:px-0 xl:pr-4">
        {t('shipments.parcels', { count: parcelCount })}
      </Cell>
    </tr>
  )
}
