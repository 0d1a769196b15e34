import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { cancelOrder, type ListedOrder } from '#contract/orders.ts'
import { CallError, call } from '#web/app/call.ts'
import { signInFirst } from '#web/cart/sign-in-first.ts'
import { showAlert } from '#web/ui/alert.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Cancels after a question; a failure is said in the words of the specification (section 8), with the reason below. */
export function useCancelOrder({ id, orderNo: number }: Pick<ListedOrder, 'id' | 'orderNo'>) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)

  async function isMeant(): Promise<boolean> {
    const answer = await showAlert({
      title: t('orders.cancel.title'),
      text: t('orders.cancel.text', { number }),
      actions: [{ label: t('orders.cancel.confirm'), value: 'yes', look: 'danger' }],
      close: t('orders.cancel.keep'),
    })
    return answer === 'yes'
  }
  async function cancel(): Promise<void> {
    if (isBusy || !(await isMeant())) return
    setBusy(true)
    try {
      await call(cancelOrder, { params: { id: String(id) }, body: { cancel: true } })
      await revalidate()
      notify.success(t('orders.cancel.done'), { id: 'orders' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return signInFirst()
      await showAlert({ text: t('orders.cancel.failed'), facts: error.message })
      await revalidate()
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, cancel }
}
