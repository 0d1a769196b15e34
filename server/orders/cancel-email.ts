import { orderPath } from '#contract/core/pages.ts'
import { formatMoney } from '#domain/text/format.ts'
import { renderEmail } from '#server/platform/email/email-document.ts'
import { translate } from '#server/platform/http/words.ts'
import type { OrderEmailFacts } from './order-email.ts'

/** The email to the buyer whose order was cancelled by staff. */
export function cancelEmail({ order, locale, storeName, publicUrl, logo }: OrderEmailFacts) {
  const number = order.orderNo
  const words = (key: string) => translate(locale, `orderMail.${key}`, { number, name: order.creator })
  const total = order.total === undefined ? [] : [[words('total'), formatMoney(order.total, order.currency)] as const]
  const reason = order.cancelReason === '' ? [] : [[words('cancelled.reason'), order.cancelReason] as const]
  return renderEmail({
    locale,
    logo,
    subject: words('cancelled.subject'),
    paragraphs: [words('cancelled.text')],
    facts: [[words('number'), number], [words('dealer'), order.dealer], ...total, ...reason],
    link: { url: publicUrl + orderPath(number), label: words('open') },
    closing: [storeName],
  })
}
