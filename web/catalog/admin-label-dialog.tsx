import { type FormEvent, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Errors = Record<string, string | undefined>
export type LabelForm = { errors: Errors }

/** What a field of the form says. */
export type TextOf = (name: string) => string

type LabelDialogProps = {
  title: string
  save(textOf: TextOf): Promise<unknown>
  onClose(): void
  children(form: LabelForm): ReactNode
}

/** The form of a category or a brand; what stands in the way is said at its field. */
export function LabelDialog({ title, save, onClose, children }: LabelDialogProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ text: string; errors: Errors } | null>(null)

  async function trySaving(form: FormData): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await save(formTexts(form))
      await revalidate()
      notify.success(t('administration.labels.saved'), { id: 'label' })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      setFailure({ text: error.message, errors: error.fields })
    } finally {
      setBusy(false)
    }
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void trySaving(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="lg" look="solid" type="submit" form="label-form" busy={isBusy}>
            {t('administration.labels.save')}
          </Button>
        </>
      }
    >
      <form id="label-form" noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== null && (
          <MessageStrip tone="danger" role="alert">
            {failure.text}
          </MessageStrip>
        )}
        {children({ errors: failure?.errors ?? {} })}
      </form>
    </Dialog>
  )
}

type LabelFieldProps = { name: string; label: string; value: string; form: LabelForm; hint?: string; type?: 'number' }

export function LabelField({ name, label, value, form, hint, type }: LabelFieldProps) {
  return (
    <TextField
      {...{ name, label, hint }}
      {...(type === 'number' ? { inputMode: 'numeric' as const } : {})}
      error={form.errors[name]}
      defaultValue={value}
      maxLength={200}
      autoComplete="off"
    />
  )
}
