import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ValuesDialogProps = {
  title: string
  saveLabel: string
  isBusy: boolean
  failure: string | null
  onSave(): Promise<void>
  onClose(): void
  children: ReactNode
}

/** A form in a dialog: what was typed stays until it is saved or the dialog is closed. */
export function ValuesDialog({ title, saveLabel, isBusy, failure, onSave, onClose, children }: ValuesDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void onSave()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={form} look="solid" size="card" busy={isBusy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        {children}
        {failure !== null && (
          <MessageStrip tone="danger" role="alert">
            {failure}
          </MessageStrip>
        )}
      </form>
    </Dialog>
  )
}
