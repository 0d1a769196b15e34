import { useState } from 'react'
import { askLimitApproval } from '#contract/shop/limit-coach.ts'
import { limitNoteMax } from '#domain/orders/limit-approval.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { useCartPlan } from '#web/cart/use-cart.ts'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { useTranslation } from '#web/ui/translation.ts'

type AskDialogProps = {
  /** Fingerprint of the cart on screen. */
  cart: string
  onAsked(): void
  onClose(): void
}

/** Asks the store to let the cart pass, with a note. A refused request keeps the note. */
export function AskDialog({ cart, onAsked, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const plan = useCartPlan()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(): Promise<void> {
    setBusy(true)
    try {
      await allJobsDone()
      await call(askLimitApproval, { body: { note, cart, advencePrice: plan ?? '' } })
      notify.success(t('limitCoach.ask.sent'), { id: 'limit' })
      onAsked()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setBusy(false)
      setProblem(error.message)
    }
  }
  return (
    <FormDialog
      title={t('limitCoach.ask.dialog')}
      saveLabel={t('limitCoach.ask.send')}
      isBusy={isBusy}
      width="md"
      onSend={() => void send()}
      onClose={onClose}
    >
      {problem !== null && (
        <MessageStrip tone="danger" role="alert">
          {problem}
        </MessageStrip>
      )}
      <p className="text-13 text-ink-2">{t('limitCoach.ask.dialogText')}</p>
      <Field label={t('limitCoach.ask.note')} note={t('ui.optional')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={3}
            maxLength={limitNoteMax}
            placeholder={t('limitCoach.ask.noteExample')}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className="field w-full p-2.5"
          />
        )}
      </Field>
    </FormDialog>
  )
}
