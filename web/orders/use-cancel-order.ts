import { useRevalidator } from 'react-router'
import { cancelOrder, type ListedOrder } from '#contract/shop/orders.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/**
 * Cancels after a confirmation. A failure is shown in the words of the specification (section 8), with the reason
 * below.
 */
export function useCancelOrder({ id, orderNo: number }: Pick<ListedOrder, 'id' | 'orderNo'>) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()

  async function confirmCancel(): Promise<boolean> {
    const answer = await showAlert({
      title: t('orders.cancel.title'),
      text: t('orders.cancel.text', { number }),
      actions: [{ label: t('orders.cancel.confirm'), value: 'yes', variant: 'danger' }],
      close: t('ui.keep'),
    })
    return answer === 'yes'
  }
  async function cancel(): Promise<void> {
    if (isBusy || !(await confirmCancel())) return
    await send(
      async () => {
        await call(cancelOrder, { params: { id: String(id) }, body: { cancel: true } })
        await revalidate()
        notify.success(t('orders.cancel.done'), { id: 'orders' })
      },
      async ({ message }) => {
        await showAlert({ text: t('orders.cancel.failed'), facts: message })
        await revalidate()
      },
    )
  }
  return { isBusy, cancel }
}
