import { useState } from 'react'
import { type ChosenOrder, listOrderChoice } from '#contract/admin/order-bulk.ts'
import type { AdminListedOrder } from '#contract/admin/orders.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'

/** `total`: of all that match the filters; null if the orders were chosen one by one. */
type Choice = { view: string; orders: ReadonlyMap<number, ChosenOrder>; total: number | null }

/**
 * The chosen orders of a list: on its pages, or all that match its filters. Other filters end the choice.
 * @param view the filters of the list, by which its choice is told from that of another
 */
export function useOrderChoice(view: string, items: readonly AdminListedOrder[]) {
  const { isBusy, run } = useAdminCall()
  const [saved, save] = useState<Choice>({ view, orders: new Map(), total: null })
  const { orders, total } = saved.view === view ? saved : { orders: new Map<number, ChosenOrder>(), total: null }
  const onPage = new Map<number, ChosenOrder>(items.map((item) => [item.id, item]))

  async function chooseAll(query: Record<string, string | undefined>): Promise<void> {
    const reply = await run(listOrderChoice, { query })
    if (reply === null) return
    save({ view, orders: new Map(reply.orders.map((order) => [order.id, order])), total: reply.total })
  }
  return {
    /** With the states that are on screen now. */
    orders: [...orders.values()].map((order) => onPage.get(order.id) ?? order),
    ids: new Set(orders.keys()),
    total,
    isPageChosen: items.length > 0 && items.every(({ id }) => orders.has(id)),
    isBusy,
    chooseAll,
    choose(changed: readonly ChosenOrder[], isChosen: boolean): void {
      const next = new Map(orders)
      for (const order of changed) {
        if (isChosen) next.set(order.id, order)
        else next.delete(order.id)
      }
      save({ view, orders: next, total: null })
    },
    clear: () => save({ view, orders: new Map(), total: null }),
  }
}

export type OrderChoice = ReturnType<typeof useOrderChoice>
