import { Ban } from 'lucide-react'
import { useState } from 'react'
import { type AdminOrder, cancelAnyOrder, cancelReasonMax } from '#contract/admin/orders.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Cancels an order after a confirmation with a reason; the user who placed it is notified. */
export function CancelOrder({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" size="card" icon={<Ban size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('orders.action.cancel')}
      </Button>
      {isOpen && <CancelDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function CancelDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [reason, setReason] = useState('')
  async function cancel(): Promise<void> {
    const cancelled = await run(cancelAnyOrder, { params: { id: String(order.id) }, body: { reason } })
    if (cancelled !== null) notify.success(t('orders.cancel.done'), { id: 'orders' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('orders.cancel.title')}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" size="lg" busy={isBusy} onClick={() => void cancel()}>
            {t('orders.cancel.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{t('orders.cancel.text', { number: order.orderNo })}</p>
        <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">
          {t('administration.orders.cancel.told', { email: order.creatorEmail })}
        </p>
        <Field label={t('administration.orders.cancel.reason')} hint={t('administration.orders.cancel.reasonHint')}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              rows={3}
              maxLength={cancelReasonMax}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              className="field w-full px-2.5 py-2"
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
