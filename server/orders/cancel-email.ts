import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { type OrderEmailFacts, orderButton, totalOf } from './order-email.ts'

/** The email to the buyer whose order was cancelled by staff. */
export function cancelEmail(facts: OrderEmailFacts) {
  const { order, locale, sender } = facts
  const number = order.orderNo
  const words = (key: string) => translate(locale, `orderMail.${key}`, { number, name: order.creator })
  const total = totalOf(facts)
  const reason = order.cancelReason === '' ? [] : [[words('cancelled.reason'), order.cancelReason] as const]
  return renderEmail({
    locale,
    sender,
    subject: words('cancelled.subject'),
    paragraphs: [words('cancelled.text')],
    facts: [
      [words('number'), number],
      [words('dealer'), order.dealer],
      ...(total === undefined ? [] : [total]),
      ...reason,
    ],
    button: orderButton(facts),
  })
}
