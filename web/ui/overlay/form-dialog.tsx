import { type FormEvent, type ReactNode, useId } from 'react'
import { Button, type ButtonVariant } from '#web/ui/form/button.tsx'
import { Dialog } from './dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type FormDialogProps = {
  title: string
  saveLabel: string
  saveVariant?: ButtonVariant
  isBusy: boolean
  size?: 'card' | 'lg'
  /** That of the dialog. */
  width?: 'sm' | 'md' | 'lg'
  className?: string
  onSend(form: FormData): unknown
  onClose(): void
  children: ReactNode
}

/** A form in a dialog; its input stays until it is saved or the dialog is closed. */
export function FormDialog({
  title,
  saveLabel,
  saveVariant = 'solid',
  isBusy,
  size = 'card',
  width = 'sm',
  className = 'flex flex-col gap-4',
  onSend,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React events bubble to the component that renders the dialog: do not submit a form around it.
    event.stopPropagation()
    if (!isBusy) onSend(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      width={width}
      actions={
        <>
          <Button size={size} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={form} variant={saveVariant} size={size} busy={isBusy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className={className}>
        {children}
      </form>
    </Dialog>
  )
}
