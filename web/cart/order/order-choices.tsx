import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { BranchChoice } from './branch-choice.tsx'
import { OrderNote } from './order-note.tsx'
import { PlanChoice } from './plan-choice.tsx'
import type { Order } from './use-order.ts'

type OrderChoicesProps = {
  order: Order
  /** Id of the form that the fields belong to. */
  form: string
  className?: string
  /** Where the order goes; left out where it is not chosen. */
  delivery?: ReactNode
}

/** Choices for the whole order: payment plan, branch, note. */
export function OrderChoices({ order, form, delivery, className }: OrderChoicesProps) {
  return (
    <section
      className={classes('space-y-4 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border', className)}
    >
      <PlanChoice form={form} />
      <BranchChoice form={form} />
      {delivery}
      <OrderNote note={order.note} onChange={order.setNote} form={form} />
    </section>
  )
}
