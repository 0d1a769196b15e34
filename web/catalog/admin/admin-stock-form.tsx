import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useRevalidator } from 'react-router'
import type { CallError } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'

type StockCallTerms = { done: string; onClose(): void; onRefused?(error: CallError): void }

/** Sends a change of stock and reloads the product's page; errors are shown in the dialog. */
export function useStockCall({ done, onClose, onRefused }: StockCallTerms) {
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const change = (work: () => Promise<unknown>) =>
    send(async () => {
      await work()
      notify.success(done, { id: 'stock' })
      await revalidate()
      onClose()
    }, onRefused)
  return { failure, isBusy, change }
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
  const { failure, isBusy, change } = stockCall
  // A portal, since the dialog opens inside the product's form and forms cannot be nested.
  return createPortal(
    <FormDialog
      title={title}
      saveLabel={label}
      isBusy={isBusy}
      size="lg"
      onSend={() => change(onSend)}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      {children}
    </FormDialog>,
    document.body,
  )
}
