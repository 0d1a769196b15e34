import { BranchChoice } from './branch-choice.tsx'
import { OrderNote } from './order-note.tsx'
import { PlanChoice } from './plan-choice.tsx'
import type { Order } from './use-order.ts'

/** What belongs to the whole order: payment plan, branch, note. `form`: id of the form that sends them. */
export function OrderChoices({ order, form }: { order: Order; form: string }) {
  return (
    <section className="space-y-4 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border">
      <PlanChoice form={form} />
      <BranchChoice form={form} />
      <OrderNote note={order.note} onChange={order.setNote} form={form} />
    </section>
  )
}
