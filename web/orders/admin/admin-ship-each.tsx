import { Truck } from 'lucide-react'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type ChosenOrder, shipOrders, shippedAtOnce } from '#contract/admin/order-bulk.ts'
import { adminFileImportsPath } from '#contract/core/admin-pages.ts'
import { shippableStates } from '#domain/orders/order-life.ts'
import { shipmentFieldMax } from '#domain/orders/shipment.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { CarrierField } from '#web/administration/carrier-field.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ShipEachProps = { orders: readonly ChosenOrder[]; onDone(): void }
type Outcome = { shipped: number; refused: { orderNo: string; message: string }[] }

/** Ships each of the chosen orders in a shipment of its own; it counts those of which goods can be shipped. */
export function ShipEach({ orders, onDone }: ShipEachProps) {
  const { t, formatQuantity } = useTranslation()
  const [shown, show] = useState<readonly ChosenOrder[] | null>(null)
  const fitting = orders.filter(({ state }) => shippableStates.includes(state))
  return (
    <>
      {fitting.length > 1 && (
        <Button variant="soft" size="card" icon={<Truck size={16} aria-hidden="true" />} onClick={() => show(fitting)}>
          {t('administration.orders.shipEach.button')} ({formatQuantity(fitting.length)})
        </Button>
      )}
      {shown !== null && <ShipDialog orders={shown} onDone={onDone} onClose={() => show(null)} />}
    </>
  )
}

function useShipEach(orders: readonly ChosenOrder[]) {
  const { run } = useAdminCall()
  // One key for all attempts of this dialog: an order is shipped once.
  const [key] = useState(newKey)
  const [done, setDone] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function ship(typed: { carrier: string; deliveryNoteNo: string }): Promise<void> {
    const sum: Outcome = { shipped: 0, refused: [] }
    for (let at = 0; at < orders.length; at += shippedAtOnce) {
      setDone(at)
      const part = orders.slice(at, at + shippedAtOnce).map(({ id, state }) => ({ id, from: state }))
      const reply = await run(shipOrders, { body: { key, orders: part, ...typed } })
      // The button sends the same orders again; those that were shipped stay as they are.
      if (reply === null) return setDone(null)
      sum.shipped += reply.shipped.length
      sum.refused.push(...reply.refused)
    }
    setOutcome(sum)
  }
  return { done, outcome, ship }
}

function ShipDialog({ orders, onDone, onClose }: ShipEachProps & { onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.orders.shipEach.${name}`, facts)
  const { done, outcome, ship } = useShipEach(orders)
  const [carrier, setCarrier] = useState('yurtici')
  const [deliveryNoteNo, setNote] = useState('')
  const end = () => {
    onDone()
    onClose()
  }
  if (outcome !== null) return <OutcomeDialog outcome={outcome} onClose={end} />
  return (
    <FormDialog
      title={text('title', { count: orders.length, number: formatQuantity(orders.length) })}
      saveLabel={text('save')}
      isBusy={done !== null}
      onSend={() => carrier.trim() !== '' && void ship({ carrier, deliveryNoteNo })}
      // The results of what is running would be lost.
      onClose={() => done === null && onClose()}
    >
      <p>{text('about')}</p>
      <CarrierField carrier={carrier} onType={setCarrier} />
      <TextField
        label={t('administration.shipments.fields.deliveryNoteNo')}
        hint={text('noteHint')}
        value={deliveryNoteNo}
        maxLength={shipmentFieldMax.deliveryNoteNo}
        autoComplete="off"
        onChange={({ target }) => setNote(target.value)}
      />
      <p className="text-13">
        <AreaLink to={adminFileImportsPath('shipments')} className="tap text-brand-ink hover:underline">
          {t('administration.shipments.fromFile')}
        </AreaLink>
      </p>
      {done !== null && (
        <div role="status" className="flex flex-col gap-1 text-13">
          <p>{text('progress', { done: formatQuantity(done), total: formatQuantity(orders.length) })}</p>
          <progress aria-label={text('save')} max={orders.length} value={done} className="h-2 w-full" />
        </div>
      )}
    </FormDialog>
  )
}

function OutcomeDialog({ outcome: { shipped, refused }, onClose }: { outcome: Outcome; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string, count: number) =>
    t(`administration.orders.shipEach.${name}`, { count, number: formatQuantity(count) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('shipped', shipped)}
      actions={
        <Button variant="solid" size="lg" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      {refused.length === 0 ? (
        <p>{t('administration.shipments.told')}</p>
      ) : (
        <>
          <p className="font-medium">{text('refused', refused.length)}</p>
          <ul className="mt-2 max-h-[50vh] divide-y divide-line overflow-y-auto text-13">
            {refused.map(({ orderNo, message }) => (
              <li key={orderNo} className="py-1.5">
                <span className="code font-medium">{orderNo}</span> {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
