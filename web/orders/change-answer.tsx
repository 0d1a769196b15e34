import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { answerOrderChange } from '#contract/shop/order-changes.ts'
import type { Order } from '#contract/shop/orders.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { Moment } from '#web/app/moment.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The dealer's answer to the store's changes of its order, as long as one can be given. */
export function ChangeAnswer({ order, until }: { order: Pick<Order, 'id'>; until: string }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const [isRefusing, setRefusing] = useState(false)
  const { isBusy, answer } = useAnswer(order.id)
  const buttons =
    user?.canOrder === true ? (
      <>
        <Button busy={isBusy} onClick={() => void answer(true)}>
          {t('orders.change.accept')}
        </Button>
        <Button variant="danger" onClick={() => setRefusing(true)}>
          {t('orders.change.refuse')}
        </Button>
      </>
    ) : undefined
  return (
    <>
      <MessageStrip tone="warning" className="mt-3 print:hidden" actions={buttons}>
        {t('orders.change.open')} {t('orders.change.until')}: <Moment date={until} />
      </MessageStrip>
      {isRefusing && (
        <FormDialog
          title={t('orders.change.title')}
          saveLabel={t('orders.change.confirm')}
          saveVariant="danger"
          isBusy={isBusy}
          onSend={(form) => answer(false, formTexts(form)('reason')).then(() => setRefusing(false))}
          onClose={() => setRefusing(false)}
        >
          <p>{t('orders.change.text')}</p>
          <TextField label={t('orders.change.reason')} name="reason" maxLength={stepReasonMax} autoComplete="off" />
        </FormDialog>
      )}
    </>
  )
}

function useAnswer(id: number) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  const answer = (accept: boolean, reason?: string) =>
    send(
      async () => {
        const body = { accept, reason }
        const { isCancelled } = await call(answerOrderChange, { params: { id: String(id) }, body })
        await revalidate()
        const done = accept ? 'accepted' : isCancelled ? 'cancelled' : 'refused'
        notify.success(t(`orders.change.${done}`), { id: 'orders' })
      },
      async ({ message }) => {
        await showAlert({ text: message })
        await revalidate()
      },
    )
  return { isBusy, answer }
}
