import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'

const text = z.optional(z.string().check(z.maxLength(20)))

/** What emails are about, by the name of their job. */
export const emailKinds = [
  'order-mail',
  'offer-mail',
  'offer-round-mail',
  'quote-link-mail',
  'payment-receipt',
  'payment-link-mail',
  'account-mail',
  'fault-report-mail',
  'return-mail',
  'invoice-mail',
  'bank-finding-mail',
  'erp-mail',
  'webhook-mail',
  'stock-mail',
  'note-mail',
  'report-mail',
  'import-source-mail',
  'application-mail',
  'purchase-mail',
  'limit-approval-mail',
  'transfer-mail',
  'bank-alert-mail',
  'list-mail',
  'backup-mail',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** Emails that are held after a restore: all but those that people need to sign in. */
export const heldEmailKinds: readonly EmailKind[] = emailKinds.filter((kind) => kind !== 'account-mail')

const failedEmail = z.object({
  id: z.string(),
  /** One of `emailKinds`, or the name of a job of an earlier version. */
  kind: z.string(),
  /** Masked: the first character and the domain. '' if the email failed before its recipient was known. */
  recipient: z.string(),
  error: z.string(),
  failures: z.number(),
  /** The latest failure. */
  at: z.string(),
})
export type FailedEmail = z.output<typeof failedEmail>

/** Emails that could not be delivered yet, the latest failure first. The queue tries each of them for about a day. */
export const listFailedEmails = endpoint({
  method: 'GET',
  path: '/yonetim/failed-emails',
  access: 'admin',
  area: 'settings',
  summary: 'Emails that could not be delivered',
  query: z.object({ page: text, limit: text }),
  reply: z.object({ items: z.array(failedEmail), ...paged }),
  errors: [],
})
export type FailedEmails = z.output<typeof listFailedEmails.reply>

/** `id` null: all of them. */
export const retryFailedEmails = endpoint({
  method: 'POST',
  path: '/yonetim/failed-emails/retry',
  access: 'admin',
  area: 'settings',
  summary: 'Sends failed emails again',
  body: z.strictObject({ id: z.nullable(z.uuid()) }),
  reply: z.object({ count: z.number() }),
  errors: ['not_found'],
})
