import type { OrderRequest } from '#contract/shop/order-requests.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What was asked for: the line, the quantities, and why; with the store's answer. */
export function RequestedChange({ request, title }: { request: OrderRequest; title: string }) {
  const { t, formatQuantity } = useTranslation()
  const { code, name, unit, before, quantity, reason, answer, at, by } = request
  return (
    <span className="flex flex-col gap-0.5 [overflow-wrap:anywhere]">
      <strong className="font-semibold">{title}</strong>
      <span>
        <span className="code">{code}</span> {name}: {formatQuantity(before)} → {formatQuantity(quantity)} {unit}
      </span>
      <span>
        {t('orders.request.reason')}: {reason}
      </span>
      {answer !== '' && (
        <span>
          {t('orders.request.answer')}: {answer}
        </span>
      )}
      <span className="text-12 text-ink-2">
        <Moment date={at} /> · {by}
      </span>
    </span>
  )
}
