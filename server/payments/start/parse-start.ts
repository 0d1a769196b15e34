import type { Input } from '#contract/core/endpoint.ts'
import { deliveryFieldNames } from '#contract/shop/delivery.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { startPayment } from '#contract/shop/payments.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { cardDigits, checkCard, parseExpiry } from '#domain/payments/card.ts'
import { decimal, lira } from '#domain/money/money.ts'
import type { Card } from '#server/payments/gateways/gateway.ts'
import type { PaymentKind, StartRequest } from '#server/payments/subject.ts'

export type StartBody = Input<typeof startPayment>['body']

/** The parsed message of the frame. `card` is null if it is typed on the provider's page; `amount` is only compared. */
export type ParsedStart = {
  ok: true
  kind: PaymentKind
  card: Card | null
  /** A stored card instead, with the security code or ''. */
  stored: { id: number; cvc: string } | null
  amount: string
  request: StartRequest
}

/** Parses a start. Checks the card's rules in their order, then the amount's (checkout, section 5). `today`: day in Turkey. */
export function parseStart(body: StartBody, today: string): ParsedStart | Refusal {
  const amount = parseStartAmount(body.amount)
  const { storedCard } = body
  if (storedCard !== undefined && (body.ccno || body.expiry)) return refuse('bad_request')
  if (hasCard(body)) {
    const typed = { number: body.ccno ?? '', expiry: body.expiry ?? '', cvc: body.ccv ?? '', holder: body.holder ?? '' }
    const problem = checkCard(typed, body.amount, today)
    if (problem !== null) return refuse(problem)
  }
  if (amount === null) return refuse('amount_invalid')
  if (amount.isZero()) return refuse('amount_missing')
  if (!amount.greaterThan(0)) return refuse('amount_invalid')
  const kind = body.link !== undefined ? 'link' : body.type === 'order' ? 'order' : 'account'
  return {
    ok: true,
    kind,
    card: hasCard(body) ? parseCard(body) : null,
    stored: storedCard === undefined ? null : { id: storedCard, cvc: cardDigits(body.ccv ?? '') },
    amount: amount.toFixed(),
    request: toStartRequest(body, kind),
  }
}

function toStartRequest(body: StartBody, kind: PaymentKind): StartRequest {
  return {
    description: (body.description ?? '').replaceAll('\0', ''),
    planKey: body.advencePrice || null,
    ...(kind === 'order' && { delivery: Object.fromEntries(deliveryFieldNames.map((name) => [name, body[name]])) }),
    ...(kind === 'order' && { promotions: body.promotions }),
    amount: kind === 'account' ? String(body.amount) : null,
    currency: kind === 'account' ? (body.currency ?? lira) : lira,
    linkToken: body.link ?? null,
    debts: kind === 'account' ? (body.debts ?? []) : [],
  }
}

function parseStartAmount(amount: StartBody['amount']) {
  return typeof amount === 'number' ? decimal(amount) : parseAmount(amount)
}

function hasCard({ ccno, ccv, expiry, storedCard }: StartBody): boolean {
  if (storedCard !== undefined) return false
  return [ccno, ccv, expiry].some((part) => part !== undefined && part !== '')
}

function parseCard(body: StartBody): Card {
  const { month, year } = parseExpiry(body.expiry ?? '') ?? { month: '', year: '' }
  return {
    number: cardDigits(body.ccno ?? ''),
    cvc: body.ccv ?? '',
    month,
    year,
    holder: (body.holder ?? '').replaceAll('\0', '').trim(),
  }
}
