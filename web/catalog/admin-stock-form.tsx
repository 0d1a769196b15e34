import { type FormEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useRevalidator } from 'react-router'
import { CallError } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Failure = { text: string; fields: Readonly<Record<string, string | undefined>> }
type StockCallTerms = { done: string; onClose(): void; onRefused?(error: CallError): void }

/** Sends a change of stock; the product's page shows it then. What was refused stays in the dialog. */
export function useStockCall({ done, onClose, onRefused }: StockCallTerms) {
  const { revalidate } = useRevalidator()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(change: () => Promise<unknown>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await change()
      notify.success(done, { id: 'stock' })
      await revalidate()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      setFailure({ text: error.message, fields: error.fields })
      onRefused?.(error)
    } finally {
      setBusy(false)
    }
  }
  return { failure, isBusy, send }
}

type StockFormProps = {
  title: string
  label: string
  stockCall: ReturnType<typeof useStockCall>
  onSend(): Promise<unknown>
  onClose(): void
  children: ReactNode
}

export function StockForm({ title, label, stockCall, onSend, onClose, children }: StockFormProps) {
  const { t } = useTranslation()
  const { failure, isBusy, send } = stockCall
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // It would go on to the product's form.
    event.stopPropagation()
    void send(onSend)
  }
  // The product's form is around it, and forms do not stand in forms.
  return createPortal(
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="lg" look="solid" type="submit" form="stock-form" busy={isBusy}>
            {label}
          </Button>
        </>
      }
    >
      <form id="stock-form" noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== null && (
          <MessageStrip tone="danger" role="alert">
            {failure.text}
          </MessageStrip>
        )}
        {children}
      </form>
    </Dialog>,
    document.body,
  )
}
