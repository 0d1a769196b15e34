import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type OrderRequest, requestOrderChange, withdrawOrderRequest } from '#contract/shop/order-requests.ts'
import type { Order } from '#contract/shop/orders.ts'
import { changeableStates } from '#domain/orders/order-life.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RequestedChange } from './requested-change.tsx'

type RequestedOrder = Order & { request: OrderRequest | null }

const activeOf = ({ quantity, cancelled }: Order['orderItems'][number]) => quantity - cancelled

/** The dealer asks to cancel a line, or for another quantity, until the order is picked. */
export function RequestButton({ order }: { order: RequestedOrder }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const [isOpen, setOpen] = useState(false)
  const isChangeable = changeableStates.includes(order.state) && !order.isSent && order.request?.state !== 'open'
  if (!isChangeable || user?.canOrder !== true) return null
  return (
    <>
      <Button size="card" icon={<PencilLine size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('orders.request.open')}
      </Button>
      {isOpen && <RequestDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function RequestDialog({ order, onClose }: { order: RequestedOrder; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const lines = order.orderItems.filter((line) => activeOf(line) > 0)
  const { isBusy, run } = useRequestCall('sent', onClose)
  const [error, setError] = useState<string>()
  const send = async (form: FormData) => {
    const read = formTexts(form)
    // An empty field is no 0, which cancels the line.
    if (!/^\d{1,7}$/.test(read('quantity').trim())) return setError(t('orders.request.quantityMissing'))
    setError(undefined)
    const lineNo = Number(read('line'))
    const line = lines.find((each) => each.lineNo === lineNo)
    const body = {
      lineNo,
      before: line === undefined ? 1 : activeOf(line),
      quantity: Number(read('quantity')),
      reason: read('reason'),
    }
    await run(() => call(requestOrderChange, { params: { id: String(order.id) }, body }))
  }
  return (
    <FormDialog
      title={t('orders.request.title')}
      saveLabel={t('orders.request.send')}
      isBusy={isBusy}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('orders.request.text')}</p>
      <Field label={t('orders.request.line')}>
        {(fieldProps) => (
          <Select {...fieldProps} name="line" size="lg" className="w-full">
            {lines.map((line) => (
              <option key={line.lineNo} value={line.lineNo}>
                {line.code} · {line.name} · {formatQuantity(activeOf(line))} {unitText(line, formatQuantity)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={t('orders.request.quantity')}
        hint={t('orders.request.quantityHint')}
        name="quantity"
        inputMode="numeric"
        maxLength={7}
        error={error}
        autoComplete="off"
      />
      <TextField
        label={t('orders.request.reason')}
        name="reason"
        maxLength={stepReasonMax}
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** What the dealer has asked for last, and what became of it. */
export function RequestNote({ order }: { order: RequestedOrder }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { isBusy, run } = useRequestCall('withdrawn')
  const { request } = order
  if (request === null || request.state === 'withdrawn') return null
  const withdraw = () =>
    run(() => call(withdrawOrderRequest, { params: { id: String(order.id) }, body: { requestId: request.id } }))
  const button =
    request.state === 'open' && user?.canOrder === true ? (
      <Button busy={isBusy} onClick={() => void withdraw()}>
        {t('orders.request.withdraw')}
      </Button>
    ) : undefined
  const tone = request.state === 'open' || request.state === 'accepted' ? 'info' : 'warning'
  return (
    <MessageStrip tone={tone} className="mt-3 print:hidden" actions={button}>
      <RequestedChange request={request} title={t(`orders.request.states.${request.state}`)} />
    </MessageStrip>
  )
}

/** Runs a call about a request; a refusal is shown, and what was typed stays. */
function useRequestCall(done: 'sent' | 'withdrawn', onDone?: () => void) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const run = (action: () => Promise<unknown>) =>
    send(
      async () => {
        await action()
        await revalidate()
        notify.success(t(`orders.request.${done}`), { id: 'orders' })
        onDone?.()
      },
      async ({ message }) => {
        await showAlert({ text: message })
        await revalidate()
      },
    )
  return { isBusy, run }
}
