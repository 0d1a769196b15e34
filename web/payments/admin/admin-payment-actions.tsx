import { Ban, Check, RefreshCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { inquirePayment, type PaymentDetail, settlePayment } from '#contract/admin/payments.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RefundDialog } from './admin-refund-dialog.tsx'
import { usePaymentCall } from './use-admin-payment.ts'

/** The actions available in the payment's current state. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'void' | 'refund' | null>(null)
  const label = (name: string) => t(`administration.payments.actions.${name}`)
  return (
    <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
      {payment.mayInquire && <InquireButton payment={payment} />}
      {payment.mayVoid && (
        <Button
          variant="danger"
          size="card"
          icon={<Ban size={16} aria-hidden="true" />}
          onClick={() => setOpen('void')}
        >
          {label('void')}
        </Button>
      )}
      {payment.refundable > 0 && (
        <Button
          variant="danger"
          size="card"
          icon={<Undo2 size={16} aria-hidden="true" />}
          onClick={() => setOpen('refund')}
        >
          {label('refund')}
        </Button>
      )}
      {open !== null && <RefundDialog payment={payment} kind={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function InquireButton({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const { isBusy, run } = usePaymentCall(t('administration.payments.done.inquire'))
  async function inquire(): Promise<void> {
    const error = await run(inquirePayment, { params: { id: String(payment.id) } })
    if (error !== null) await showAlert({ text: t('administration.payments.failed.inquire'), facts: error.message })
  }
  return (
    <Button size="card" busy={isBusy} icon={<RefreshCw size={16} aria-hidden="true" />} onClick={() => void inquire()}>
      {t('administration.payments.actions.inquire')}
    </Button>
  )
}

/** Marks the payment as checked, with a note. */
export function SettleButton({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Check size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('administration.payments.actions.settle')}
      </Button>
      {isOpen && <SettleDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

function SettleDialog({ payment, onClose }: { payment: PaymentDetail; onClose(): void }) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const { isBusy, failure, run } = usePaymentCall(t('administration.payments.done.settle'))
  const isEmpty = note.trim() === ''

  async function settle(): Promise<void> {
    const error = await run(settlePayment, { params: { id: String(payment.id) }, body: { note: note.trim() } })
    if (error === null) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('administration.payments.settle.title')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="card" busy={isBusy} disabled={isEmpty} onClick={() => void settle()}>
            {t('administration.payments.settle.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">{t('administration.payments.settle.text')}</p>
        <Field label={t('administration.payments.settle.note')}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              rows={3}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              className="field w-full p-2.5"
            />
          )}
        </Field>
        <Failure text={failure} />
      </div>
    </Dialog>
  )
}
