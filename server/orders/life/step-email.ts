import type { SettingKey, StoreSettings } from '#contract/shop/settings.ts'
import type { OrderActorKind, OrderStep } from '#domain/orders/order-steps.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { type OrderEmailFacts, orderButton, totalOf } from '#server/orders/order-email.ts'

export type StepRow = { step: OrderStep; actor: OrderActorKind; reason: string }

/** The steps that buyers get emails about, with the setting that switches each off. */
const switches = {
  confirmed: 'orderMailConfirmed',
  rejected: 'orderMailRejected',
  delivered: 'orderMailDelivered',
} as const satisfies Partial<Record<OrderStep, SettingKey>>

const isMailable = (step: OrderStep): step is keyof typeof switches => step in switches

/** Whether the store sends an email about this step. The ERP's booking confirms an order silently. */
export function isStepMailed({ step, actor }: StepRow, settings: StoreSettings): boolean {
  return isMailable(step) && settings[switches[step]] === '1' && actor !== 'erp'
}

export async function findStep(db: Db, id: number): Promise<StepRow | undefined> {
  return db.one<StepRow>('SELECT step, actor, reason FROM order_history WHERE id = $1', [id], 'order_step_mail')
}

/** The email to the buyer about a step of the order. */
export function stepEmail(facts: OrderEmailFacts, { step, reason }: StepRow) {
  const { order, locale, sender } = facts
  const words = (key: string) => translate(locale, `orderMail.${key}`, { number: order.orderNo, name: order.creator })
  const total = totalOf(facts)
  return renderEmail({
    locale,
    sender,
    subject: words(`steps.${step}.subject`),
    paragraphs: [words(`steps.${step}.text`)],
    facts: [
      [words('number'), order.orderNo],
      [words('dealer'), order.dealer],
      ...(total === undefined ? [] : [total]),
      ...(reason === '' ? [] : [[words('reason'), reason] as const]),
    ],
    button: orderButton(facts),
  })
}
