import { PencilLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type AdminShipment, changeShipment, withdrawShipment } from '#contract/admin/shipments.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { formFormats } from '#domain/text/format.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ShipmentFields, type TypedShipment } from './shipment-fields.tsx'

type ShipmentProps = { shipment: AdminShipment }

const idOf = ({ id }: AdminShipment) => ({ id: String(id) })

/** Changes how a shipment is sent, e.g. when the carrier has given its number. */
export function ChangeShipment({ shipment }: ShipmentProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="card" icon={<PencilLine size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('administration.shipments.change')}
      </Button>
      {isOpen && <ChangeDialog shipment={shipment} onClose={() => setOpen(false)} />}
    </>
  )
}

const typedOf = (shipment: AdminShipment): TypedShipment => ({
  carrier: shipment.carrier,
  trackingNo: shipment.trackingNo,
  trackingUrl: shipment.trackingUrl,
  deliveryNoteNo: shipment.deliveryNoteNo,
  recipient: shipment.recipient,
  address: shipment.address,
  district: shipment.district,
  city: shipment.city,
  phone: shipment.phone,
  note: shipment.note,
  weights: shipment.parcels.map(({ weight }) => (weight === null ? '' : formFormats.formatQuantity(weight))),
})

function ChangeDialog({ shipment, onClose }: ShipmentProps & { onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [typed, setTyped] = useState(() => typedOf(shipment))
  async function save(): Promise<void> {
    const body = { ...typed, weights: [...typed.weights] }
    if ((await run(changeShipment, { params: idOf(shipment), body })) === null) return
    notify.success(t('administration.shipments.changed'), { id: 'shipments' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.shipments.change')}
      saveLabel={t('administration.shipments.save')}
      isBusy={isBusy}
      width="lg"
      onSend={() => void save()}
      onClose={onClose}
    >
      <ShipmentFields typed={typed} onType={setTyped} />
    </FormDialog>
  )
}

/** Withdraws a shipment after a confirmation with a reason, which the buyers read. */
export function WithdrawShipment({ shipment }: ShipmentProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  async function withdraw(): Promise<void> {
    const reply = await run(withdrawShipment, { params: idOf(shipment), body: { reason } })
    setOpen(false)
    if (reply !== null) notify.success(t('administration.shipments.withdrawDone'), { id: 'shipments' })
  }
  return (
    <>
      <Button variant="danger" size="card" icon={<Undo2 size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('administration.shipments.withdraw')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('administration.shipments.withdrawTitle')}
          saveLabel={t('administration.shipments.withdraw')}
          saveVariant="danger"
          isBusy={isBusy}
          onSend={() => reason.trim() !== '' && void withdraw()}
          onClose={() => setOpen(false)}
        >
          <p>{t('administration.shipments.withdrawText', { number: shipment.shipmentNo })}</p>
          <Field label={t('administration.shipments.reason')} hint={t('administration.shipments.reasonHint')}>
            {(fieldProps) => (
              <textarea
                {...fieldProps}
                rows={3}
                maxLength={stepReasonMax}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
                className="field w-full px-2.5 py-2"
              />
            )}
          </Field>
        </FormDialog>
      )}
    </>
  )
}
