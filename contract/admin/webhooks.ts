import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams, rowParams } from '#contract/core/row-id.ts'
import { eventTypes } from '#contract/integration/event-types.ts'

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
  /** Until when the former secret signs as well. */
  formerUntil: z.nullable(z.string()),
  waiting: z.number(),
  dead: z.number(),
  lastDeliveredAt: z.nullable(z.string()),
})
export type ListedWebhook = z.output<typeof listedWebhook>

const reply = z.object({ items: z.array(listedWebhook) })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/yonetim/webhooks',
  access: 'admin',
  summary: 'Addresses that receive events',
  reply,
  errors: [],
})

const withSecret = z.object({ ...reply.shape, secret: z.string() })

/** The secret is returned once and cannot be shown again. The first event is the next one. */
export const addWebhook = endpoint({
  method: 'POST',
  path: '/yonetim/webhooks',
  access: 'admin',
  summary: 'Adds a webhook',
  body: webhookValues,
  reply: withSecret,
  errors: ['validation_failed', 'webhooks_full'],
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/yonetim/webhooks/:id',
  access: 'admin',
  summary: 'Changes a webhook',
  params: rowParams,
  body: webhookValues,
  reply,
  errors: ['validation_failed', 'not_found'],
})

/** A paused webhook goes on where it stopped. */
export const setWebhookState = endpoint({
  method: 'POST',
  path: '/yonetim/webhooks/:id/state',
  access: 'admin',
  summary: 'Pauses a webhook or resumes it',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply,
  errors: ['not_found'],
})

/** Hours for which the former secret signs as well. */
export const formerSecretHours = 24

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/yonetim/webhooks/:id/secret',
  access: 'admin',
  summary: 'Makes a new secret; both are valid for a day',
  params: rowParams,
  reply: withSecret,
  errors: ['not_found'],
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/yonetim/webhooks/:id',
  access: 'admin',
  summary: 'Removes a webhook with its deliveries',
  params: rowParams,
  reply,
  errors: ['not_found'],
})

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

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/yonetim/webhooks/:id/deliveries',
  access: 'admin',
  summary: 'The newest deliveries of a webhook with request and answer; state filters them',
  params: rowParams,
  query: z.object({ state: z.optional(typed(20)) }),
  reply: z.object({ items: z.array(webhookDelivery) }),
  errors: ['not_found'],
})

/** Sent at once, whether or not the webhook is paused; the answer has its outcome. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/yonetim/webhooks/:id/test',
  access: 'admin',
  summary: 'Sends a test event',
  params: rowParams,
  reply: z.object({ delivery: webhookDelivery }),
  errors: ['not_found'],
})

const replayed = z.object({ items: z.array(webhookDelivery), count: z.number() })

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/yonetim/webhook-deliveries/:id/replay',
  access: 'admin',
  summary: 'Sends a delivery again',
  params: longRowParams,
  reply: replayed,
  errors: ['not_found'],
})

export const replayDead = endpoint({
  method: 'POST',
  path: '/yonetim/webhooks/:id/replay',
  access: 'admin',
  summary: 'Sends all dead deliveries of a webhook again',
  params: rowParams,
  reply: replayed,
  errors: ['not_found'],
})
