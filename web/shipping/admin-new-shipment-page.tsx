import '#web/app/page-words.ts'
import { Truck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createShipment, getShipmentDraft } from '#contract/admin/shipments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminShipmentPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-new-shipment-page.ts'
import { ShipmentFields, type TypedShipment } from './shipment-fields.tsx'

const load = (api: ServerCall, { url }: PageLocation) =>
  api(getShipmentDraft, { query: { orders: new URL(url).searchParams.get('siparis')?.slice(0, 1000) ?? '' } })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Draft = Reply<typeof getShipmentDraft>
type DraftOrder = Draft['orders'][number]
type DraftLine = DraftOrder['lines'][number]

/** Ships goods of orders of one dealer: what goes, and how. */
export default function AdminNewShipmentPage({ loaderData: draft }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.shipments.new')
  return (
    <DetailFrame
      title={title}
      description={t('administration.shipments.description')}
      path={`${pages.adminShipments}/yeni`}
      back={{ to: pages.adminShipments, label: t('administration.shipments.title') }}
    >
      <h1 className="text-18 font-semibold">{title}</h1>
      <p className="text-13 text-ink-2">
        {draft.dealer} <span className="code">{draft.dealerCode}</span>
      </p>
      {/* After another user has shipped some of it, the form starts from what is left. */}
      <ShipmentForm key={JSON.stringify(draft.orders)} draft={draft} />
    </DetailFrame>
  )
}

const keyOf = (order: DraftOrder, line: DraftLine) => `${order.id} ${line.lineNo}`

function useNewShipment({ orders, recipient, address, district, city, phone }: Draft) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isBusy, run } = useAdminCall()
  const [keys] = useState(createAttemptKeys)
  const [typed, setTyped] = useState<TypedShipment>({
    ...{ carrier: 'yurtici', trackingNo: '', trackingUrl: '', deliveryNoteNo: '', note: '', weights: [''] },
    ...{ recipient, address, district, city, phone },
  })
  const [quantities, setQuantities] = useState<Readonly<Record<string, string>>>({})
  const textOf = (order: DraftOrder, line: DraftLine) =>
    quantities[keyOf(order, line)] ?? (order.isChosen ? String(line.proposed) : '0')
  const lines = orders.flatMap((order) =>
    order.lines.flatMap((line) => {
      const text = textOf(order, line).trim()
      const quantity = /^\d{1,7}$/.test(text) ? Number(text) : 0
      return quantity > 0 ? [{ orderId: order.id, lineNo: line.lineNo, quantity, shipped: line.shipped }] : []
    }),
  )
  async function send(): Promise<void> {
    const body = { ...typed, weights: [...typed.weights], lines }
    const shipment = await run(createShipment, { body: { key: keys.keyFor(JSON.stringify(body)), ...body } })
    if (shipment === null) return
    keys.end()
    notify.success(t('administration.shipments.done', { number: shipment.shipmentNo }), { id: 'shipments' })
    await navigate(adminShipmentPath(shipment.id))
  }
  const setQuantity = (key: string, text: string) => setQuantities({ ...quantities, [key]: text })
  return { typed, setTyped, textOf, setQuantity, lines, send, isBusy }
}

function ShipmentForm({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { typed, setTyped, textOf, setQuantity, lines, send, isBusy } = useNewShipment(draft)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && lines.length > 0) void send()
      }}
    >
      {draft.orders.map((order) => (
        <section key={order.id} aria-label={order.orderNo} className="rounded-panel border border-line bg-surface">
          <h2 className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2.5 text-14 font-semibold">
            <span className="code">{order.orderNo}</span>
            <span className="text-12 font-normal text-ink-2">
              <Moment date={order.date} />
              {!order.isChosen && ` · ${t('administration.shipments.alsoOpen')}`}
            </span>
          </h2>
          <ul className="divide-y divide-line">
            {order.lines.map((line) => (
              <LineRow
                key={line.lineNo}
                line={line}
                value={textOf(order, line)}
                onType={(text) => setQuantity(keyOf(order, line), text)}
              />
            ))}
          </ul>
        </section>
      ))}
      <section className="rounded-panel border border-line bg-surface p-4">
        <ShipmentFields typed={typed} onType={setTyped} />
      </section>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="text-13 text-ink-2">{t('administration.shipments.told')}</p>
        <Button
          type="submit"
          variant="solid"
          size="lg"
          busy={isBusy}
          disabled={lines.length === 0 || typed.carrier.trim() === ''}
          icon={<Truck size={16} aria-hidden="true" />}
        >
          {t('administration.shipments.ship')}
        </Button>
      </div>
    </form>
  )
}

function LineRow({ line, value, onType }: { line: DraftLine; value: string; onType(text: string): void }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-13">
      <p className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        <span className="code text-ink-2">{line.code}</span> <span className="font-medium">{line.name}</span>
      </p>
      <label className="flex items-center gap-2 whitespace-nowrap">
        <span className="sr-only">{t('administration.shipments.quantityOf', { name: line.name })}</span>
        <input
          inputMode="numeric"
          maxLength={7}
          value={value}
          onChange={({ target }) => onType(target.value)}
          className="field h-10 w-20 px-2.5 text-right max-sm:h-11"
        />
        <span className="text-ink-2">
          {t('administration.shipments.of', { quantity: formatQuantity(line.quantity), unit: line.unit })}
        </span>
      </label>
    </li>
  )
}
