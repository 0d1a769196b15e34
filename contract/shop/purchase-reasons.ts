import { decimal, lira } from '#domain/money/money.ts'
import type { PurchaseReason } from '#domain/orders/purchase-approval.ts'
import type { PurchaseReasonFacts } from './purchases.ts'

/** The key of a text in `purchases.why`, and what it names. */
export type ReasonSentence = { reason: PurchaseReason; key: string; facts: Record<string, string> }

type Sentence = Omit<ReasonSentence, 'reason'>

type Reading = {
  formatMoney(value: string | number, currency: string): string
  /** The reader's own order. */
  isOwn: boolean
}

/**
 * Why an order needs approval, one sentence each: the limit, the order, and by how much it exceeds the limit. Without
 * amounts where prices are hidden.
 */
export function reasonSentences(why: PurchaseReasonFacts, { formatMoney, isOwn }: Reading): ReasonSentence[] {
  const { perOrder, perMonth, monthTotal = 0, orderTotal, categories } = why
  const money = (value: string | number) => formatMoney(value, lira)
  const own = isOwn ? 'Own' : ''
  const sentences: Record<PurchaseReason, () => Sentence> = {
    order(): Sentence {
      if (perOrder === 0) return { key: 'always', facts: {} }
      if (perOrder == null || orderTotal === undefined) return { key: 'order', facts: {} }
      const over = decimal(orderTotal).minus(perOrder).toString()
      return { key: `orderOf${own}`, facts: { limit: money(perOrder), total: money(orderTotal), over: money(over) } }
    },
    month(): Sentence {
      if (perMonth == null || orderTotal === undefined) return { key: 'month', facts: {} }
      const total = decimal(monthTotal).plus(orderTotal)
      const facts = { limit: money(perMonth), spent: money(monthTotal), total: money(total.toString()) }
      return { key: `monthOf${own}`, facts: { ...facts, over: money(total.minus(perMonth).toString()) } }
    },
    category: () => ({ key: 'category', facts: { names: categories.join(', ') } }),
  }
  return why.reasons.map((reason) => ({ reason, ...sentences[reason]() }))
}
