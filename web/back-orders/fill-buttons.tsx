import { PackageCheck } from 'lucide-react'
import { type AdminBackOrder, fillBackOrders } from '#contract/admin/back-orders.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type FillButtonsProps = { chosen: readonly AdminBackOrder[]; readyCount: number; onDone(): void }

/** Assigns stock to the chosen lines, or to all that stock covers. */
export function FillButtons({ chosen, readyCount, onDone }: FillButtonsProps) {
  const { t, formatQuantity } = useTranslation()
  const mayChange = useMayChange()
  const { isBusy, run } = useAdminCall()

  async function fill(lines: { orderId: number; lineNo: number }[] | null): Promise<void> {
    const reply = await run(fillBackOrders, { body: { lines } })
    onDone()
    if (reply === null) return
    const facts = { count: reply.filled, number: formatQuantity(reply.filled) }
    notify.success(t(`administration.backOrders.${reply.isMore ? 'filledSome' : 'filled'}`, facts), { id: 'fill' })
  }
  if (readyCount === 0 || !mayChange) return null
  return (
    <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full">
      {chosen.length > 0 && (
        <Button
          size="card"
          busy={isBusy}
          icon={<PackageCheck size={16} aria-hidden="true" />}
          onClick={() => void fill(chosen.map(({ orderId, lineNo }) => ({ orderId, lineNo })))}
        >
          {t('administration.backOrders.fillChosen', { count: chosen.length })}
        </Button>
      )}
      <Button
        variant="soft"
        size="card"
        busy={isBusy}
        icon={<PackageCheck size={16} aria-hidden="true" />}
        onClick={() => void fill(null)}
      >
        {t('administration.backOrders.fillAll', { count: readyCount, number: formatQuantity(readyCount) })}
      </Button>
    </div>
  )
}
