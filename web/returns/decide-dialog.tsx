import { useState } from 'react'
import { decideReturn } from '#contract/admin/returns.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type DialogProps, idOf, NoteField, QuantityRow, useQuantities } from './return-fields.tsx'

/** Accepts a return in whole or in part, or refuses it. */
export function DecideDialog({ goods, onClose }: DialogProps) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  const quantities = useQuantities(goods.lines, ({ quantity }) => quantity)
  const isRefused = !quantities.hasWrong && goods.lines.every((line) => quantities.valueOf(line) === 0)
  async function save(): Promise<void> {
    if (quantities.hasWrong) return
    const lines = goods.lines.map((line) => ({ lineNo: line.lineNo, accepted: quantities.valueOf(line) }))
    if ((await run(decideReturn, { params: idOf(goods), body: { lines, note } })) === null) return
    notify.success(t(`administration.returns.${isRefused ? 'refused' : 'accepted'}`), { id: 'return' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.returns.decide')}
      saveLabel={t(`administration.returns.${isRefused ? 'refuse' : 'accept'}`)}
      saveVariant={isRefused ? 'danger' : 'solid'}
      isBusy={isBusy}
      width="lg"
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t('administration.returns.decideText')}</p>
      <ul className="divide-y divide-line">
        {goods.lines.map((line) => (
          <QuantityRow
            key={line.lineNo}
            line={line}
            quantities={quantities}
            label={t('administration.returns.acceptedOf', { name: line.name })}
            hint={t('administration.returns.ofRequested', { quantity: formatQuantity(line.quantity), unit: line.unit })}
            max={line.quantity}
          />
        ))}
      </ul>
      <NoteField value={note} onType={setNote} />
    </FormDialog>
  )
}
