import { SendHorizontal, Undo2 } from 'lucide-react'
import { markOrdersSent } from '#contract/admin/orders.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type MarkButtonsProps = { chosen: ReadonlySet<number>; onDone?(): void; marks?: readonly boolean[] }

/** Marks the chosen orders as sent to the ERP, or removes the mark. */
export function MarkButtons({ chosen, onDone, marks = [true, false] }: MarkButtonsProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()

  async function mark(isSent: boolean): Promise<void> {
    const reply = await run(markOrdersSent, { body: { ids: [...chosen], isSent } })
    if (reply === null) return
    onDone?.()
    const { changed, cancelled, awaiting } = reply
    if (cancelled.length > 0) {
      await showAlert({ text: t('administration.orders.mark.cancelled'), facts: cancelled.join(', ') })
    }
    if (awaiting.length > 0) {
      await showAlert({ text: t('administration.orders.mark.awaiting'), facts: awaiting.join(', ') })
    }
    if (cancelled.length + awaiting.length === 0) {
      const done = isSent ? 'administration.orders.mark.sent' : 'administration.orders.mark.recalled'
      notify.success(t(done, { count: changed.length }), { id: 'orders' })
    }
  }
  if (chosen.size === 0) return null
  return marks.map((isSent) => (
    <Button
      key={String(isSent)}
      variant={isSent ? 'soft' : 'outline'}
      size="card"
      busy={isBusy}
      icon={isSent ? <SendHorizontal size={16} aria-hidden="true" /> : <Undo2 size={16} aria-hidden="true" />}
      onClick={() => void mark(isSent)}
    >
      {t(isSent ? 'administration.orders.mark.send' : 'administration.orders.mark.recall')}
      {onDone !== undefined && ` (${chosen.size})`}
    </Button>
  ))
}
