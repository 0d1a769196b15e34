import { ordersAtOnce } from '#contract/admin/orders.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { OrderChoice } from './use-order-choice.ts'

type StripProps = {
  choice: OrderChoice
  /** Orders that match the filters. */
  total: number
  onChooseAll(): void
}

/** How many orders are chosen, and the way from some of them to all that match the filters. */
export function ChoiceStrip({ choice, total, onChooseAll }: StripProps) {
  const { t, formatQuantity } = useTranslation()
  const count = choice.ids.size
  if (count === 0) return null
  const text = (name: string, facts: Record<string, number>) =>
    t(`administration.orders.choice.${name}`, {
      ...Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, formatQuantity(value)])),
    })
  const isCut = choice.total !== null && choice.total > count
  const mayChooseAll = choice.total === null && total > count
  return (
    <MessageStrip
      tone={isCut ? 'warning' : 'info'}
      role="status"
      actions={
        <>
          {mayChooseAll && (
            <Button size="card" busy={choice.isBusy} onClick={onChooseAll}>
              {total > ordersAtOnce ? text('first', { count: ordersAtOnce, total }) : text('all', { total })}
            </Button>
          )}
          <Button size="card" onClick={choice.clear}>
            {t('administration.orders.choice.clear')}
          </Button>
        </>
      }
    >
      {choice.total === null
        ? text('some', { count })
        : isCut
          ? text('cut', { count, total: choice.total })
          : text('matching', { count })}
    </MessageStrip>
  )
}
