import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Errors = Record<string, string | undefined>
export type LabelForm = { errors: Errors }

/** Text of a form field by its name. */
export type TextOf = (name: string) => string

type LabelDialogProps = {
  title: string
  save(textOf: TextOf): Promise<unknown>
  onClose(): void
  children(form: LabelForm): ReactNode
}

/** The form of a category or brand; errors are shown at their field. */
export function LabelDialog({ title, save, onClose, children }: LabelDialogProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const trySaving = (form: FormData) =>
    send(async () => {
      await save(formTexts(form))
      await revalidate()
      notify.success(t('administration.labels.saved'), { id: 'label' })
      onClose()
    })
  return (
    <FormDialog
      title={title}
      saveLabel={t('administration.labels.save')}
      isBusy={isBusy}
      size="lg"
      onSend={trySaving}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      {children({ errors: failure?.fields ?? {} })}
    </FormDialog>
  )
}

type LabelFieldProps = { name: string; label: string; value: string; form: LabelForm; hint?: string; type?: 'number' }

export function LabelField({ name, label, value, form, hint, type }: LabelFieldProps) {
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      inputMode={type === 'number' ? 'numeric' : undefined}
      error={form.errors[name]}
      defaultValue={value}
      maxLength={200}
      autoComplete="off"
    />
  )
}
