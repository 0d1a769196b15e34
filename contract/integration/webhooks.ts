import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams, rowParams } from '#contract/core/row-id.ts'
import { eventTypes } from './event-types.ts'

const typed = (max: number) => z.string().check(z.maxLength(max))

/** As typed in the form. */
export const webhookValues = z.strictObject({
  name: typed(500),
  url: typed(3000),
  types: z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length)),
})
export type WebhookValues = z.output<typeof webhookValues>

export const listedWebhook = z.object({
  id: z.number(),
  ...webhookValues.shape,
  isActive: z.boolean(),
  /** The program paused it: the address answered 410. */
  isGone: z.boolean(),
  /** Whose view a dealer's webhook shows; null for the store's. */
  user: z.nullable(z.string()),
  /** The user or the dealer is disabled: nothing is sent until another user saves it. */
  isUserOff: z.boolean(),
  /** Until when the former secret signs as well. */
  formerUntil: z.nullable(z.string()),
  waiting: z.number(),
  dead: z.number(),
  lastDeliveredAt: z.nullable(z.string()),
})
export type ListedWebhook = z.output<typeof listedWebhook>

/** Webhooks of the store, and of one dealer. */
export const webhooksMax = { store: 50, dealer: 10 } as const

/** Hours for which the former secret signs as well. */
export const formerSecretHours = 24

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const webhookDelivery = z.object({
  id: z.number(),
  /** `webhook-id` of its message. */
  messageId: z.string(),
  type: z.string(),
  at: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** When it is sent next, or was sent last. */
  nextAt: z.nullable(z.string()),
  attemptedAt: z.nullable(z.string()),
  milliseconds: z.nullable(z.number()),
  status: z.nullable(z.number()),
  /** A sentence that says why there was no answer. */
  failure: z.nullable(z.string()),
  body: z.nullable(z.string()),
  answer: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

/** Deliveries in a list. */
export const deliveriesMax = 100

/** Test events of one webhook in a minute. */
export const testsPerMinute = 10

const reply = z.object({ items: z.array(listedWebhook) })
const withSecret = z.object({ ...reply.shape, secret: z.string() })
const replayed = z.object({ items: z.array(webhookDelivery), count: z.number() })

/** Who manages the webhooks: administrators, or a dealer's users, who need the right to order for all but the list. */
const owners = {
  store: {
    path: '/yonetim/webhook',
    list: { access: 'admin', area: 'settings' },
    change: { access: 'admin', area: 'settings' },
  },
  dealer: {
    path: '/api/account/webhook',
    list: { access: 'dealer', needs: ['keys'] },
    change: { access: 'dealer', needs: ['order', 'keys'] },
  },
} as const

/** The calls by which the store or a dealer manages its own webhooks. */
function webhookCalls({ path, list, change }: (typeof owners)[keyof typeof owners]) {
  return {
    list: endpoint({
      method: 'GET',
      path: `${path}s`,
      ...list,
      summary: 'Addresses that receive events; without the right to order only their hosts',
      reply,
      errors: [],
    }),
    /** The secret is returned once and cannot be shown again. The first event is the next one. */
    add: endpoint({
      method: 'POST',
      path: `${path}s`,
      ...change,
      summary: 'Adds a webhook',
      body: webhookValues,
      reply: withSecret,
      errors: ['validation_failed', 'webhooks_full'],
    }),
    change: endpoint({
      method: 'PATCH',
      path: `${path}s/:id`,
      ...change,
      summary: 'Changes a webhook',
      params: rowParams,
      body: webhookValues,
      reply,
      errors: ['validation_failed', 'not_found'],
    }),
    /** A paused webhook goes on where it stopped. */
    setState: endpoint({
      method: 'POST',
      path: `${path}s/:id/state`,
      ...change,
      summary: 'Pauses a webhook or resumes it',
      params: rowParams,
      body: z.strictObject({ isActive: z.boolean() }),
      reply,
      errors: ['not_found'],
    }),
    rotateSecret: endpoint({
      method: 'POST',
      path: `${path}s/:id/secret`,
      ...change,
      summary: 'Makes a new secret; both are valid for a day',
      params: rowParams,
      reply: withSecret,
      errors: ['not_found'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}s/:id`,
      ...change,
      summary: 'Removes a webhook with its deliveries',
      params: rowParams,
      reply,
      errors: ['not_found'],
    }),
    deliveries: endpoint({
      method: 'GET',
      path: `${path}s/:id/deliveries`,
      ...change,
      summary: 'The newest deliveries of a webhook with request and answer; state filters them',
      params: rowParams,
      query: z.object({ state: z.optional(typed(20)) }),
      reply: z.object({ items: z.array(webhookDelivery) }),
      errors: ['not_found'],
    }),
    /** Sent at once, whether or not the webhook is paused; the answer has its outcome. */
    test: endpoint({
      method: 'POST',
      path: `${path}s/:id/test`,
      ...change,
      summary: 'Sends a test event',
      params: rowParams,
      reply: z.object({ delivery: webhookDelivery }),
      errors: ['not_found', 'too_many_requests'],
    }),
    replay: endpoint({
      method: 'POST',
      path: `${path}-deliveries/:id/replay`,
      ...change,
      summary: 'Sends a delivery again',
      params: longRowParams,
      reply: replayed,
      errors: ['not_found'],
    }),
    replayDead: endpoint({
      method: 'POST',
      path: `${path}s/:id/replay`,
      ...change,
      summary: 'Sends all dead deliveries of a webhook again',
      params: rowParams,
      reply: replayed,
      errors: ['not_found'],
    }),
  }
}

export type WebhookCalls = ReturnType<typeof webhookCalls>

export const storeWebhooks = webhookCalls(owners.store)
/** They receive events of the dealer's own orders and payments (`dealerEventTypes`). */
export const dealerWebhooks = webhookCalls(owners.dealer)
