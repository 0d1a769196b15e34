import type { SettingKey, StoreSettings } from '#contract/shop/settings.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { LineChange, OrderActorKind, OrderStep } from '#domain/orders/order-steps.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { EmailDocument, EmailFact } from '#server/platform/email/email-document.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { ShipmentFacts, StepFacts } from './history.ts'
import { translate } from '#server/platform/http/words.ts'
import { type OrderEmailFacts, orderButton, totalOf } from '#server/orders/order-email.ts'

export type StepRow = { step: OrderStep; actor: OrderActorKind; reason: string; facts: StepFacts }

/** The steps that buyers get emails about, with the setting that switches each off. */
const switches = {
  lines_changed: 'orderMailChanged',
  picking_ended: 'orderMailChanged',
  confirmed: 'orderMailConfirmed',
  rejected: 'orderMailRejected',
  shipped: 'orderMailShipped',
  shipment_withdrawn: 'orderMailShipped',
  delivered: 'orderMailDelivered',
  back_order_filled: 'orderMailBackOrder',
} as const satisfies Partial<Record<OrderStep, SettingKey>>

const isMailable = (step: OrderStep): step is keyof typeof switches => step in switches

/** Requests of dealers, and their answers, always reach the other side. */
const always: readonly OrderStep[] = ['change_refused', 'requested', 'request_accepted', 'request_refused']

/** Whether an email about this step is sent. A refused change always reaches the store. The ERP's booking confirms an order silently. */
export function isStepMailed({ step, actor }: StepRow, settings: StoreSettings): boolean {
  if (always.includes(step)) return true
  return isMailable(step) && settings[switches[step]] === '1' && !(step === 'confirmed' && actor === 'erp')
}

export async function findStep(db: Db, id: number): Promise<StepRow | undefined> {
  return db.one<StepRow>('SELECT step, actor, reason, facts FROM order_history WHERE id = $1', [id], 'order_step_mail')
}

/** The email to the buyer about a step of the order, or to the store about a refused change. */
export function stepEmail(facts: OrderEmailFacts, { step, reason, facts: { lines = [], shipment } }: StepRow) {
  const { order, locale, sender } = facts
  const words = (key: string) =>
    translate(locale, `orderMail.${key}`, { number: order.orderNo, name: order.creator, dealer: order.dealer })
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
      ...(shipment === undefined ? [] : shipmentFacts(shipment, words, locale)),
      ...(reason === '' ? [] : [[words('reason'), reason] as const]),
    ],
    ...(lines.length > 0 && { lines: changedLines(lines, facts) }),
    ...(shipment !== undefined && { lines: shippedLines(shipment, locale) }),
    button:
      shipment === undefined || shipment.trackingLink === null || step !== 'shipped'
        ? orderButton(facts)
        : { url: shipment.trackingLink, label: words('track') },
  })
}

type Words = (key: string) => string

/** How a shipment is sent, and where it can be followed. */
function shipmentFacts(
  { shipmentNo, carrier, trackingNo, deliveryNoteNo }: ShipmentFacts,
  words: Words,
  locale: Locale,
): EmailFact[] {
  const name = isCarrier(carrier) ? translate(locale, `shipments.carriers.${carrier}`) : carrier
  const facts = { shipmentNo, carrier: name, trackingNo, deliveryNoteNo }
  return Object.entries(facts).flatMap(([key, value]) => (value === '' ? [] : [[words(key), value] as const]))
}

function shippedLines({ lines }: ShipmentFacts, locale: Locale): NonNullable<EmailDocument['lines']> {
  const { formatQuantity } = formatsOf(locale)
  return {
    heads: [translate(locale, 'orderMail.name'), translate(locale, 'orderMail.quantity')],
    rows: lines.map(({ code, name, unit, quantity }) => {
      return { name, details: [code], quantity: `${formatQuantity(quantity)} ${unit}`, amount: undefined }
    }),
  }
}

/** What was changed, line by line; prices only for readers who see them. */
function changedLines(
  lines: readonly LineChange[],
  { order, locale }: OrderEmailFacts,
): NonNullable<EmailDocument['lines']> {
  const words = (key: string, values?: Record<string, string>) => translate(locale, `orders.history.${key}`, values)
  const { formatMoney, formatQuantity } = formatsOf(locale)
  return {
    heads: [translate(locale, 'orderMail.name'), translate(locale, 'orderMail.quantity')],
    rows: lines.map(({ code, name, unit, quantity, price, replacedBy, replaces, rest }) => ({
      name,
      details: [
        code,
        ...(price !== undefined && order.total !== undefined
          ? [`${formatMoney(price.before, price.currency)} → ${formatMoney(price.after, price.currency)}`]
          : []),
        ...(replacedBy === undefined ? [] : [words('replacedBy', { code: replacedBy })]),
        ...(replaces === undefined ? [] : [words('replaces', { code: replaces })]),
        ...(rest === undefined ? [] : [words(`rests.${rest}`)]),
      ],
      quantity:
        quantity === undefined ? '' : `${formatQuantity(quantity.before)} → ${formatQuantity(quantity.after)} ${unit}`,
      amount: undefined,
    })),
  }
}
