import { CircleCheck, LoaderCircle, Trash2 } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Button } from '#web/ui/button.tsx'
import { useActivity } from './cart-activity.ts'
import { CartLines, type LinesHandle } from './cart-lines-table.tsx'
import { OrderNote } from './order-note.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PhoneOrderBar } from './phone-order-bar.tsx'
import { SendByMessage } from './send-by-message.tsx'
import { useCart } from './use-cart.ts'
import { useConfirmClear } from './use-confirm-clear.ts'
import { useLineTroubles } from './use-line-troubles.ts'
import { useOrder } from './use-order.ts'

/** The cart with lines in it: the table, and the summary beside or below it. */
export function CartBody() {
  const { t } = useTranslation()
  const { items, totals } = useCart()
  const failures = useActivity((activity) => activity.failures)
  const troubles = useLineTroubles(items)
  const lines = useRef<LinesHandle>(null)
  const confirmClear = useConfirmClear()
  const troubled = items.filter(({ id }) => troubles.has(id) || failures[id] !== undefined)
  const first = troubled[0]
  const goToTrouble = useCallback(() => first && lines.current?.show(first.id), [first])
  const order = useOrder(first === undefined ? undefined : goToTrouble)
  const summary = { totals, troubleCount: troubled.length, goToTrouble, order }

  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pb-3 max-sm:px-4">
        <h1 className="text-20 font-semibold">{t('cart.title')}</h1>
        <span className="text-16 text-ink-2">{t('cart.lines', { count: items.length })}</span>
        <span className="ml-auto">
          <SavedMark />
        </span>
        <SendByMessage items={items} totals={totals} />
        <Button look="danger" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => void confirmClear()}>
          {t('cart.clear.action')}
        </Button>
      </div>
      <div className="flex flex-col gap-5 cart:flex-row cart:items-start">
        <div className="min-w-0 flex-1">
          <CartLines ref={lines} items={items} troubles={troubles} />
        </div>
        <aside className="flex w-full shrink-0 flex-col gap-3 cart:sticky cart:top-4 cart:w-83">
          <OrderSummary {...summary} />
          <OrderNote note={order.note} onChange={order.setNote} />
        </aside>
      </div>
      <PhoneOrderBar {...summary} />
    </>
  )
}

/** Says that changes are kept, once there were any. */
function SavedMark() {
  const { t } = useTranslation()
  const state = useActivity(({ sending, hasSent, failures }) => {
    if (sending > 0) return 'saving'
    return hasSent && Object.keys(failures).length === 0 ? 'saved' : 'quiet'
  })
  return (
    <output className="flex items-center gap-1.5 text-12 text-ink-2">
      {state === 'saving' && <LoaderCircle size={14} aria-hidden="true" className="animate-spin" />}
      {state === 'saved' && <CircleCheck size={14} aria-hidden="true" className="text-success" />}
      {state !== 'quiet' && t(`cart.${state}`)}
    </output>
  )
}
