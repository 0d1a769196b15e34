import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { binControl } from './payments.ts'

/** The version of the consent text on screen (`payment.storing` in `locales/`). A changed text gets a new one. */
export const cardConsentVersion = '2026-11'
export const cardNameMax = 40

/**
 * Why a card cannot be used: its date is over; its provider no longer knows it; the store's account at the provider takes no
 * payments now.
 */
export const storedCardProblems = ['expired', 'refused', 'off'] as const

const storedCard = z.object({
  id: z.number(),
  /** What the user calls it; may be empty. */
  name: z.string(),
  bank: z.string(),
  /** VISA, MASTERCARD, TROY, AMEX … */
  scheme: z.string(),
  family: z.nullable(z.string()),
  last4: z.string(),
  /** The month printed on the card, as YYYY-MM. */
  expires: z.string(),
  /** Whether the provider wants the security code. */
  needsCvc: z.boolean(),
  /** The provider that keeps it. */
  keeper: z.string(),
  problem: z.nullable(z.enum(storedCardProblems)),
  addedAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type StoredCard = z.output<typeof storedCard>

const cards = z.object({ items: z.array(storedCard) })

/** The user's own stored cards. Whoever acts as another user sees none. */
export const listStoredCards = endpoint({
  method: 'GET',
  path: '/api/account/cards',
  access: 'dealer',
  needs: [],
  summary: 'The user’s stored cards',
  reply: cards,
  errors: [],
})

export const renameStoredCard = endpoint({
  method: 'PATCH',
  path: '/api/account/cards/:id',
  access: 'dealer',
  needs: [],
  summary: 'Names a stored card',
  params: longRowParams,
  body: z.strictObject({ name: z.string().check(z.maxLength(500)) }),
  reply: cards,
  errors: ['stored_card_not_found', 'validation_failed', 'csrf_failed'],
})

/** The card is not usable any more; its provider removes it as soon as it answers. */
export const removeStoredCard = endpoint({
  method: 'DELETE',
  path: '/api/account/cards/:id',
  access: 'dealer',
  needs: [],
  summary: 'Removes a stored card, here and at its provider',
  params: longRowParams,
  reply: cards,
  errors: ['stored_card_not_found', 'csrf_failed'],
})

/** Bank and plans of a stored card, like `binControl`. */
export const storedCardPlans = endpoint({
  method: 'GET',
  path: '/api/account/cards/:id/plans',
  access: 'dealer',
  needs: ['pay'],
  summary: 'The bank and installment plans of a stored card',
  params: longRowParams,
  query: z.object({
    type: z.optional(z.enum(['order', 'pay'])),
    amount: z.optional(z.string().check(z.maxLength(30))),
  }),
  reply: binControl.reply,
  errors: ['stored_card_not_found', 'stored_card_off', 'no_order_right'],
})
