import { useState } from 'react'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type NoteDialogProps = {
  title: string
  text: string
  label: string
  confirm: string
  maxLength: number
  isBusy: boolean
  failure: string | null
  onConfirm(note: string): void
  onClose(): void
}

/** A dialog for an action that needs a note. */
export function NoteDialog({
  title,
  text,
  label,
  confirm,
  maxLength,
  isBusy,
  failure,
  onConfirm,
  onClose,
}: NoteDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const note = typed.trim()
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
          <Button variant="solid" size="card" busy={isBusy} disabled={note === ''} onClick={() => onConfirm(note)}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">{text}</p>
        <Field label={label}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              rows={3}
              maxLength={maxLength}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className="field w-full p-2.5"
            />
          )}
        </Field>
        <Failure text={failure} />
      </div>
    </Dialog>
  )
}
