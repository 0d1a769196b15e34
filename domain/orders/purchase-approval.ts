import type { Decimal } from '#domain/money/money.ts'
import type { Day } from '#domain/text/calendar-day.ts'

/** Why an order waits for an approver of the dealer. */
export const purchaseReasons = ['order', 'month', 'category'] as const
export type PurchaseReason = (typeof purchaseReasons)[number]

/** States of an order that needs an approver of the dealer. Only `waiting` changes. */
export const purchaseStates = ['waiting', 'approved', 'refused', 'withdrawn', 'expired'] as const
export type PurchaseState = (typeof purchaseStates)[number]

export const purchaseSteps = [
  'sent',
  'changed',
  'approved',
  'ordered',
  'refused',
  'withdrawn',
  'expired',
  'reminded',
] as const
export type PurchaseStep = (typeof purchaseSteps)[number]

/** Days after which a request expires: the range, and what applies to dealers who have set none. */
export const expiryDays = { min: 1, max: 90, default: 7 } as const

/** Hours after which approvers are reminded, and reminded again. */
export const reminderHours = 24

/** In lira, with tax; null: any amount. */
export type PurchaseLimits = { perOrder: Decimal | null; perMonth: Decimal | null }

export type PurchaseFacts = {
  totalTry: Decimal
  /** What the user has ordered in the month so far, with what waits for approval. */
  monthTry: Decimal
  /** A product belongs to a category that always needs approval. */
  hasCategory: boolean
}

/** Why an order needs approval; none = it is placed at once. A limit of 0 sends every order to approval. */
export function purchaseReasonsOf(
  { perOrder, perMonth }: PurchaseLimits,
  { totalTry, monthTry, hasCategory }: PurchaseFacts,
): PurchaseReason[] {
  const exceeds = (limit: Decimal | null, amount: Decimal) =>
    limit !== null && (limit.isZero() || amount.greaterThan(limit))
  const applies: Record<PurchaseReason, boolean> = {
    order: exceeds(perOrder, totalTry),
    month: exceeds(perMonth, monthTry.plus(totalTry)),
    category: hasCategory,
  }
  return purchaseReasons.filter((reason) => applies[reason])
}

/**
 * How many approvers an order of this total needs. The second one is left out where no other colleague may approve:
 * nothing waits for somebody who does not exist.
 */
export function stepsNeeded(totalTry: Decimal, secondStepOver: Decimal | null, approvers: number): 1 | 2 {
  return secondStepOver !== null && totalTry.greaterThan(secondStepOver) && approvers > 1 ? 2 : 1
}

/** The steps in which an order is approved. */
export const approvalSteps = [1, 2] as const
export type ApprovalStep = (typeof approvalSteps)[number]

/**
 * Which of the possible approvers decide about a step: those whose right belongs to somebody whom the dealer has named for
 * it, and all where nobody is named. `isFallback`: all decide although some are named, because none of these can: nothing
 * waits for somebody who has left.
 */
export function approversOfStep<Approver extends { authorityId: number }>(
  possible: readonly Approver[],
  named: readonly number[],
): { approvers: Approver[]; isFallback: boolean } {
  const chosen = possible.filter(({ authorityId }) => named.includes(authorityId))
  if (chosen.length > 0) return { approvers: chosen, isFallback: false }
  return { approvers: [...possible], isFallback: named.length > 0 }
}

/** The first day of the month of a day. */
export const monthStart = (day: Day): Day => `${day.slice(0, 8)}01`

/** Whether a deputy stands in on a day: from the first to the last day, both included. */
export const isDeputyOn = ({ from, to }: { from: Day; to: Day }, day: Day): boolean => from <= day && day <= to

/** Why a line cannot be ordered today: it was removed, is no longer on sale, has no price, or stock does not cover it. */
export const purchaseLineProblems = ['gone', 'off_sale', 'no_price', 'no_stock'] as const
export type PurchaseLineProblem = (typeof purchaseLineProblems)[number]
