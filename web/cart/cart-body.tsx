import { useCallback, useDeferredValue, useRef } from 'react'
import { useActivity } from './cart-activity.ts'
import { CartLines, type LinesHandle } from './cart-lines-table.tsx'
import type { RefusedForm } from './open-cart.ts'
import { OrderChoices } from './order-choices.tsx'
import { OrderForm, orderFormId } from './order-form.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PhoneOrderBar } from './phone-order-bar.tsx'
import { useCart } from './use-cart.ts'
import { useLineTroubles } from './use-line-troubles.ts'
import { useOrder } from './use-order.ts'

type CartBodyProps = { orderKey: string; refusedForm: RefusedForm | null }

/** The cart with lines in it: the table, and the summary beside or below it. */
export function CartBody({ orderKey, refusedForm }: CartBodyProps) {
  const { items, lineCount, totals } = useCart()
  const failures = useActivity((activity) => activity.failures)
  const troubles = useLineTroubles(useDeferredValue(items))
  const lines = useRef<LinesHandle>(null)
  const troubled = items.filter(({ id }) => troubles.has(id) || failures[id] !== undefined)
  const first = troubled[0]
  const goToTrouble = useCallback(() => first && lines.current?.show(first.id), [first])
  const order = useOrder(first === undefined ? undefined : goToTrouble, refusedForm?.description)
  return (
    <>
      <div className="flex flex-col gap-5 cart:flex-row cart:items-start">
        <div className="min-w-0 flex-1">
          <CartLines ref={lines} items={items} lineCount={lineCount} troubles={troubles} />
        </div>
        <aside className="flex w-full shrink-0 flex-col gap-3 cart:sticky cart:top-4 cart:w-83">
          <OrderForm order={order} orderKey={orderKey} />
          <OrderSummary totals={totals} troubleCount={troubled.length} goToTrouble={goToTrouble} note={order.note} />
          <OrderChoices order={order} form={orderFormId} />
        </aside>
      </div>
      <PhoneOrderBar totals={totals} goToTrouble={first === undefined ? undefined : goToTrouble} />
    </>
  )
}
