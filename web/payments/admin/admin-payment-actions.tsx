import { Ban, Check, RefreshCw, Undo2, Unlock } from 'lucide-react'
import { useState } from 'react'
import { inquirePayment, type PaymentDetail, releasePayment, settlePayment } from '#contract/admin/payments.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { NoteDialog } from '#web/administration/note-dialog.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RefundDialog } from './admin-refund-dialog.tsx'
import { usePaymentCall } from './use-admin-payment.ts'

/** The actions available in the payment's current state. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const mayChange = useMayChange('payments')
  const mayRefund = useMayChange('refunds')
  const [open, setOpen] = useState<'void' | 'refund' | null>(null)
  const label = (name: string) => t(`administration.payments.actions.${name}`)
  return (
    <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">
      {mayChange && payment.mayInquire && <InquireButton payment={payment} />}
      {mayChange && payment.mayRelease && <ReleaseButton payment={payment} />}
      {mayChange && payment.mayVoid && (
        <Button
          variant="danger"
          size="card"
          icon={<Ban size={16} aria-hidden="true" />}
          onClick={() => setOpen('void')}
        >
          {label('void')}
        </Button>
      )}
      {mayRefund && payment.refundable > 0 && (
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
  const { isBusy, failure, run } = usePaymentCall(t('administration.payments.done.settle'))
  async function settle(note: string): Promise<void> {
    const error = await run(settlePayment, { params: { id: String(payment.id) }, body: { note } })
    if (error === null) onClose()
  }
  return (
    <NoteDialog
      title={t('administration.payments.settle.title')}
      text={t('administration.payments.settle.text')}
      label={t('administration.payments.settle.note')}
      confirm={t('administration.payments.settle.save')}
      maxLength={1000}
      isBusy={isBusy}
      failure={failure}
      onConfirm={(note) => void settle(note)}
      onClose={onClose}
    />
  )
}

/** Ends a payment that its bank does not know, with a reason. */
function ReleaseButton({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, failure, run } = usePaymentCall(t('administration.payments.done.release'))
  const text = (name: string) => t(`administration.payments.release.${name}`)
  async function release(reason: string): Promise<void> {
    const error = await run(releasePayment, { params: { id: String(payment.id) }, body: { reason } })
    if (error === null) setOpen(false)
  }
  return (
    <>
      <Button size="card" icon={<Unlock size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('administration.payments.actions.release')}
      </Button>
      {isOpen && (
        <NoteDialog
          title={text('title')}
          text={text('text')}
          label={text('reason')}
          confirm={text('confirm')}
          maxLength={500}
          isBusy={isBusy}
          failure={failure}
          onConfirm={(reason) => void release(reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
