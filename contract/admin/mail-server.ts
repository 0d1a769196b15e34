import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** The mail server is connected by the environment of the process (docs/operations.md, "Email"), not by a setting. */
export const getMailServer = endpoint({
  method: 'GET',
  path: '/yonetim/mail-server',
  access: 'admin',
  area: 'any',
  summary: 'The mail server and the sender of the shop’s emails',
  reply: z.object({
    /** Host and port without credentials; null without a mail server. */
    server: z.nullable(z.string()),
    /** The setting storeEmail; empty: emails leave as `noreply@` the shop's host. */
    sender: z.string(),
    /** The address of the shop that links in emails begin with. */
    publicUrl: z.string(),
  }),
  errors: [],
})
export type MailServer = z.output<typeof getMailServer.reply>

export const testMailServer = endpoint({
  method: 'POST',
  path: '/yonetim/mail-server/test',
  access: 'admin',
  area: 'settings',
  summary: 'Sends an email to the administrator who calls, and waits until the mail server has accepted it',
  reply: z.object({ to: z.string() }),
  errors: ['mail_server_missing', 'mail_not_accepted'],
})
