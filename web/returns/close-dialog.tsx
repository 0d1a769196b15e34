import { useState } from 'react'
import { closeReturn } from '#contract/admin/returns.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type DialogProps, idOf, InvoiceField, NoteField } from './return-fields.tsx'

/** Closes a return that was received. */
export function CloseDialog({ goods, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  const [invoiceNo, setInvoiceNo] = useState(goods.invoiceNo)
  async function save(): Promise<void> {
    if ((await run(closeReturn, { params: idOf(goods), body: { invoiceNo, note } })) === null) return
    notify.success(t('administration.returns.closed'), { id: 'return' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.returns.close')}
      saveLabel={t('administration.returns.close')}
      isBusy={isBusy}
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t('administration.returns.closeText')}</p>
      <InvoiceField value={invoiceNo} onType={setInvoiceNo} />
      <NoteField value={note} onType={setNote} />
    </FormDialog>
  )
}
