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
import { MayChange } from '#web/administration/may-change.tsx'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useWishes } from '#web/product/delivery-facts.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
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
  const place = [draft.district, draft.city].filter((part) => part !== '').join(' / ')
  const address = [draft.address, place].filter((part) => part !== '').join(', ')
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
        {address !== '' && ` · ${address}`}
      </p>
      {/* After another user has shipped some of it, the form starts from what is left. */}
      <MayChange>
        <ShipmentForm key={JSON.stringify(draft.orders)} draft={draft} />
      </MayChange>
    </DetailFrame>
  )
}

const keyOf = (order: DraftOrder, line: DraftLine) => `${order.id} ${line.lineNo}`

function useNewShipment({ orders, recipient, address, district, city, phone, carrier }: Draft) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isBusy, run } = useAdminCall()
  const [keys] = useState(createAttemptKeys)
  const [typed, setTyped] = useState<TypedShipment>({
    ...{ carrier: carrier ?? 'yurtici', trackingNo: '', trackingUrl: '', deliveryNoteNo: '', note: '', weights: [''] },
    ...{ recipient, address, district, city, phone },
  })
  const [quantities, setQuantities] = useState<Readonly<Record<string, string>>>({})
  const textOf = (order: DraftOrder, line: DraftLine) =>
    quantities[keyOf(order, line)] ?? (order.isChosen ? String(line.proposed) : '0')
  const lines = orders.flatMap((order) =>
    order.lines.flatMap((line) => {
      const quantity = quantityOf(textOf(order, line)) ?? 0
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
  const fillAll = (order: DraftOrder) =>
    setQuantities({
      ...quantities,
      ...Object.fromEntries(order.lines.map((line) => [keyOf(order, line), String(line.quantity)])),
    })
  const problem = problemOf(
    orders.flatMap((order) =>
      order.lines.map((line) => ({ line, text: textOf(order, line), isChosen: order.isChosen })),
    ),
    typed,
  )
  return { typed, setTyped, textOf, setQuantity, fillAll, problem, lines, send, isBusy }
}

/** A whole number; null if it is none. Nothing counts as 0. */
const quantityOf = (text: string): number | null =>
  text.trim() === '' ? 0 : /^\d{1,7}$/.test(text.trim()) ? Number(text) : null

type Problem = { name: 'quantity' | 'missing' | 'invalid' | 'exceeds' | 'carrier'; codes?: string }

/** Why the goods cannot be sent as typed; null if they can. */
function problemOf(
  rows: readonly { line: DraftLine; text: string; isChosen: boolean }[],
  { carrier }: TypedShipment,
): Problem | null {
  if (rows.some(({ text }) => quantityOf(text) === null)) return { name: 'invalid' }
  const above = rows.filter(({ line, text }) => (quantityOf(text) ?? 0) > line.quantity)
  if (above.length > 0) return { name: 'exceeds', codes: above.map(({ line }) => line.code).join(', ') }
  if (rows.every(({ text }) => quantityOf(text) === 0)) {
    return { name: rows.some(({ line, isChosen }) => isChosen && line.missing > 0) ? 'missing' : 'quantity' }
  }
  return carrier.trim() === '' ? { name: 'carrier' } : null
}

function ShipmentForm({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { typed, setTyped, textOf, setQuantity, fillAll, problem, send, isBusy } = useNewShipment(draft)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && problem === null) void send()
      }}
    >
      {draft.orders.map((order) => (
        <section key={order.id} aria-label={order.orderNo} className="rounded-panel border border-line bg-surface">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
            <h2 className="code text-14 font-semibold">{order.orderNo}</h2>
            <p className="text-12 text-ink-2">
              <Moment date={order.date} />
              {order.branch !== null && ` · ${t('administration.shipments.branch', { branch: order.branch })}`}
              {!order.isChosen && ` · ${t('administration.shipments.alsoOpen')}`}
              <DeliveryNote order={order} />
            </p>
            {order.lines.some((line) => textOf(order, line).trim() !== String(line.quantity)) && (
              <Button size="card" className="ml-auto" onClick={() => fillAll(order)}>
                {t('administration.shipments.fillAll')}
              </Button>
            )}
          </div>
          {/* Quantities of all lines share their columns. */}
          <ul className="grid grid-cols-[1fr_auto_auto] divide-y divide-line">
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
      <DeliveryWarnings orders={draft.orders} textOf={textOf} />
      <section className="rounded-panel border border-line bg-surface p-4">
        <ShipmentFields typed={typed} onType={setTyped} />
      </section>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p id="ship-note" role="status" className={problem === null ? 'text-13 text-ink-2' : 'text-13 text-warning'}>
          {problem === null
            ? t('administration.shipments.told')
            : t(`administration.shipments.why.${problem.name}`, { codes: problem.codes ?? '' })}
        </p>
        <Button
          type="submit"
          variant="solid"
          size="lg"
          busy={isBusy}
          disabled={problem !== null}
          aria-describedby="ship-note"
          icon={<Truck size={16} aria-hidden="true" />}
        >
          {t('administration.shipments.ship')}
        </Button>
      </div>
    </form>
  )
}

/** Where an order goes and what its buyer wishes, in one line. */
function DeliveryNote({ order }: { order: DraftOrder }) {
  const wishesOf = useWishes()
  const address = order.delivery?.address ?? null
  const place = address === null ? [] : [address.name, address.city]
  const wishes = wishesOf(order).map(({ name, value }) => `${name}: ${value}`)
  const text = [...place.filter((part) => part !== ''), ...wishes].join(' · ')
  return text === '' ? null : <span className="block">{text}</span>
}

type DeliveryWarningsProps = { orders: readonly DraftOrder[]; textOf(order: DraftOrder, line: DraftLine): string }

/** What the buyers do not want: several shipments, or goods that go to the address of another order. */
function DeliveryWarnings({ orders, textOf }: DeliveryWarningsProps) {
  const { t } = useTranslation()
  const quantityOfLine = (order: DraftOrder, line: DraftLine) => quantityOf(textOf(order, line)) ?? 0
  const sent = orders.filter((order) => order.lines.some((line) => quantityOfLine(order, line) > 0))
  const partial = sent.filter(
    (order) =>
      order.delivery?.partDelivery === false &&
      (!order.isWhole || order.lines.some((line) => quantityOfLine(order, line) < line.quantity)),
  )
  const places = new Set(sent.map(({ delivery }) => JSON.stringify(delivery?.address ?? null)))
  return (
    <>
      {partial.length > 0 && (
        <MessageStrip tone="warning" role="status">
          {t('delivery.warnPartial', { orders: partial.map(({ orderNo }) => orderNo).join(', ') })}
        </MessageStrip>
      )}
      {places.size > 1 && (
        <MessageStrip tone="warning" role="status">
          {t('delivery.warnAddresses')}
        </MessageStrip>
      )}
    </>
  )
}

function LineRow({ line, value, onType }: { line: DraftLine; value: string; onType(text: string): void }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <li className="col-span-full grid grid-cols-subgrid items-center gap-x-2 px-4 py-2.5 text-13">
      <p className="min-w-0 pr-2 [overflow-wrap:anywhere]">
        <span className="code text-ink-2">{line.code}</span> <span className="font-medium">{line.name}</span>
        {line.missing > 0 && (
          <span className="block text-12 text-warning">
            {t('administration.shipments.missing', { quantity: formatQuantity(line.missing) })}
          </span>
        )}
      </p>
      <label className="contents">
        <span className="sr-only">{t('administration.shipments.quantityOf', { name: line.name })}</span>
        <input
          inputMode="numeric"
          maxLength={7}
          value={value}
          onChange={({ target }) => onType(target.value)}
          className="field h-10 w-20 px-2.5 text-right max-sm:h-11"
        />
        <span className="whitespace-nowrap sm:min-w-22 text-ink-2">
          {t('administration.shipments.of', { quantity: formatQuantity(line.quantity), unit: line.unit })}
        </span>
      </label>
    </li>
  )
}
