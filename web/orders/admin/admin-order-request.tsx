import { useState } from 'react'
import { answerOrderRequest } from '#contract/admin/order-requests.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { OrderRequest } from '#contract/shop/order-requests.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { RequestedChange } from '#web/orders/requested-change.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The open request of the dealer, with buttons to accept or refuse it. */
export function AdminOrderRequest({ order: { id, request } }: { order: AdminOrder }) {
  return request?.state === 'open' ? <OpenRequest orderId={id} request={request} /> : null
}

function OpenRequest({ orderId, request }: { orderId: number; request: OrderRequest }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const [isRefusing, setRefusing] = useState(false)
  const { isBusy, run } = useAdminCall()
  async function answer(accept: boolean, reason: string): Promise<void> {
    const body = { requestId: request.id, accept, reason }
    if ((await run(answerOrderRequest, { params: { id: String(orderId) }, body })) === null) return
    notify.success(t(`administration.orders.request.${accept ? 'accepted' : 'refused'}`), { id: 'orders' })
    setRefusing(false)
  }
  const buttons = (
    <>
      <Button busy={isBusy} onClick={() => void answer(true, '')}>
        {t('administration.orders.request.accept')}
      </Button>
      <Button variant="danger" onClick={() => setRefusing(true)}>
        {t('administration.orders.request.refuse')}
      </Button>
    </>
  )
  return (
    <>
      <MessageStrip tone="warning" className="print:hidden" actions={mayChange && buttons}>
        <RequestedChange request={request} title={t('administration.orders.request.title')} />
      </MessageStrip>
      {isRefusing && (
        <FormDialog
          title={t('administration.orders.request.refuseTitle')}
          saveLabel={t('administration.orders.request.refuse')}
          saveVariant="danger"
          isBusy={isBusy}
          onSend={(form) => answer(false, formTexts(form)('reason'))}
          onClose={() => setRefusing(false)}
        >
          <TextField
            label={t('administration.orders.request.reason')}
            hint={t('administration.orders.request.reasonHint')}
            name="reason"
            maxLength={stepReasonMax}
            required
            autoComplete="off"
          />
        </FormDialog>
      )}
    </>
  )
}
