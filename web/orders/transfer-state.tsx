import type { SummaryOrder } from '#contract/shop/orders.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type TransferStateProps = { order: Pick<SummaryOrder, 'isCancel' | 'transfer'>; className?: string }

/** Until when an order waits for its bank transfer, or that it was paid by one. */
export function TransferState({ order: { isCancel, transfer }, className }: TransferStateProps) {
  const { t } = useTranslation()
  if (transfer === null || (isCancel && !transfer.isPaid)) return null
  if (transfer.isPaid)
    return (
      <MessageStrip tone="info" className={className}>
        {t('transfers.awaited.paid')}
      </MessageStrip>
    )
  return (
    <MessageStrip tone="warning" className={className}>
      {t('transfers.awaited.waiting', { day: formatDay(transfer.dueOn) })}. {t('transfers.awaited.note')}
    </MessageStrip>
  )
}
